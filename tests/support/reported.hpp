// Outcomes as a judge reports them, with their messages.
#pragma once

#include <string>
#include <utility>

#include "model/outcome.hpp"

namespace mergelab {

inline Outcome reported(Verdict verdict, std::string message, std::string symptom = "") {
  return {.verdict = verdict, .symptom = std::move(symptom), .message = std::move(message)};
}

}  // namespace mergelab
