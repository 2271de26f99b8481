// What a judge saw of one test: facts only, no points.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/course.hpp"
#include "model/verdict.hpp"

namespace mergelab {

/// What one source line of a student's file did, as the CPU engine counted it.
struct LineProfile {
  std::string file;
  int line = 0;
  std::string text;
  std::uint64_t requests = 0, sectors = 0, ideal_sectors = 0;  // of global memory, by warps
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;          // of shared memory
  std::uint64_t executions = 0, lanes = 0;  // memory instructions, and lanes active in them
};

struct Observation {
  Backend backend = Backend::cpu;
  std::string item;    // Item::id
  std::string family;  // Family::name
  std::string test;    // "family/case"
  Verdict verdict = Verdict::grader_error;
  std::string message;  // what happened and where, for a student; empty when passed
  std::string symptom;  // one of symptom_names(), for the hints; may be empty
  bool hidden = false;  // its values and message must not be shown
  double duration_s = 0;
  std::map<std::string, double> metrics;
  std::map<std::string, std::vector<double>> samples;  // of timed tests, in ms: one figure per call
  std::vector<LineProfile> lines;                      // hottest first; empty unless a profile was asked for
};

}  // namespace mergelab
