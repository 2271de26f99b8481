// Launches without a following cudaGetLastError: one that failed has no effect, and the program continues.
#pragma once

#include <cstdint>
#include <simt/engine.hpp>
#include <string>
#include <vector>

namespace simt::check {

/// cudaGetLastError and similar, of all launches before.
void error_asked();
/// The next launch was called by a kernel's thread, whose errors are its own.
void launch_called_by_kernel(std::uintptr_t pc);
/// The running launch's call, and the calls of host code that led to it, the innermost first.
[[nodiscard]] std::uintptr_t running_launch();
[[nodiscard]] const std::vector<std::uintptr_t>& calls_of_launch();

/// Whether violations.cpp has a violation.
[[nodiscard]] bool any_violation();

/// The findings about launches since the last check.
[[nodiscard]] std::vector<Finding> launch_violations();

}  // namespace simt::check
