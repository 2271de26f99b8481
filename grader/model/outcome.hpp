// What happened in one test, and which of CUDA's rules were broken meanwhile: facts only, no points.
#pragma once

#include "model/backend.hpp"
#include "model/trace.hpp"

namespace mergelab {

/// A rule of CUDA that a kernel broke, as a checker saw it.
struct Violation {
  std::string rule;  // one of symptoms()
  Explanation why;
  std::string text{}, hint{};  // in words, for a student
};

/// For a student: the text, and the hint on a separate line.
[[nodiscard]] std::string in_words(const Violation& violation);

/// What one source line of a student's file did, as the CPU engine counted it.
struct LineProfile {
  std::string file;
  int line = 0;
  std::string text;
  std::uint64_t requests = 0, sectors = 0, ideal_sectors = 0;  // of global memory, by warps
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;          // of shared memory
  std::uint64_t executions = 0, lanes = 0;  // memory instructions, and lanes active in them
};

struct Outcome {
  Verdict verdict = Verdict::passed;
  Explanation why{};      // what happened and where; empty when passed
  std::string symptom{};  // one of symptoms(), for the hints; may be empty
  std::map<std::string, double> metrics{};
  std::vector<LineProfile> lines{};  // hottest first; empty unless a profile was asked for
  std::map<std::string, std::vector<double>> samples{};  // of timed tests, in ms: one figure per call
  std::vector<Violation> violations{};                   // seen while it ran, whatever its verdict
  std::string printed{};  // by the student's code, untrusted: of a visible case, and where Job::local asks
  std::optional<Trace> trace{};      // of a visible case, where it was asked for
  std::uint32_t problem = 0;         // of the test's, that the message speaks of
  std::string message{};             // `why` in words, for a student, without the test's name
  std::vector<std::string> clues{};  // what else was seen, as `symptom`: a hint may ask for several
  std::string of_test{};  // the test that broke the rule, with which the message begins; empty: this one
  bool untried = false;   // since others had taken too long, or ended the program
  std::vector<std::string> untried_for{};  // the tests that took too long
  [[nodiscard]] bool passed() const { return verdict == Verdict::passed; }
};

struct Observation {
  Backend backend = Backend::cpu;
  std::string item;     // Item::id
  std::string family;   // Family::name
  std::string test;     // "family/case"
  bool hidden = false;  // its values and message must not be shown
  double duration_s = 0;
  Outcome outcome{.verdict = Verdict::grader_error};
};

/// The public part of a test: of a hidden one only its place and its verdict.
[[nodiscard]] Observation public_part(Observation seen);
/// Replaces a hidden test's message: "a hidden case: wrong answer".
[[nodiscard]] std::string hidden_message(Verdict verdict);

}  // namespace mergelab
