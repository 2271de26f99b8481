// Launches after which nobody calls cudaGetLastError: one that failed changes nothing, and the program goes
// on.
#pragma once

#include <cstdint>
#include <simt/engine.hpp>
#include <string>
#include <vector>

namespace simt::check {

/// cudaGetLastError and its kin.
void error_asked();
void forget_launches();
/// The call of the launch that runs.
[[nodiscard]] std::uintptr_t running_launch();

/// Whether a rule was broken that violations.cpp keeps.
[[nodiscard]] bool any_violation();

/// What is to be said of the launches since the last question.
[[nodiscard]] std::vector<Violation> launch_violations();

}  // namespace simt::check
