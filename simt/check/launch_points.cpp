// A copy of the launching thread's clocks.
#include "launch_points.hpp"

#include <algorithm>
#include <utility>

#include "races.hpp"
#include "simt/core/scheduler.hpp"
#include "state.hpp"

namespace simt::check {

struct LaunchPoint {
  std::uint32_t launch_start, phase_start, block_start, interval_start;
  std::uint32_t time;  // of the launch
  unsigned thread;
  std::uint32_t floor, several, warp_floor;
  std::uint32_t seen[32];
  std::uint32_t tile_floor[State::kTileSizes];
  std::vector<std::uint32_t> given;  // by counting barriers: by thread
};

namespace {

LaunchPoints& points() {
  static LaunchPoints& all = *new LaunchPoints;
  return all;
}

/// As ordered() in races.cpp, for the launching thread at its launch.
bool comes_before(const Cell& cell, unsigned record, const LaunchPoint& point) {
  const std::uint32_t time = cell.time[record];
  const unsigned thread = cell.thread[record] & kNumber;
  const Contention others = record == kWriter ? cell.contention : kAlone;
  if (time <= point.floor || time < point.phase_start) return true;
  if (others != kAlone && time <= point.several) return true;
  if (others == kOfGrid || time < point.block_start) return false;
  if (time < point.interval_start) return true;
  for (unsigned i = 0; i < State::kTileSizes; ++i) {
    const unsigned size = 64U << i;
    if (thread / size == point.thread / size && time <= point.tile_floor[i]) return true;
  }
  if (others == kOfBlock) return false;
  if (others == kAlone) {
    if (thread == point.thread) return true;
    if (thread < point.given.size() && time <= point.given[thread]) return true;
  }
  if (thread / 32 != point.thread / 32) return false;
  return time <= point.warp_floor || time <= point.seen[thread % 32];
}

}  // namespace

std::shared_ptr<const LaunchPoint> launch_point() {
  const unsigned me = core::Scheduler::instance().running();
  ++state.kernels_launched;
  auto point = std::make_shared<LaunchPoint>();
  point->launch_start = state.launch_start;
  point->phase_start = state.phase_start;
  point->block_start = state.block_start;
  point->interval_start = state.interval_start;
  point->thread = me;
  point->floor = state.floor[me];
  point->several = state.several[me];
  point->warp_floor = state.warp_floor[me / 32];
  std::copy_n(state.seen[me], 32, point->seen);
  for (unsigned i = 0; i < State::kTileSizes; ++i)
    point->tile_floor[i] = state.tile_floor[i][me / (64U << i)];
  if (barriers_gave) {
    for (unsigned t = 0; t < state.threads; ++t) point->given.push_back(given_by_barriers(t, me));
  }
  // What follows is not ordered before the kernel.
  point->time = state.arrived[me] = state.now++;
  return point;
}

void set_launch_points(LaunchPoints all) { points() = std::move(all); }
const LaunchPoints& launch_points() { return points(); }

std::uint32_t floor_of_launch() { return points().empty() ? 0 : points().back()->floor; }

bool comes_before_launch(const Cell& cell, unsigned record) {
  const std::uint32_t time = cell.time[record];
  return std::any_of(points().begin(), points().end(), [&](const auto& point) {
    return time >= point->launch_start && time <= point->time && comes_before(cell, record, *point);
  });
}

}  // namespace simt::check
