// Counts the bytes of device values that host code reads, and those that it writes back. Kernels must store
// data that comes from device memory through kernels: a merge on the host writes back more than lengths and
// parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <simt/engine.hpp>
#include <simt/launch.hpp>

#include "simt/core/watch.hpp"

namespace simt::check {

/// Around a launch: what it takes from host code, and what it leaves in memory that host code reads directly.
void launch_takes(const LaunchConfig& config, const void* code, const void* arguments, std::size_t bytes,
                  std::uintptr_t pc);
void launch_leaves(std::uintptr_t pc);

/// Before host code uses a __device__ variable by its name: from then on both sides use it alike.
void host_names_variable(std::uintptr_t variable, std::uintptr_t pc);

/// `call` takes a description that kernels will use, as of a texture.
void host_describes(const char* call, const void* description, std::size_t bytes, std::uintptr_t pc);

/// Before `call` copies rows; `from` has their number and width. Whether all that is copied was left by
/// kernels, in device memory or in memory that host code uses, too, but has not changed since.
bool host_copies(const char* call, const core::Rows& to, const core::Rows& from, std::uintptr_t pc);
/// After `call` has filled rows with one value.
void host_fills(const char* call, const core::Rows& to, std::uintptr_t pc);

// Host code that uses a __device__ variable by its name: on a GPU it has a separate copy.

/// Reports a read of what a kernel has written, and keeps a write for the kernels that come.
void host_uses_variable(const core::Access& access);

/// The variable with this address.
[[nodiscard]] finding::Memory variable_with(std::uintptr_t address);

/// A call copies to the variable, or fills it.
void call_writes_variable(std::uintptr_t address);

/// Round a launch: reports what its kernel has read of host code's copies.
void kernel_may_use_variables();
void kernel_has_used_variables();

void forget_host_copies();

}  // namespace simt::check
