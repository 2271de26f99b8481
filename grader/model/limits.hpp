// What a lab's code may take while it is built and run.
#pragma once

#include <cstdint>

namespace mergelab {

struct Limits {
  double case_cpu_s = 2;    // one call of the student's function
  double lab_cpu_s = 30;    // all calls of one lab together
  double build_cpu_s = 30;  // one compilation
  std::int64_t memory_mib = 2048;
  std::int64_t output_kib = 64;  // what a worker may print
};

}  // namespace mergelab
