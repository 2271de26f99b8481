// What a check found, as data: who did what to which memory, and where. Whoever sees it fills the fields that
// its message (messages.inc) names; text_of() makes its sentence from them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

namespace mergelab::finding {

// clang-format off
#define MERGELAB_RULES(RULE)                                                                                 \
  RULE(race) RULE(uninitialised_read) RULE(write_to_const) RULE(out_of_bounds) RULE(shared_size)             \
  RULE(misaligned) RULE(use_after_free) RULE(host_pointer) RULE(host_access) RULE(wild_pointer)              \
  RULE(divergent_barrier) RULE(deadlock) RULE(warp_mask) RULE(step_limit) RULE(too_slow) RULE(slow_launch)   \
  RULE(waits_for_block) RULE(not_in_a_kernel) RULE(launch_in_a_kernel) RULE(integer_for_pointer)             \
  RULE(async_copy) RULE(host_values) RULE(assertion) RULE(trap) RULE(missing_return) RULE(no_memory)         \
  RULE(invalid_launch) RULE(unasked_error)                                                                   \
  /* of a worker, besides */                                                                                 \
  RULE(outside) RULE(read_outside) RULE(input_changed) RULE(fault) RULE(stack_overflow) RULE(exited)         \
  RULE(endless) RULE(launch_error) RULE(static_shared) RULE(todo)
// clang-format on

/// docs/simt.md says what breaks each.
enum class Rule : std::uint8_t {
#define MERGELAB_RULE(rule) rule,
  MERGELAB_RULES(MERGELAB_RULE)
#undef MERGELAB_RULE
};

inline constexpr std::string_view kRuleNames[] = {
#define MERGELAB_RULE(rule) #rule,
    MERGELAB_RULES(MERGELAB_RULE)
#undef MERGELAB_RULE
};

/// Those before this one are the engine's.
inline constexpr Rule kFirstOfWorker = Rule::outside;

/// "out_of_bounds"
[[nodiscard]] constexpr std::string_view name(Rule rule) {
  return kRuleNames[static_cast<std::size_t>(rule)];
}

/// At most N - 1 bytes; a longer text is cut. Usable in a signal handler.
template <std::size_t N>
class Text {
 public:
  Text() = default;
  Text(std::string_view text) {  // NOLINT(google-explicit-constructor)
    std::memcpy(bytes_.data(), text.data(), std::min(text.size(), N - 1));
  }
  Text(const std::string& text) : Text(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)
  Text(const char* text) : Text(std::string_view(text)) {}         // NOLINT(google-explicit-constructor)

  /// Of a text from another process, too, which may lack its end.
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), ::strnlen(bytes_.data(), N)}; }
  [[nodiscard]] std::string string() const { return std::string(view()); }
  [[nodiscard]] bool empty() const { return bytes_[0] == '\0'; }
  [[nodiscard]] bool operator==(const Text& other) const { return view() == other.view(); }

 private:
  std::array<char, N> bytes_{};
};

using Name = Text<64>;

enum class Message : std::uint8_t {
  none,
#define MERGELAB_MESSAGE(id, rule, text) id,
#include "finding/messages.inc"
#undef MERGELAB_MESSAGE
};

inline constexpr std::size_t kMessages = static_cast<std::size_t>(Message::gpu_error) + 1;

/// What to check or change.
enum class Advice : std::uint8_t {
  none,
#define MERGELAB_ADVICE(id, text) id,
#include "finding/advice.inc"
#undef MERGELAB_ADVICE
};

inline constexpr std::size_t kAdvices = static_cast<std::size_t>(Advice::ask_error) + 1;

/// A line of source; `file` has no folder. Line 0: unknown.
struct Site {
  Name file = {};
  std::int32_t line = 0;
  [[nodiscard]] bool is_known() const { return line > 0 && !file.empty(); }
  [[nodiscard]] bool operator==(const Site&) const = default;
};

/// Of a thread or a block; shown with as many numbers as its launch has dimensions.
struct Coordinates {
  std::uint32_t x = 0, y = 0, z = 0;
  std::uint32_t dimensions = 1;
  [[nodiscard]] bool operator==(const Coordinates&) const = default;
};

/// Who made an access.
struct Agent {
  /// `call`: a CUDA call of the host's, whose name is the finding's `word`, or for the other access
  /// `other_word`.
  enum class Kind : std::uint8_t { none, host, thread, another_thread, bulk_copy, async_copy, call };
  enum class In : std::uint8_t { none, block, same_block, another_block, kernel_before };
  Kind kind = Kind::none;
  In in = In::none;
  Coordinates thread = {}, block = {};  // of a copy: the thread that started it
  [[nodiscard]] bool operator==(const Agent&) const = default;
};

/// An element by the kernel's own name for a part of an array.
struct Part {
  Name name = {};
  std::int64_t index = 0;
  [[nodiscard]] bool operator==(const Part&) const = default;
};

/// A call that allocated memory, or called the function that did: its line, and its enclosing function.
struct CallOf {
  Site site = {};
  Name function = {};
  // Of the calls on its line that have allocated: which one it is, and how many there were.
  std::uint8_t place = 0, places = 0;
  [[nodiscard]] bool operator==(const CallOf&) const = default;
};

/// Memory as a message names it.
struct Memory {
  enum class Form : std::uint8_t { unknown, variable, element, byte, nameless, unshared_barrier };
  static constexpr std::size_t kParts = 3, kCalls = 3;

  Form form = Form::unknown;
  static constexpr std::uint8_t kOfAnotherBlock = 2;
  std::uint8_t is_shared = 0;          // 1, or kOfAnotherBlock in a cluster
  Name name = {};                      // of the variable or array; empty: see `allocation`
  std::uint64_t allocation = 0;        // "buffer 9", if no line of `calls` names its variable
  std::array<CallOf, kCalls> calls{};  // innermost first
  std::int64_t index = 0;              // of the element, or of the byte
  std::uint64_t extent = 0;            // of the whole: elements, or bytes for Form::byte
  std::uint64_t bytes = 0;             // of the access
  std::array<Part, kParts> parts{};    // of dynamic shared memory, whose own name and index are above
  Name past = {};                      // the part whose end was passed

  [[nodiscard]] std::size_t part_count() const {
    std::size_t count = 0;
    while (count < kParts && !parts[count].name.empty()) ++count;
    return count;
  }
  [[nodiscard]] bool operator==(const Memory&) const = default;
};

struct Access {
  enum class Verb : std::uint8_t { read, write, update };
  enum class Wait : std::uint8_t { none, block, tile, warp, phase, grid, cluster };
  Agent by = {};
  Verb verb = Verb::read;
  Wait wait = Wait::none;
  Memory memory = {};
  Site at = {};
  // Of the function at `at`, if that is of another file. In a race of two kernels: its kernel's launch.
  Site caller = {};
  [[nodiscard]] bool operator==(const Access&) const = default;
};

/// What a thread does with a barrier that counts arrivals; numbers[0] of its message.
enum class BarrierUse : std::uint8_t { arrive, wait, expect_bytes, start_copy };

struct Finding {
  static constexpr std::uint32_t kNoEvent = ~std::uint32_t{0};

  Message message = Message::none;
  Advice advice = Advice::none;
  Rule rule = Rule::race;
  Access access = {};
  Access other = {};                      // the earlier access of a race; another that waits
  std::array<std::int64_t, 5> numbers{};  // as the message names them
  std::uint64_t more_threads = 0;         // that did the same
  Agent returned = {};                    // a thread that had returned before a barrier
  Text<160> word = {};                    // a call, a type, an expression or a file
  Name other_word = {};
  // In a log of simt/trace.hpp: the earlier access, and the one that broke the rule.
  std::uint32_t earlier_event = kNoEvent, event = kNoEvent;

  Finding() = default;
  explicit Finding(Message which, Advice what = Advice::none);
  [[nodiscard]] bool operator==(const Finding&) const = default;

  /// A race of two plain writes: no thread reads another's.
  [[nodiscard]] bool is_of_two_writes() const {
    return message == Message::race && access.verb == Access::Verb::write &&
           other.verb == Access::Verb::write;
  }
  /// A race with a thread of an earlier kernel, which may still run.
  [[nodiscard]] bool is_with_kernel_before() const { return other.by.in == Agent::In::kernel_before; }
};
static_assert(std::is_trivially_copyable_v<Finding>);

/// Of the table.
[[nodiscard]] Rule rule_of(Message message);

}  // namespace mergelab::finding

namespace mergelab {
using finding::Finding;
}
