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

/// The line of the running launch, or of the algorithm that launches.
[[nodiscard]] finding::Site line_of_launch();
/// The kernel that was launched last runs from this time on.
void note_launch(std::uint32_t time);
/// The line of the launch whose kernel ran then, if it is still known.
[[nodiscard]] finding::Site line_of_launch_at(std::uint32_t time);
void forget_launches();

/// Whether violations.cpp has a violation.
[[nodiscard]] bool any_violation();

/// The findings about launches since the last check.
[[nodiscard]] std::vector<Finding> launch_violations();

}  // namespace simt::check
