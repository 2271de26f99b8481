// What the grader can say about a test, an item or a lab: one vocabulary for every part of it.
#pragma once

#include <optional>
#include <string_view>

namespace mergelab {

enum class Verdict {
  passed,
  wrong_answer,         // returned, with other bytes than the contract requires
  checker_violation,    // the CPU engine saw a broken rule of CUDA, such as a divergent barrier
  too_slow,             // right, with a performance metric past its threshold; partial credit is included
  todo,                 // a LAB_TODO was reached
  not_submitted,        // the lab's file is not in the submission
  build_failed,         // the compiler or the linker refused it
  forbidden,            // it uses something that the course forbids
  crashed,              // a signal, or an exit before the answer
  timed_out,            // CPU or wall time ran out
  resource_limit,       // memory, output or file size ran out
  invalid_measurement,  // a figure that cannot be true
  not_run,              // decided before student code runs, by backend, rubric and GPU alone
  grader_error,         // the grader itself failed; no score can be given
};

[[nodiscard]] std::string_view to_string(Verdict verdict);
/// In a student's words: "wrong answer".
[[nodiscard]] std::string_view phrase(Verdict verdict);
[[nodiscard]] std::optional<Verdict> from_name(std::string_view name, const Verdict* which);

/// Whether a test with this verdict stays in the maximum score. Only `not_run` leaves it; nothing that
/// a student's process does leads there.
[[nodiscard]] constexpr bool counts_in_maximum(Verdict verdict) { return verdict != Verdict::not_run; }

/// Of two verdicts, the one that better explains the lost points, for an item's or a lab's headline.
[[nodiscard]] Verdict worse(Verdict a, Verdict b);

}  // namespace mergelab
