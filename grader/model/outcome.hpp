// What happened in one test, and which of CUDA's rules were broken meanwhile.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/verdict.hpp"

namespace mergelab {

/// A rule of CUDA that a kernel broke, as a checker saw it.
struct Violation {
  std::string rule;  // one of symptom_names()
  std::string text;  // for a student
  std::string hint;
};

/// For a student: the text, and the hint on a line of its own.
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

/// Symptoms, for the hints of lab.json. What went wrong by itself:
///   unwritten          an element of C still holds what was there before the call
///   payload            keys right, origins wrong: not stable
///   lost_keys          C does not hold the keys of A and B
///   first_tile_right   the first wrong element is past the first tile of its section
///   last_tile          only the last tile of a section, or of C, is wrong
///   outside, input_changed, read_outside   memory that is not the student's to touch
///   fault, stack_overflow, exited, endless, memory, output
///   no_launch, wrong_grid, shared_memory, launch_error, divergent_barrier
///   out_of_range, not_a_split, split_not_stable   of co_rank's result
///   comparisons, slow, implausible
///   stream, unfinished   work that a timed call left outside of the default stream, or of itself
///   race, out_of_bounds, use_after_free, uninitialised_read, misaligned, write_to_const, shared_size
///   host_access, host_pointer, wild_pointer, warp_mask, invalid_launch
///                      rules that the CPU engine saw broken
///   loads, lane_loads, search_reads, stores, sectors, wavefronts, barriers, span
///                      thresholds of traffic_metrics()
struct Outcome {
  Verdict verdict = Verdict::passed;
  std::string message;  // what happened and where, for a student, without the test's name; empty when passed
  std::string symptom;  // one of symptom_names(), for the hints; may be empty
  std::map<std::string, double> metrics;
  std::vector<LineProfile> lines{};  // hottest first; empty unless a profile was asked for
  std::map<std::string, std::vector<double>> samples{};  // of timed tests, in ms: one figure per call
  std::vector<Violation> violations{};                   // seen while it ran, whatever its verdict
  [[nodiscard]] bool passed() const { return verdict == Verdict::passed; }
};

}  // namespace mergelab
