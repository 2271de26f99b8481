// What comes before a kernel that a kernel's thread has launched: what the thread had done until then, and
// what was ordered before that.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "state.hpp"

namespace simt::check {

struct LaunchPoint;
/// Of a kernel: where it was launched, and before that where the launching kernel was.
using LaunchPoints = std::vector<std::shared_ptr<const LaunchPoint>>;

/// The running thread launches a kernel now.
[[nodiscard]] std::shared_ptr<const LaunchPoint> launch_point();

/// Of the kernel, copy or fill that comes next.
void set_launch_points(LaunchPoints points);
[[nodiscard]] const LaunchPoints& launch_points();

/// Everything up to this time is ordered before the last point.
[[nodiscard]] std::uint32_t floor_of_launch();
/// Whether a launching kernel made the access before its launch, or what its launching thread knew of it.
[[nodiscard]] bool comes_before_launch(const Cell& cell, unsigned record);

}  // namespace simt::check
