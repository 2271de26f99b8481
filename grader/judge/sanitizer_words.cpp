#include "judge/sanitizer_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergelab::judge::sanitizer {
namespace {

constexpr std::uint64_t kNear = 64 << 10;  // farther from an array than this, the index is not the news

constexpr const char* kMisalignedHint = "a vector access needs an address that is a multiple of its size";
constexpr const char* kSharedHint =
    "a block has its __shared__ variables and as many bytes as the launch asked for, its third argument";
constexpr const char* kFarHint = "an index is far out of range, or the pointer is not one of the device";
constexpr const char* kUnwrittenHint =
    "cudaMalloc gives memory without values: copy to it, fill it with cudaMemset, or write it";
constexpr const char* kBarrierHint =
    "every thread of the block that has not returned must come to the same barrier; those that have returned "
    "hold "
    "nobody up";
constexpr const char* kMaskHint =
    "every lane that a mask names must come to the same call with the same mask";
constexpr const char* kLaunchHint =
    "a grid has at least one block, a block at most 1024 threads, and more than 48 KiB of shared memory has "
    "to be "
    "asked for with cudaFuncSetAttribute";

std::string_view detail(const Record& record, std::string_view start) {
  for (const std::string& line : record.details) {
    if (line.starts_with(start)) return std::string_view(line).substr(start.size());
  }
  return {};
}

// "thread 36 of block 1"
std::string thread_of(const Record& record) {
  const std::string_view by = detail(record, "by thread ");
  const std::string thread = id("thread", by), block = id("block", after(by, "in block "));
  if (thread.empty()) return "a thread";
  return block.empty() ? thread : thread + " of " + block;
}

std::string or_unknown(std::string place) { return place.empty() ? "an unknown line" : std::move(place); }

std::string verb_of(std::string_view text) {
  if (text.starts_with("read") || text.starts_with("Read")) return "reads";
  if (text.starts_with("write") || text.starts_with("Write")) return "writes";
  return "updates (atomically)";
}

std::string bytes_text(std::uint64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

/// The bytes of an access; 0 when the log says what none can be.
std::uint64_t width_of(const Record& record) {
  constexpr std::uint64_t kMost = 1024;
  const std::uint64_t width = decimal(after(record.headline, "of size ")).value_or(0);
  return width <= kMost ? width : 0;
}

// The innermost frame that is the submission's, else where the access itself is.
std::string at(const Record& record, const Known& known) {
  std::string innermost;
  for (const std::string& line : record.details) {
    if (!line.starts_with("at ") && !line.starts_with("Device Frame: ")) continue;
    std::string where = place(line);
    if (std::find(known.files.begin(), known.files.end(), file_of(where)) != known.files.end()) return where;
    if (innermost.empty()) innermost = std::move(where);
  }
  return or_unknown(std::move(innermost));
}

/// The named array in or beside which an address lies, else the allocation that the tool calls the nearest.
NamedArray array_near(std::uint64_t address, const Record& record, const Known& known) {
  NamedArray nearest;
  const std::string_view told = detail(record, "and is ");
  if (const auto start = hexadecimal(after(told, "allocation at "))) {
    nearest = {"", *start, decimal(after(told, "of size ")).value_or(0)};
  }
  for (const NamedArray& array : known.arrays) {
    const bool inside = address >= array.address && address - array.address < array.bytes;
    if (inside || array.address == nearest.address) return array;
  }
  return nearest;
}

// "C[100], but C has 100 elements of 4 bytes"; empty when no array is near.
std::string element(std::uint64_t address, const Record& record, const Known& known) {
  const NamedArray array = array_near(address, record, known);
  if (array.address == 0) return {};
  const std::string name = array.name.empty() ? "an array" : array.name;
  const auto offset = static_cast<std::int64_t>(address - array.address);
  const auto width = static_cast<std::int64_t>(width_of(record));
  if (width == 0 || offset % width != 0) {
    return fmt::format("{} at byte {} of {}, which has {}", bytes_text(width_of(record)), offset, name,
                       bytes_text(array.bytes));
  }
  std::string indexed = array.name.empty() ? fmt::format("element {} of an array", offset / width)
                                           : fmt::format("{}[{}]", name, offset / width);
  const std::int64_t count = static_cast<std::int64_t>(array.bytes) / width;
  if (offset >= 0 && offset / width < count) return indexed;
  const std::string elements =
      fmt::format("{} element{} of {}", count, count == 1 ? "" : "s", bytes_text(width_of(record)));
  return array.name.empty() ? fmt::format("{} that has {}", indexed, elements)
                            : fmt::format("{}, but {} has {}", indexed, name, elements);
}

Seen race_of(const std::string& text, const std::string& here, const std::string& there, bool of_warp) {
  return {{"race", text + "; nothing orders the two",
           of_warp ? "the lanes of a warp need not run in step: __syncwarp() orders what they write and read"
                   : "is a __syncthreads() missing between these lines, or in the loop around them?"},
          here + " " + there};
}

// racecheck calls it a warning when both threads are of one warp.
bool of_warp(const Record& record) { return record.headline.starts_with("Warning"); }

Seen mask(const Record& record, const std::string& where) {
  return {{"warp_mask",
           fmt::format("the mask of a warp operation leaves out {}, which calls it at {}", thread_of(record),
                       where),
           kMaskHint},
          where};
}

}  // namespace

Seen access(const Record& record, const Known& known) {
  const std::string_view space = before(after(record.headline, "Invalid __"), "__");
  const std::string verb = verb_of(after(record.headline, "__ "));
  const std::string_view told = detail(record, "A");  // "Access to 0x... is", "Address 0x... is"
  const auto address = hexadecimal(told.substr(std::min(told.find("0x"), told.size())));
  const std::string where = at(record, known);
  const auto tell = [&](const char* rule, const std::string& memory, const char* hint = "") -> Seen {
    return {{rule, fmt::format("{} {} {}, at {}", thread_of(record), verb, memory, where), hint},
            fmt::format("{} {} {}", where, verb, space)};
  };
  if (told.find("misaligned") != std::string_view::npos) {
    std::string memory = space == "shared" ? "shared memory" : "memory";
    const NamedArray array = address ? array_near(*address, record, known) : NamedArray();
    if (space == "global" && array.address != 0) {
      memory =
          fmt::format("{}, byte {}", array.name.empty() ? "an array" : array.name, *address - array.address);
    }
    return tell("misaligned",
                fmt::format("{} at once from {}, whose address is not a multiple of {}",
                            bytes_text(width_of(record)), memory, width_of(record)),
                kMisalignedHint);
  }
  if (space == "shared") {
    return tell("shared_size", bytes_text(width_of(record)) + " outside of the block's shared memory",
                kSharedHint);
  }
  if (space == "local") return tell("out_of_bounds", "outside of its own variables");
  if (address && *address < kNear) return tell("out_of_bounds", "through a null pointer");
  const std::string_view nearest = detail(record, "and is ");
  if (address && (nearest.starts_with("inside") || decimal(nearest).value_or(kNear) < kNear)) {
    if (const std::string named = element(*address, record, known); !named.empty())
      return tell("out_of_bounds", named);
  }
  return tell("out_of_bounds", "memory that lies outside of every allocation", kFarHint);
}

Seen unwritten(const Record& record, const Known& known) {
  const std::string where = at(record, known);
  std::string memory;
  if (const auto address = hexadecimal(detail(record, "Address "))) memory = element(*address, record, known);
  if (memory.empty()) memory = bytes_text(width_of(record)) + " of global memory";
  return {{"uninitialised_read",
           fmt::format("{} reads {} at {}, which nothing has written", thread_of(record), memory, where),
           kUnwrittenHint},
          where};
}

// "Error: Race reported between Write access at K+0xe0 in f.cu:75", "and Read access at ... [256 hazards]"
std::vector<Seen> race(const Record& record) {
  const std::string_view first = after(record.headline, "Race reported between ");
  const std::string here = or_unknown(place(first));
  std::vector<Seen> all;
  for (const std::string& line : record.details) {
    if (!line.starts_with("and ")) continue;
    const std::string_view second = std::string_view(line).substr(4);
    const std::string there = or_unknown(place(before(second, " [")));
    all.push_back(race_of(
        fmt::format("a thread {} shared memory at {}, and another thread of the same block {} it at {}",
                    verb_of(second), there, verb_of(first), here),
        here, there, of_warp(record)));
    all.back().times = decimal(after(second, "[")).value_or(1);
  }
  return all;
}

// "Error: Potential RAW hazard detected at __shared__ 0x47c in block (0,0,0) :", "Write Thread (31,0,0) at
// ..."
std::vector<Seen> hazard(const Record& record) {
  std::vector<std::string_view> lines;
  for (const std::string& line : record.details) {
    if (line.find(" Thread (") != std::string::npos) lines.push_back(line);
  }
  if (lines.size() != 2) return {};
  const std::string here = or_unknown(place(lines[0])), there = or_unknown(place(lines[1]));
  const auto thread = [](std::string_view line) { return id("thread", after(line, "Thread ")); };
  return {race_of(fmt::format("{} of {} {} shared memory at {}, and {} of the same block {} it at {}",
                              thread(lines[1]), id("block", after(record.headline, "in block ")),
                              verb_of(lines[1]), there, thread(lines[0]), verb_of(lines[0]), here),
                  here, there, of_warp(record))};
}

Seen barrier(const Record& record, const Known& known) {
  const std::string where = at(record, known);
  if (record.headline.find("Invalid arguments") != std::string::npos) return mask(record, where);
  if (record.headline.find("Divergent") == std::string::npos) return other(record, known);
  const bool warp = record.headline.find("in warp") != std::string::npos;
  return {{"divergent_barrier",
           fmt::format("{} waits at {}, where other threads of its {} never come", thread_of(record), where,
                       warp ? "warp" : "block"),
           kBarrierHint},
          where};
}

Seen failed_call(const Record& record) {
  const std::string_view error = before(after(record.headline, "Program hit "), " ");
  const std::string call(before(after(record.headline, "API call to "), "."));
  const std::string_view reason = before(after(record.headline, "due to \""), "\"");
  for (const char* of_kernel : {"cudaErrorLaunchFailure", "cudaErrorIllegalAddress",
                                "cudaErrorIllegalInstruction", "cudaErrorMisalignedAddress"}) {
    if (error == of_kernel) return {{"fault", fmt::format("a kernel was ended: {}", reason), ""}, "kernel"};
  }
  if (call.starts_with("cudaLaunch")) {
    return {{"invalid_launch", fmt::format("the launch was refused: {}", reason), kLaunchHint}, call};
  }
  return {{"fault", fmt::format("{} failed: {}", call, reason), ""}, call};
}

Seen other(const Record& record, const Known& known) {
  const std::string where = at(record, known);
  if (record.headline == "Illegal instruction" && detail(record, "at __").starts_with("syncwarp")) {
    return mask(record, where);
  }
  const std::string text = record.headline == "Trace/breakpoint trap"
                               ? fmt::format("{} came to a trap at {}", thread_of(record), where)
                               : fmt::format("{}: {} at {}", record.headline, thread_of(record), where);
  return {{"fault", text, ""}, where + record.headline};
}

}  // namespace mergelab::judge::sanitizer
