// What a judge saw of one test: facts only, no points.
#pragma once

#include <string>

#include "model/backend.hpp"
#include "model/outcome.hpp"
#include "model/verdict.hpp"

namespace mergelab {

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
