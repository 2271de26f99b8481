#include "judge/traced.hpp"

#include <bit>

#include "base/lexing.hpp"
#include "judge/inputs.hpp"
#include "wire/channel.hpp"

namespace mergelab::judge {
namespace {

using simt::TraceMemory;

struct LoggedRequest {
  std::vector<std::uint32_t> events;  // of the log; at least one
  std::uint32_t sectors = 0, turns = 0;
};

/// The events of no request: outside of an array, or of unfinished warps where a run broke. Each is in front
/// of what its thread did after it: at [r] those in front of request r, in the end the rest.
std::vector<std::vector<std::uint32_t>> uncounted_events(std::span<const simt::TraceEvent> all,
                                                         const std::vector<LoggedRequest>& requests) {
  using Phase = std::pair<std::uint32_t, std::uint32_t>;  // of a block
  std::map<Phase, std::size_t> phase_end;
  std::map<std::pair<Phase, int>, std::size_t> warp_end;
  std::map<std::pair<Phase, int>, std::vector<std::pair<std::uint32_t, std::size_t>>> by_thread;
  std::vector<bool> has_request(all.size());
  for (std::size_t r = 0; r < requests.size(); ++r) {
    for (const std::uint32_t index : requests[r].events) {
      const simt::TraceEvent& event = all[index];
      const Phase phase{event.block, event.phase};
      has_request[index] = true;
      phase_end[phase] = r + 1;
      warp_end[{phase, event.thread / 32}] = r + 1;
      by_thread[{phase, event.thread}].emplace_back(index, r);
    }
  }
  std::vector<std::vector<std::uint32_t>> in_front(requests.size() + 1);
  for (std::uint32_t index = 0; index < all.size(); ++index) {
    if (has_request[index]) continue;
    const simt::TraceEvent& event = all[index];
    const Phase phase{event.block, event.phase};
    std::size_t place = requests.size();
    if (const auto end = phase_end.find(phase); end != phase_end.end()) place = end->second;
    if (const auto end = warp_end.find({phase, event.thread / 32}); end != warp_end.end())
      place = end->second;
    if (const auto own = by_thread.find({phase, event.thread}); own != by_thread.end()) {
      const auto later = std::ranges::upper_bound(own->second, std::pair(index, requests.size()));
      if (later != own->second.end()) place = later->second;
    }
    in_front[place].push_back(index);
  }
  return in_front;
}

constexpr std::uint32_t kMostBlocks = 1U << 20, kMostThreads = 1024, kMostPhases = 1U << 30;
constexpr std::uint32_t kMostCost = 1024;  // sectors or turns of a request: 32 lanes, each of up to 16 bytes
constexpr std::uint64_t kMostArrayBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kBankSpan = 128;     // bytes, after which the banks come again
constexpr std::int64_t kFarthest = 1 << 20;  // elements outside of an array
constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr unsigned kMostEventBytes = 8;

/// A name ended within its array.
template <std::size_t N>
std::string_view text_in(const char (&text)[N]) {
  return {text, ::strnlen(text, N)};
}

std::string_view name_of(simt::TraceSpace space) {
  return space == simt::TraceSpace::shared ? "shared" : space == simt::TraceSpace::host ? "host" : "global";
}

/// Reads one log into one trace.
class LogReader {
 public:
  LogReader(const TraceMemory& log, const StudentFiles& files, const std::vector<TracedColumn>& columns,
            Trace& trace)
      : log_(log), files_(files), columns_(columns), trace_(trace) {}

  bool read() {
    if (!has_bounds()) return false;
    split_events();
    read_places();
    if (!read_arrays() || !read_launches()) return false;
    if (!std::ranges::all_of(events_, [&](const simt::TraceEvent& event) { return is_event(event); }))
      return false;
    guess_types();
    if (!read_requests()) return false;
    for (std::uint32_t i = 0; i < log_.barrier_count; ++i) {
      const simt::TraceBarrier& barrier = log_.barriers[i];
      if (barrier.block >= kMostBlocks || barrier.phase >= kMostPhases) return false;
      trace_.barriers.push_back(
          {static_cast<int>(barrier.block), static_cast<int>(barrier.phase), place(barrier.place)});
    }
    for (std::uint32_t i = 0; i < log_.wait_count; ++i) {
      const simt::TraceWait& wait = log_.waits[i];
      if (wait.block >= kMostBlocks || wait.thread >= kMostThreads) return false;
      trace_.waiting.push_back(
          {static_cast<int>(wait.block), static_cast<int>(wait.thread), place(wait.place)});
    }
    read_violations();
    sum_up();
    trace_.cut = log_.cut != 0;
    return true;
  }

 private:
  [[nodiscard]] bool has_bounds() const {
    return log_.event_count <= TraceMemory::kEvents && log_.request_count <= TraceMemory::kEvents &&
           log_.lane_count <= TraceMemory::kEvents && log_.place_count <= TraceMemory::kPlaces &&
           log_.array_count <= TraceMemory::kArrays && log_.barrier_count <= TraceMemory::kBarriers &&
           log_.wait_count <= TraceMemory::kWaits && log_.launch_count <= TraceMemory::kLaunches &&
           log_.violation_count <= TraceMemory::kViolations;
  }

  int file_named(const std::string& name) {
    const auto known =
        std::ranges::find_if(trace_.files, [&](const TracedFile& file) { return file.name == name; });
    if (known != trace_.files.end()) return static_cast<int>(known - trace_.files.begin());
    const std::vector<std::string>* lines = files_.lines(name);
    trace_.files.push_back({name, lines != nullptr ? std::optional(*lines) : std::nullopt});
    return static_cast<int>(trace_.files.size()) - 1;
  }

  // Several places in the code are one line.
  void read_places() {
    std::map<std::tuple<int, int, std::string>, int> known;
    for (std::uint32_t i = 0; i < log_.place_count; ++i) {
      const simt::TracePlace& entry = log_.places[i];
      TracedPlace read;
      const std::string file = files_.file(text_in(entry.file));
      if (!file.empty()) read.file = file_named(file);
      const std::vector<std::string>* lines = files_.lines(file);
      if (lines != nullptr && entry.line >= 1 && static_cast<std::size_t>(entry.line) <= lines->size()) {
        read.line = entry.line;
        const std::string_view function = text_in(entry.function);
        if (files_.has_word(function)) read.function = function;
      }
      const auto [found, is_new] = known.try_emplace({read.file.value_or(-1), read.line, read.function},
                                                     static_cast<int>(trace_.places.size()));
      if (is_new) trace_.places.push_back(read);
      places_.push_back(found->second);
    }
  }
  [[nodiscard]] std::optional<int> place(std::uint32_t index) const {
    return index < places_.size() ? std::optional(places_[index]) : std::nullopt;
  }

  /// Numbers arrays as the trace does, where each field of the function's structs is one. An access is one of
  /// each field that it touches.
  void split_events() {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].offset == 0) known_.push_back(static_cast<std::uint32_t>(i));
    }
    const auto fields = static_cast<std::uint32_t>(columns_.size() - known_.size());
    for (std::uint32_t i = 0; i < log_.event_count; ++i) {
      simt::TraceEvent event = log_.events[i];
      parts_.push_back(static_cast<std::uint32_t>(events_.size()));
      const bool is_known = event.array < known_.size();
      if (is_known)
        event.array = known_[event.array];
      else
        event.array = event.array < log_.array_count ? event.array + fields : kNone;
      const bool has_width = event.bytes >= 1 && event.bytes <= kMostEventBytes;
      if (is_known && has_width && columns_[event.array].struct_bytes > 0)
        split(event);
      else
        events_.push_back(event);
    }
    parts_.push_back(static_cast<std::uint32_t>(events_.size()));
  }
  /// Of an access to the struct whose first field the event's array is.
  void split(const simt::TraceEvent& event) {
    const int whole = columns_[event.array].struct_bytes;
    const int element = element_at(event.offset, whole);
    const auto begin = static_cast<int>(event.offset - std::int64_t{element} * whole);
    const int end = begin + event.bytes;
    for (std::uint32_t at = event.array; at < columns_.size(); ++at) {
      const int offset = columns_[at].offset, bytes = trace_.arrays[at].element_bytes;
      if (at > event.array && offset == 0) return;
      const int from = std::max(begin, offset), to = std::min(end, offset + bytes);
      if (from >= to) continue;
      simt::TraceEvent part = event;
      part.array = at;
      part.offset = element * bytes + from - offset;
      part.bytes = static_cast<std::uint8_t>(to - from);
      part.value = event.value >> 8 * (from - begin);
      events_.push_back(part);
    }
  }

  /// The arrays that the function was called with are known, in their order; others are the log's.
  bool read_arrays() {
    const std::size_t known = known_.size();
    if (log_.array_count < known) return false;
    for (std::uint32_t i = 0; i < log_.array_count; ++i) {
      const simt::TraceArray& entry = log_.arrays[i];
      if (i < known) {
        if (trace_.arrays[known_[i]].space != name_of(entry.space)) return false;
        continue;
      }
      TracedArray array{.name = "", .space = std::string(name_of(entry.space))};
      const bool has_size =
          std::has_single_bit(entry.element_bytes) && entry.element_bytes <= kMostEventBytes;
      if (!has_size || entry.bytes > kMostArrayBytes) return false;
      const std::string_view name = text_in(entry.name);
      array.name = is_name(name) ? std::string(name) : fmt::format("array {}", i + 1);
      array.element_bytes = static_cast<int>(entry.element_bytes);
      array.elements = static_cast<std::int64_t>(entry.bytes / entry.element_bytes);
      if (entry.space == simt::TraceSpace::shared) array.offset = static_cast<int>(entry.begin % kBankSpan);
      trace_.arrays.push_back(std::move(array));
    }
    return true;
  }

  /// Of memory with elements as wide as a real array's: whether all that was seen there looks like real
  /// numbers. Nobody declares the types of shared variables here, nor those of a program's arrays.
  void guess_types() {
    std::set<std::string> known;
    for (const TracedArray& array : trace_.arrays) known.insert(array.type);
    if (columns_.empty()) known = {"float", "double"};
    for (const std::string& name : known) {
      if (name.empty() || element_type_named(name).kind != ElementType::Kind::real) continue;
      for (std::size_t i = 0; i < trace_.arrays.size(); ++i) {
        TracedArray& array = trace_.arrays[i];
        const bool has_width = array.element_bytes == static_cast<int>(element_type_named(name).bytes);
        if (array.type.empty() && has_width && looks_real(i, name)) array.type = name;
      }
    }
  }
  [[nodiscard]] bool looks_real(std::size_t array, const std::string& type) const {
    const double smallest = type == "half" ? 0x1p-14 : 0x1p-40;  // all others are normal
    constexpr double kGreatest = 0x1p60;
    bool any = false;
    for (const simt::TraceEvent& event : events_) {
      if (event.array != array || event.known == 0 || event.value == 0) continue;
      if (event.bytes != element_type_named(type).bytes) return false;
      const double size = std::abs(std::get<double>(number_in(event, type)));
      if (size < smallest || size > kGreatest) return false;
      any = true;
    }
    return any;
  }
  /// What an event's bits are in a type; another width than the type's is an integer.
  [[nodiscard]] static Number number_in(const simt::TraceEvent& event, const std::string& type) {
    if (type.empty() || element_type_named(type).bytes != event.bytes) return event.value;
    return with_type(element_type_named(type), [&](auto zero) {
      std::memcpy(static_cast<void*>(&zero), &event.value, sizeof zero);  // the lowest bytes come first
      return as_number(zero);
    });
  }

  bool read_launches() {
    for (std::uint32_t i = 0; i < log_.launch_count; ++i) {
      const simt::TraceLaunch& launch = log_.launches[i];
      if (launch.first_block >= kMostBlocks || launch.blocks > kMostBlocks || launch.threads > kMostThreads)
        return false;
      trace_.launches.push_back({static_cast<int>(launch.first_block), static_cast<int>(launch.blocks),
                                 static_cast<int>(launch.threads)});
    }
    if (!trace_.launches.empty()) {
      trace_.blocks = trace_.launches.front().blocks;
      trace_.threads = trace_.launches.front().threads;
    }
    return true;
  }

  [[nodiscard]] bool is_event(const simt::TraceEvent& event) const {
    if (event.array >= trace_.arrays.size() || event.place >= places_.size() || event.known > 1) return false;
    const TracedArray& array = trace_.arrays[event.array];
    const bool is_field = event.array < columns_.size() && columns_[event.array].struct_bytes > 0;
    const bool has_width = is_field ? event.bytes >= 1 : std::has_single_bit(event.bytes);
    return event.block < kMostBlocks && event.phase < kMostPhases && event.thread < kMostThreads &&
           event.kind <= simt::TraceKind::atomic && has_width && event.bytes <= kMostEventBytes &&
           index_of(event) >= -kFarthest && index_of(event) < array.elements + kFarthest;
  }
  /// Of an element; one outside of its array is negative or past its end.
  [[nodiscard]] int index_of(const simt::TraceEvent& event) const {
    return element_at(event.offset, trace_.arrays[event.array].element_bytes);
  }
  [[nodiscard]] static int element_at(std::int64_t offset, int bytes) {
    return static_cast<int>((offset < 0 ? offset - bytes + 1 : offset) / bytes);
  }
  /// "tileB", "tileB.slots", "tileA and tileB", "buffer 3".
  [[nodiscard]] bool is_name(std::string_view name) const {
    constexpr std::string_view kBuffer = "buffer ";
    if (name.starts_with(kBuffer)) return std::ranges::all_of(name.substr(kBuffer.size()), base::is_digit);
    constexpr std::string_view kAnd = " and ";
    if (const std::size_t at = name.find(kAnd); at != std::string_view::npos)
      return is_name(name.substr(0, at)) && is_name(name.substr(at + kAnd.size()));
    const std::size_t dot = name.find('.');
    return files_.has_word(name.substr(0, dot)) &&
           (dot == std::string_view::npos || files_.has_word(name.substr(dot + 1)));
  }

  // The log has events as they happened, the trace has them by request.
  bool read_requests() {
    std::vector<bool> has_request(log_.event_count);
    std::vector<LoggedRequest> all;
    for (std::uint32_t r = 0; r < log_.request_count; ++r) {
      const simt::TraceRequest& request = log_.requests[r];
      if (request.first > log_.lane_count || request.count > log_.lane_count - request.first ||
          request.sectors > kMostCost || request.turns > kMostCost)
        return false;
      std::vector<std::uint32_t> left;
      for (std::uint32_t lane = request.first; lane < request.first + request.count; ++lane) {
        const std::uint32_t event = log_.lanes[lane];
        if (event >= log_.event_count || has_request[event]) return false;
        has_request[event] = true;
        for (std::uint32_t part = parts_[event]; part < parts_[event + 1]; ++part) left.push_back(part);
      }
      // A pointer that is one array's for some lanes and another's for others: the first has what it costs.
      for (bool is_first = true; !left.empty(); is_first = false) {
        const auto of_first = [&, key = key_of(left.front())](std::uint32_t event) {
          return key_of(event) == key;
        };
        const auto rest = std::stable_partition(left.begin(), left.end(), of_first);
        all.push_back({{left.begin(), rest}, is_first ? request.sectors : 0, is_first ? request.turns : 0});
        left.erase(left.begin(), rest);
      }
    }
    new_index_.assign(events_.size(), kNone);
    const std::vector<std::vector<std::uint32_t>> uncounted = uncounted_events(events_, all);
    for (std::size_t r = 0; r <= all.size(); ++r) {
      for (const std::uint32_t event : uncounted[r]) add_request({{event}});
      if (r < all.size()) add_request(all[r]);
    }
    return true;
  }
  [[nodiscard]] std::tuple<std::uint32_t, simt::TraceKind, std::uint32_t, std::uint32_t, int, int> key_of(
      std::uint32_t index) const {
    const simt::TraceEvent& event = events_[index];
    return {event.array, event.kind, event.block, event.phase, event.thread / 32, places_[event.place]};
  }
  void add_request(const LoggedRequest& request) {
    const auto& [events, sectors, turns] = request;
    const simt::TraceEvent& first = events_[events.front()];
    TracedRequests& requests = trace_.requests;
    requests.block.push_back(static_cast<int>(first.block));
    requests.phase.push_back(static_cast<int>(first.phase));
    requests.warp.push_back(first.thread / 32);
    requests.place.push_back(places_[first.place]);
    requests.kind += "rwa"[static_cast<std::size_t>(first.kind)];
    requests.array.push_back(static_cast<int>(first.array));
    requests.sectors.push_back(static_cast<int>(sectors));
    requests.turns.push_back(static_cast<int>(turns));
    requests.first.push_back(static_cast<int>(trace_.events.size()));
    for (const std::uint32_t index : events) {
      const simt::TraceEvent& event = events_[index];
      new_index_[index] = static_cast<std::uint32_t>(trace_.events.size());
      trace_.events.lane.push_back(event.thread);
      trace_.events.index.push_back(index_of(event));
      trace_.events.value.push_back(
          event.known != 0 ? std::optional(number_in(event, trace_.arrays[event.array].type)) : std::nullopt);
    }
  }

  void read_violations() {
    for (std::size_t i = 0; i < std::min<std::size_t>(log_.violation_count, trace_.violations.size()); ++i) {
      const simt::TraceViolation& violation = log_.violations[i];
      for (const std::uint32_t event : {violation.earlier, violation.event}) {
        if (event < log_.event_count)
          trace_.violations[i].events.push_back(static_cast<int>(new_index_[parts_[event]]));
      }
    }
  }

  void sum_up() {
    std::map<int, TracedCounter> by_place;
    const TracedRequests& requests = trace_.requests;
    for (std::size_t r = 0; r < requests.size(); ++r) {
      TracedCounter& sum = by_place[requests.place[r]];
      const std::int64_t count = trace_.end_of(r) - requests.first[r];
      sum.place = requests.place[r];
      sum.sectors += requests.sectors[r];
      sum.turns += requests.turns[r];
      sum.loads += requests.kind[r] == 'w' ? 0 : count;
      sum.stores += requests.kind[r] == 'r' ? 0 : count;
    }
    for (const auto& [place, sum] : by_place) trace_.counters.push_back(sum);
  }

  const TraceMemory& log_;
  const StudentFiles& files_;
  const std::vector<TracedColumn>& columns_;
  Trace& trace_;
  std::vector<std::uint32_t> known_;      // the function's arrays in the trace: of structs their first fields
  std::vector<simt::TraceEvent> events_;  // of the trace's arrays
  std::vector<std::uint32_t> parts_;      // where each of the log's events begins in events_, and their end
  std::vector<int> places_;               // of the trace, by those of the log
  std::vector<std::uint32_t> new_index_;  // of events
};

constexpr std::size_t kFewest = 3;  // writes that a way has to explain

struct Write {
  int index = 0, block = 0, thread = 0;
};

std::vector<Write> writes_to(const Trace& trace, int array) {
  std::vector<Write> writes;
  const TracedRequests& requests = trace.requests;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    if (requests.array[r] != array || requests.kind[r] == 'r') continue;
    const auto end = static_cast<std::size_t>(trace.end_of(r));
    for (auto e = static_cast<std::size_t>(requests.first[r]); e < end; ++e)
      writes.push_back({trace.events.index[e], requests.block[r], trace.events.lane[e]});
  }
  return writes;
}

/// Elements in rounds of `round`, in these of a thread after the other, `share` each. 0: all are one round.
struct Way {
  int part = 0, round = 0, share = 1, threads = 1;  // part: a block's elements; 0: they are not so divided
  bool blocks_count_on = false;                     // a thread's number goes on from block to block

  [[nodiscard]] Writer writer(int index) const {
    int block = 0, at = index;
    if (part > 0) {
      block = index / part;
      at = index % part;
    }
    if (round > 0) at %= round;
    const int thread = at / share;
    if (blocks_count_on) return {thread / threads, thread % threads};
    return {block, thread % threads};
  }
};

/// Those in which each block has a part as long as a constant, and those in which threads are counted on.
std::array<std::vector<Way>, 2> ways(const Trace& trace, const Numbers& constants, int array) {
  const auto elements = static_cast<int>(trace.arrays[static_cast<std::size_t>(array)].elements);
  const int threads = std::max(trace.threads, 1);
  std::vector<int> lengths;
  for (const auto& [name, length] : constants) {
    if (length > 0 && length <= elements) lengths.push_back(static_cast<int>(length));
  }
  std::array<std::vector<Way>, 2> all;
  for (int share = 1; share <= elements; ++share) {
    for (const int part : lengths) {
      all[0].push_back({.part = part, .share = share, .threads = threads});
      for (const int round : lengths) {
        if (round < part)
          all[0].push_back({.part = part, .round = round, .share = share, .threads = threads});
      }
    }
    all[1].push_back({.share = share, .threads = threads, .blocks_count_on = true});
  }
  return all;
}

}  // namespace

base::Descriptor create_trace_memory() { return wire::create_memory(sizeof(TraceMemory)); }

bool read_trace(const TraceMemory& log, const StudentFiles& files, const std::vector<TracedColumn>& columns,
                Trace& trace) {
  Trace read = trace;
  if (!LogReader(log, files, columns, read).read()) return false;
  trace = std::move(read);
  return true;
}

bool read_trace(const base::Descriptor& memory, const StudentFiles& files,
                const std::vector<TracedColumn>& columns, Trace& trace) {
  const wire::Mapping mapped(memory.get(), sizeof(TraceMemory), false);
  // The worker may still write to its own: what is read is a copy.
  const auto copy = std::make_unique<TraceMemory>();
  std::memcpy(copy.get(), mapped.bytes().data(), sizeof(TraceMemory));
  return read_trace(*copy, files, columns, trace);
}

std::optional<Writer> missing_writer(const Trace& trace, const Numbers& constants, int array, int index) {
  const std::vector<Write> writes = writes_to(trace, array);
  if (writes.size() < kFewest) return std::nullopt;
  for (const std::vector<Way>& of_kind : ways(trace, constants, array)) {
    std::optional<Writer> found;
    for (const Way& way : of_kind) {
      const bool fits = std::ranges::all_of(writes, [&](const Write& write) {
        const Writer writer = way.writer(write.index);
        return writer.block == write.block && writer.thread == write.thread;
      });
      if (!fits) continue;
      const Writer writer = way.writer(index);
      if (found && (found->block != writer.block || found->thread != writer.thread)) return std::nullopt;
      found = writer;
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace mergelab::judge
