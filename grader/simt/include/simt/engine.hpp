// The CPU engine as the process that hosts it sees it; CUDA source sees <cuda_runtime.h> instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

struct Extent {
  unsigned x = 1, y = 1, z = 1;
  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

/// One kernel launch, as observed.
struct LaunchRecord {
  Extent grid, block;
  std::size_t dynamic_shared_bytes = 0;
  std::size_t static_shared_bytes = 0;
};

/// A broken rule that ends the run: a divergent barrier, a bad launch.
struct Finding {
  std::string rule;  // "divergent-barrier"
  std::string text;  // for the student: what, where, which threads
};

/// Tells the engine which shared object holds the kernels (a handle from dlopen), so that it finds the
/// object's shared memory. Throws std::runtime_error.
void attach(void* module);

/// Launches since the last reset, in order.
[[nodiscard]] const std::vector<LaunchRecord>& launches();
void reset_launches();

/// Called when a rule is broken; must not return. Without one, the finding is printed and the process aborts.
void set_finding_handler(void (*handler)(const Finding&));

/// In which order blocks run, and the threads of a block wherever several could run next. CUDA promises none
/// of these orders, so a right program computes the same in all of them.
struct Order {
  enum class Kind { Forward, Reverse, Random };  // Forward: by block and thread number
  Kind kind = Kind::Forward;
  std::uint64_t seed = 0;  // for Random: the same seed gives the same order
};
void set_order(Order order);

/// Fills the shared memory of every block with this byte before the block starts (default 0xCD).
void set_shared_poison(std::uint8_t byte);

}  // namespace simt
