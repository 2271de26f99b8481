// Runs a grid, and keeps what the hosting process has said of launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <simt/engine.hpp>
#include <simt/launch.hpp>

namespace simt::core {

/// Runs `body(context)` once per CUDA thread, blocks one after another. `kernel` is the code that says what
/// static shared memory there is. `overlaps_previous`: nothing
/// orders the grid after the one before but what its threads wait for. False without memory for the threads'
/// stacks.
[[nodiscard]] bool run_grid(const LaunchConfig& config, bool overlaps_previous, const void* kernel,
                            void (*body)(void*), void* context, std::size_t context_bytes);

/// What every call that needs the device returns since a kernel ended by an assertion or a trap; cudaSuccess
/// before.
[[nodiscard]] cudaError_t lost_device();

/// Grows with every launch.
[[nodiscard]] std::uint64_t launches_begun();

/// Keeps the launch at `pc` for host::refused_launch(), where it is the first.
void keep_refused(RefusedLaunch refused, std::uintptr_t pc);

/// The most dynamic shared memory by kernel, where cudaFuncSetAttribute changed it.
[[nodiscard]] std::map<const void*, std::size_t>& dynamic_limits();

}  // namespace simt::core
