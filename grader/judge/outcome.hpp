// What came of one test, before anyone gives points for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/observation.hpp"

namespace mergelab::judge {

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
  std::string message;  // for a student, without the test's name
  std::string symptom;
  std::map<std::string, double> metrics;
  std::vector<LineProfile> lines{};
  std::map<std::string, std::vector<double>> samples{};  // see Observation
  [[nodiscard]] bool passed() const { return verdict == Verdict::passed; }
};

}  // namespace mergelab::judge
