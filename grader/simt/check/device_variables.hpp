// Host code that uses a __device__ variable by its name: on a GPU it has a separate copy.
#pragma once

#include "simt/core/watch.hpp"

namespace simt::check {

/// Reports a read of what a kernel has written, and keeps a write for the kernels that come.
void host_uses_variable(const core::Access& access);

/// A call copies to the variable, or fills it.
void call_writes_variable(std::uintptr_t address);

/// Round a launch: reports what its kernel has read of host code's copies.
void kernel_may_use_variables();
void kernel_has_used_variables();

void forget_host_copies();

}  // namespace simt::check
