// Launches without a following cudaGetLastError: one that failed has no effect, and the program continues.
#pragma once

#include <cstdint>
#include <simt/engine.hpp>
#include <string>
#include <vector>

namespace simt::check {

/// cudaGetLastError and similar.
void error_asked();
void forget_launches();
/// The running launch's call.
[[nodiscard]] std::uintptr_t running_launch();

/// Whether violations.cpp has a violation.
[[nodiscard]] bool any_violation();

/// The findings about launches since the last check.
[[nodiscard]] std::vector<Violation> launch_violations();

}  // namespace simt::check
