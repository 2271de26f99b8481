#include "worker/run.hpp"

#include <array>
#include <cstring>
#include <functional>
#include <set>
#include <stdexcept>
#include <string_view>

#include "worker/crash_report.hpp"
#include "worker/rank_queries.hpp"
#include "worker/timing.hpp"

namespace mergelab::worker {
namespace {

using finding::Message;

/// A host array of the current problem under its name, where the fault handler finds it.
struct Named {
  const char* name;
  bool is_input;
  GuardedArray array;
  int element_size = 1;
};
std::array<Named, 3> host_arrays{{{"A", true, {}}, {"B", true, {}}, {"C", false, {}}}};

/// A device array of the current problem.
struct DeviceArray {
  const char* name;
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::size_t element_size = 1;
};
std::array<DeviceArray, 4> device_arrays{{{"A"}, {"B"}, {"C"}, {"scratch"}}};

/// What a student calls A, B and C.
const char* device_array_name(const wire::Problem& problem, std::size_t array) {
  constexpr std::array<const char*, 4> kOfMerge{"A", "B", "C", "scratch"},
      kOfLists{"lists", "starts", "C", "scratch"};
  return problem.list_count >= 0 ? kOfLists[array] : kOfMerge[array];
}

std::size_t image_bytes(const wire::Buffer& buffer) {
  return buffer.margin_before + buffer.bytes + buffer.margin_after;
}

/// Makes the kernel map them now, and not when a call first reads them.
void touch_pages(std::span<const std::byte> memory) {
  constexpr std::size_t kSmallestPage = 4096;
  for (std::size_t at = 0; at < memory.size(); at += kSmallestPage) {
    static_cast<void>(*static_cast<const volatile std::byte*>(memory.data() + at));
  }
}
static_assert(sizeof(MergelabRank) == sizeof(wire::Rank));

}  // namespace

bool explain_fault(std::uintptr_t address, bool is_write, Finding& found) {
  const auto explain = [&](Message message, const char* name, long index, long length) {
    found = Finding(message);
    found.access.verb = is_write ? finding::Access::Verb::write : finding::Access::Verb::read;
    found.access.memory.form = finding::Memory::Form::element;
    found.access.memory.name = name;
    found.access.memory.index = index;
    found.access.memory.extent = static_cast<std::uint64_t>(length);
    return true;
  };
  for (const Named& named : host_arrays) {
    if (!named.array.covers(address)) continue;
    const std::ptrdiff_t offset = named.array.offset_of(address);
    const auto length =
        static_cast<long>(named.array.payload().size() / static_cast<std::size_t>(named.element_size));
    // Round down also below 0.
    const long index =
        static_cast<long>(offset >= 0 ? offset / named.element_size
                                      : -((-offset + named.element_size - 1) / named.element_size));
    if (index >= 0 && index < length) return explain(Message::wrote_to_input, named.name, index, length);
    explain(Message::passed_array_end, named.name, index, length);
    if (!is_write) found.rule = finding::Rule::read_outside;
    return true;
  }
  for (const DeviceArray& array : device_arrays) {
    if (address < array.begin || address - array.begin >= array.bytes) continue;
    explain(Message::host_touched_device, array.name,
            static_cast<long>((address - array.begin) / array.element_size), 0);
    found.advice = finding::Advice::copy_from_device;
    return true;
  }
  return false;
}

Run::Run(const StudentObject& object, const wire::Prepare& prepare, std::span<const std::byte> input,
         std::span<std::byte> output, Watch& watch, wire::Mapping exchange)
    : object_(object), prepare_(prepare), input_(input), output_(output), watch_(watch) {
  if (prepare.exchange_bytes > 0) transport_.emplace(prepare, std::move(exchange));
  if (prepare.problem_count == 0 || prepare.problem_count > input.size() / sizeof(wire::Problem)) {
    throw std::runtime_error("a table of problems that does not fit its memory");
  }
}

wire::Problem Run::problem(std::uint32_t index) const {
  wire::Problem entry;
  std::memcpy(&entry, input_.data() + index * sizeof entry, sizeof entry);
  return entry;
}

bool Run::has_new_inputs() const {
  if (prepare_.timed != wire::Timed::no) return true;  // they are drawn anew, and too many to look at
  const auto hash = [&](const wire::Buffer& buffer) {
    const auto payload = input_.subspan(buffer.offset + buffer.margin_before, buffer.bytes);
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(payload.data()), payload.size()});
  };
  static std::set<std::array<std::size_t, 2>>& known = *new std::set<std::array<std::size_t, 2>>;
  return known.insert({hash(current_.a), hash(current_.b)}).second;
}

void Run::stage(std::uint32_t index) {
  index_ = index;
  current_ = problem(index);
  set_current_problem(index);
  const wire::Problem& p = current_;
  const auto image = [&](const wire::Buffer& buffer) {
    return input_.subspan(buffer.offset, image_bytes(buffer));
  };
  watch_.begin();
  void* a = nullptr;
  void* b = nullptr;
  void* c = nullptr;
  void* scratch = nullptr;
  if (prepare_.memory == wire::Memory::host && prepare_.timed != wire::Timed::no) {
    // The shared memory itself: the inputs are not there yet, and C is not copied.
    a = const_cast<std::byte*>(input_.data() + p.a.offset + p.a.margin_before);
    b = const_cast<std::byte*>(input_.data() + p.b.offset + p.b.margin_before);
    c = output_.data() + p.c.offset + p.c.margin_before;
    std::memset(c, std::to_integer<int>(wire::kPoison), p.c.bytes);
    touch_pages(input_);
  } else if (prepare_.memory == wire::Memory::host) {
    const std::array<const wire::Buffer*, 3> buffers{&p.a, &p.b, &p.c};
    std::array<void*, 3> placed{};
    for (std::size_t i = 0; i < placed.size(); ++i) {
      Named& named = host_arrays[i];
      named.element_size = object_.value_size();
      if (!named.is_input && p.k_count > 0) named.element_size = sizeof(int);
      placed[i] =
          named.array.place(input_.subspan(buffers[i]->offset + buffers[i]->margin_before, buffers[i]->bytes),
                            prepare_.placement, !named.is_input);
      watch_.allow_host(placed[i], named.array.payload().size(), named.name, named.is_input);
      watch_.trace_array(placed[i], named.array.payload().size(), named.name, prepare_.memory);
    }
    a = placed[0], b = placed[1], c = placed[2];
  } else {
    if (p.adjacent != 0) {
      // A's payload and B's are also side by side in the image.
      a = device_a_.place(input_.subspan(p.a.offset, image_bytes(p.a) + image_bytes(p.b)), p.a.margin_before,
                          p.a.shift);
      b = static_cast<std::byte*>(a) + p.a.bytes;
      device_b_.release();
    } else {
      a = device_a_.place(image(p.a), p.a.margin_before, p.a.shift);
      b = device_b_.place(image(p.b), p.b.margin_before, p.b.shift);
    }
    c = prepare_.timed == wire::Timed::no
            ? device_c_.place(image(p.c), p.c.margin_before, p.c.shift)
            : device_c_.place_filled(image_bytes(p.c), wire::kPoison, p.c.margin_before, p.c.shift);
    scratch = p.has_scratch != 0 ? device_scratch_.reserve(p.c.bytes) : nullptr;
    const std::array<std::pair<void*, std::size_t>, 4> placed{
        {{a, p.a.bytes}, {b, p.b.bytes}, {c, p.c.bytes}, {scratch, scratch != nullptr ? p.c.bytes : 0}}};
    for (std::size_t i = 0; i < placed.size(); ++i) {
      const auto [memory, bytes] = placed[i];
      if (memory == nullptr) continue;
      device_arrays[i].begin = reinterpret_cast<std::uintptr_t>(memory);
      device_arrays[i].bytes = bytes;
      const bool is_starts = p.list_count >= 0 && i == 1;
      device_arrays[i].name = device_array_name(p, i);
      device_arrays[i].element_size =
          is_starts ? sizeof(int) : static_cast<std::size_t>(object_.value_size());
      watch_.allow_device(memory, bytes, device_arrays[i].name, memory == a || memory == b);
      watch_.trace_array(memory, bytes, device_arrays[i].name, prepare_.memory);
    }
    watch_.cover(p, a, b, c, static_cast<std::size_t>(object_.value_size()));
    watch_.expect_problem(p, has_new_inputs());
  }
  const std::byte* k = input_.data() + p.k_offset;
  call_ = {.A = a,
           .m = p.m,
           .B = b,
           .n = p.n,
           .C = c,
           .k = reinterpret_cast<const MergelabRank*>(k),
           .k_count = p.k_count,
           .section = p.section,
           .tile = p.tile,
           .scratch = scratch,
           .list_count = p.list_count,
           .rank = p.rank,
           .ranks = p.ranks,
           .capacity = p.capacity,
           .transport = nullptr,
           .returned = nullptr};
  if (p.ranks > 0) {
    if (!transport_) throw std::runtime_error("a rank without a transport");
    call_.transport = &Transport::table();
    call_.returned = &returned_;
    watch_.allow_host(call_.transport, sizeof *call_.transport, "the call", true);
    watch_.allow_host(call_.returned, sizeof *call_.returned, "the call", false);
  }
  watch_.allow_host(&call_, sizeof call_, "the call", true);
  watch_.allow_host(k, static_cast<std::size_t>(p.k_count) * sizeof(wire::Rank), "k", true);
}

void Run::call(const wire::Done& done) {
  const void* const frame = __builtin_frame_address(0);
  returned_ = -1;
  if (transport_) {
    transport_->begin(current_.ranks, done.header.nonce, [this, frame](const auto& work) {
      watch_.leave_object();
      work();
      watch_.enter_object(frame);
    });
  }
  watch_.enter_object(frame);
  set_rank_queries(call_.k_count > 0 ? call_.k : nullptr, static_cast<const int*>(call_.C),
                   static_cast<std::size_t>(call_.k_count));
  object_.call(call_);
  set_rank_queries(nullptr, nullptr, 0);
  watch_.leave_object();
  if (prepare_.memory == wire::Memory::device) synchronise();
  stop_at_todo();
}

void Run::stop_at_todo() const {
  if (const int todo = object_.device_todo(); todo > 0)
    worker::stop_at_todo(object_.device_todo_file(), todo);
}

void Run::timed_call(wire::Done& done) {
  if (prepare_.memory == wire::Memory::host) return object_.call(call_);
  CallTimer timer;
  watch_.enter_object(__builtin_frame_address(0));
  timer.start();
  object_.call(call_);
  timer.stop();
  watch_.leave_object();
  synchronise();
  done.digest = digest_on_device(call_.C, current_.c.bytes, done.header.nonce);
  done.event_s = timer.seconds();
}

void Run::fetch() {
  const wire::Problem& p = current_;
  const auto image = [&](const wire::Buffer& buffer) {
    return output_.subspan(buffer.offset, image_bytes(buffer));
  };
  if (prepare_.memory == wire::Memory::host) {
    const std::array<const wire::Buffer*, 3> buffers{&p.a, &p.b, &p.c};
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const std::span<const std::byte> payload = host_arrays[i].array.payload();
      if (!payload.empty()) {
        std::memcpy(output_.data() + buffers[i]->offset + buffers[i]->margin_before, payload.data(),
                    payload.size());
      }
    }
  } else {
    // A fetched array is freed before the next one is fetched: all of them would take their memory twice. A
    // watched one must still be reported by its name.
    const auto take = [&](DeviceBlock& block, std::span<std::byte> fetched) {
      wire::populate(fetched);
      block.fetch(fetched);
      if (prepare_.timed == wire::Timed::no && prepare_.watch == 0) block.release();
    };
    if (prepare_.timed != wire::Timed::no) {
      // Who times asks for C alone.
    } else if (p.adjacent != 0) {
      take(device_a_, output_.subspan(p.a.offset, image_bytes(p.a) + image_bytes(p.b)));
    } else {
      take(device_a_, image(p.a));
      take(device_b_, image(p.b));
    }
    take(device_c_, image(p.c));
    if (prepare_.timed == wire::Timed::no && prepare_.watch == 0) device_scratch_.release();
  }
}

void Run::stage_first() {
  stage(0);
  if (prepare_.timed != wire::Timed::no) warm_up_device();
}

void Run::call_all(wire::Done& done) {
  if (prepare_.timed != wire::Timed::no) return timed_call(done);
  call(done);
  for (std::uint32_t next = 1; next < prepare_.problem_count; ++next) {
    fetch();
    stage(next);
    call(done);
  }
  done.returned = returned_;
}

wire::Fetched Run::fetch_last() {
  if (prepare_.timed != wire::Timed::no) stop_at_todo();  // too slow to ask while the clock runs
  fetch();
  wire::Fetched fetched;
  watch_.report(fetched);
  return fetched;
}

}  // namespace mergelab::worker
