// What a judge saw of one test: facts only, no points.
#pragma once

#include <map>
#include <string>

#include "model/verdict.hpp"

namespace mergelab {

struct Observation {
  std::string item;    // Item::id
  std::string family;  // Family::name
  std::string test;    // "family/case"
  Verdict verdict = Verdict::grader_error;
  std::string message;  // what happened and where, for a student; empty when passed
  std::string symptom;  // one of symptom_names(), for the hints; may be empty
  bool hidden = false;  // its values and message must not be shown
  double duration_s = 0;
  std::map<std::string, double> metrics;
};

}  // namespace mergelab
