// Runs a grid, and keeps the hosting process's settings for launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <simt/engine.hpp>
#include <simt/launch.hpp>

namespace simt::core {

/// Runs `body(context)` once per CUDA thread, blocks one after another. `kernel` is the code that determines
/// the static shared memory. `overlaps_previous`: only its threads' waits order the grid after the previous
/// one. False without memory for the threads' stacks.
[[nodiscard]] bool run_grid(const LaunchConfig& config, bool overlaps_previous, const void* kernel,
                            void (*body)(void*), void* context, std::size_t context_bytes);

/// Whether the running kernel is a template whose arguments the launch deduces: it is part of the launch's
/// code.
extern bool is_inlined_kernel __attribute__((visibility("hidden")));

/// Returned by every call that needs the device after an assertion or a trap ended a kernel; cudaSuccess
/// before.
[[nodiscard]] cudaError_t lost_device();

/// Increases with every launch.
[[nodiscard]] std::uint64_t launches_begun();

/// The first refused launch since the last reset that the program has not asked about; else the last one.
struct KeptRefusal {
  RefusedLaunch launch;
  std::uintptr_t pc = 0;  // of the call
  bool asked = false;     // whether the program has called cudaGetLastError or similar since
};
[[nodiscard]] const KeptRefusal& kept_refusal();
void keep_refused(RefusedLaunch refused, std::uintptr_t pc);
void refusal_asked();

/// Keeps a thread of the running block for host::returned_early(), if it is the first.
void keep_returned(unsigned thread);

/// For host::copies().
[[nodiscard]] Copies& copies();

/// The most dynamic shared memory by kernel, if set by cudaFuncSetAttribute.
[[nodiscard]] std::map<const void*, std::size_t>& dynamic_limits();

}  // namespace simt::core
