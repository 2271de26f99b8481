// CUDA's device runtime: what a kernel's threads put into streams, and the calls that only they make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <simt/refused_launch.hpp>
#include <vector>

#include "graphs.hpp"
#include "simt/check/launch_points.hpp"
#include "simt/core/stream_order.hpp"
#include "state.hpp"

namespace simt::api {

/// A grid, from its launch until all that its threads have launched has ended. Its own blocks run first.
class RunningGrid {
 public:
  explicit RunningGrid(cudaStream_t stream) SIMT_HIDDEN;
  ~RunningGrid() SIMT_HIDDEN;
  RunningGrid(const RunningGrid&) = delete;
  RunningGrid& operator=(const RunningGrid&) = delete;

  [[nodiscard]] bool is_child() const { return parent_ != nullptr; }
  /// 0 for a launch by host code.
  [[nodiscard]] unsigned depth() const { return depth_; }
  /// A thread puts the work into a stream of the grid.
  cudaError_t put(cudaStream_t stream, Work work) SIMT_HIDDEN;
  /// Its blocks have ended.
  void run_launched() SIMT_HIDDEN;

 private:
  struct Launched {
    cudaStream_t chain;  // a stream that only the checkers know; without checks, the grid's
    Work work;
    std::shared_ptr<const check::LaunchPoint> point;  // only with checks
  };
  [[nodiscard]] cudaStream_t chain_of(cudaStream_t stream) SIMT_HIDDEN;
  void run(const Launched& launched, const core::StreamOrder::Clock& before,
           check::LaunchPoints points) SIMT_HIDDEN;

  RunningGrid* parent_;
  unsigned depth_;
  cudaStream_t stream_;
  core::StreamOrder::Clock before_;  // what the grid comes after
  check::LaunchPoints points_;
  std::vector<Launched> launched_, last_;         // into streams, and into cudaStreamTailLaunch
  std::map<std::uint64_t, cudaStream_t> chains_;  // of the blocks' default streams, and of last_
  std::set<cudaStream_t> begun_;                  // chains
};

/// First in every call that needs the device and that kernels may make, too.
#define SIMT_NEEDS_DEVICE_OR_KERNEL   \
  SIMT_ANY_CALL;                      \
  if (!simt::api::in_device_code()) { \
    SIMT_NEEDS_DEVICE;                \
  }

/// Whether a kernel's thread calls. Ends the run where kernels may not call the device runtime.
[[nodiscard]] bool in_device_code() SIMT_HIDDEN;

/// First in a launch by the running thread.
void note_launch_in_kernel(std::uintptr_t pc) SIMT_HIDDEN;
/// Why a launch by the running thread is refused, except for its shape.
[[nodiscard]] RefusedLaunch refused_in_kernel() SIMT_HIDDEN;
/// A call of the running thread that puts work into a stream.
cudaError_t put_into_stream(cudaStream_t stream, Work work) SIMT_HIDDEN;

/// The last error of the running thread.
[[nodiscard]] cudaError_t& error_of_thread() SIMT_HIDDEN;

cudaError_t create_device_stream(cudaStream_t* stream, std::uintptr_t pc) SIMT_HIDDEN;
cudaError_t destroy_device_stream(cudaStream_t stream) SIMT_HIDDEN;
cudaError_t create_device_event(cudaEvent_t* event, std::uintptr_t pc) SIMT_HIDDEN;
cudaError_t destroy_device_event(cudaEvent_t event) SIMT_HIDDEN;
cudaError_t record_device_event(cudaEvent_t event, cudaStream_t stream) SIMT_HIDDEN;
cudaError_t wait_for_device_event(cudaStream_t stream, cudaEvent_t event) SIMT_HIDDEN;

/// Before `call` writes its result, for host code or for a kernel's thread.
void writes_result(const char* call, const void* memory, std::size_t bytes, std::uintptr_t pc) SIMT_HIDDEN;

}  // namespace simt::api
