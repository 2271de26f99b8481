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
  /// Of a lab without a kit: bytes that host code may give the device in a call, once it has looked at most
  /// of what is there; 0: what follows from the outputs.
  std::int64_t host_bytes = 0;
};

}  // namespace mergelab
