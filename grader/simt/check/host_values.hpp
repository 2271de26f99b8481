// How much host code learns of values that the device has, and how much it gives back. What kernels store has
// to come from device memory by kernels: a merge that is done by host code gives back more than lengths and
// parameters are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/core/watch.hpp"

namespace simt::check {

/// Round a launch: what it takes from host code, and what it leaves in memory that host code reads by itself.
void launch_takes(const void* arguments, std::size_t bytes, std::uintptr_t pc);
void launch_leaves(std::uintptr_t pc);

/// Before `call` copies rows; as many and as wide as they are `from`.
void host_copies(const char* call, const core::Rows& to, const core::Rows& from, std::uintptr_t pc);
/// After `call` has filled rows with one value.
void host_fills(const char* call, const core::Rows& to, std::uintptr_t pc);

}  // namespace simt::check
