// What the judge makes of a worker's messages: nothing in them is believed, so no text is shown as it comes
// (files.hpp), every count is bounded, and every sum saturates.
#pragma once

#include "judge/findings.hpp"
#include "model/course.hpp"
#include "sandbox/process.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

/// The clue of a broken rule after which the run did not end by itself.
inline constexpr const char* kOutOfTime = "out_of_time";

[[nodiscard]] Violation violation_of(const wire::Violation& message, const StudentFiles& files);
/// Empty for a line that is not the student's.
[[nodiscard]] std::optional<LineProfile> profile_of(const wire::Line& message, const StudentFiles& files);

/// The longest call that a time is believed of, in seconds.
inline constexpr double kLongestCallS = 3600;

/// A message whose every number is in its range: what a worker of ours can't say becomes what it says that
/// knows nothing. All messages go through here, where they enter.
[[nodiscard]] wire::Done checked(wire::Done message);
[[nodiscard]] wire::Fetched checked(wire::Fetched message);
[[nodiscard]] wire::Stopped checked(wire::Stopped message);
template <class Message>
[[nodiscard]] Message checked(const Message& message) {
  return message;  // its numbers are the nonce's, the judge's own, or checked where they are used
}

/// What the sizes of cases follow from, when a function of so many `outputs` launched so. A grid of more
/// threads than any such case has outputs counts as one of so many. Empty: nothing was launched that CUDA
/// allows.
[[nodiscard]] std::optional<Launch> launch_of(const wire::Launches& launches, std::int64_t outputs);

/// The report of a refused launch; empty without one.
[[nodiscard]] std::optional<Violation> violation_of(const wire::RefusedLaunch& refused,
                                                    const StudentFiles& files);
/// Tells of the refused launch first, where something failed after it in the same problem.
void tell_refused_first(const wire::RefusedLaunch& refused, const StudentFiles& files, Outcome& outcome);

/// What a worker's report of its end means.
[[nodiscard]] Outcome outcome_of(const wire::Stopped& stopped, const Limits& limits,
                                 const StudentFiles& files);

/// The meaning of a worker's end without a report; `cpu_limit_s`: what it might use.
[[nodiscard]] Outcome outcome_of(const sandbox::Exit& exit, const Limits& limits, double cpu_limit_s,
                                 double wall_limit_s);

/// Whether it announces as few further messages as a worker of ours does.
[[nodiscard]] bool announces_few(const wire::Fetched& fetched);

/// The product of a grid's or a block's extents; the largest number where that is larger.
[[nodiscard]] std::int64_t volume(const std::array<std::uint32_t, 3>& extents);
/// Of a block, static and dynamic; the largest number where the sum is larger.
[[nodiscard]] std::int64_t shared_bytes(const wire::Launches& launches);

}  // namespace mergelab::judge
