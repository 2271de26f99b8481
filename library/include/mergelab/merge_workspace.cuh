// Memory that device_merge keeps from one merge to the next.
#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <cstdint>

namespace mergelab {

/// Device memory in which a merge's first kernel passes the tiles' beginnings to the second, while that one
/// already merges. It makes merges faster whose output has 64 MiB to 1 GiB (for only keys of 4 bytes: from 32
/// MiB on): of keys of 4 to 16 bytes, or of 4 to 8 bytes with values of 4 to 8. Not used by other merges, by
/// merges captured into a graph, longer than the reservation or on another device, or before sm_90.
///
/// Nothing must be cleared or waited for: each merge marks its words with its number, and ignores those of a
/// merge that failed or was killed. Merges in several streams may share a workspace and stay correct; but
/// blocks that find another merge's marks search for themselves, which is slower than one workspace per
/// stream. It must outlive the merges that use it. Not copyable. Thread-safe except reserve().
class MergeWorkspace {
 public:
  MergeWorkspace() = default;
  MergeWorkspace(const MergeWorkspace&) = delete;
  MergeWorkspace& operator=(const MergeWorkspace&) = delete;
  /// Waits for the device.
  ~MergeWorkspace() { cudaFree(memory_); }

  /// Returns how many bytes of device memory reserve() takes for merges of at most so many outputs: one per
  /// 32 outputs.
  [[nodiscard]] static constexpr std::int64_t bytes_for(std::int64_t outputs) {
    return (outputs / kLeastTile + 2) * kEntryBytes;
  }
  /// Replaces its memory with memory of the current device. Waits for the device. Returns the status of
  /// cudaMalloc and cudaMemset; after an error the workspace is empty, and merges don't use it.
  [[nodiscard]] cudaError_t reserve(std::int64_t outputs) {
    cudaFree(memory_);
    memory_ = nullptr;
    tiles_ = 0;
    if (outputs < 0) return cudaErrorInvalidValue;
    cudaError_t status = cudaGetDevice(&device_);
    if (status == cudaSuccess) status = cudaMalloc(&memory_, static_cast<std::size_t>(bytes_for(outputs)));
    if (status == cudaSuccess) status = cudaMemset(memory_, 0, static_cast<std::size_t>(bytes_for(outputs)));
    if (status == cudaSuccess) status = cudaDeviceSynchronize();
    if (status == cudaSuccess) {
      tiles_ = bytes_for(outputs) / kEntryBytes;
      return status;
    }
    cudaFree(memory_);
    memory_ = nullptr;
    return status;
  }

  // For device_merge.
  [[nodiscard]] void* memory() const { return memory_; }
  /// Whether a merge of so many tiles may use it on this stream of the current device.
  [[nodiscard]] cudaError_t is_usable(std::int64_t tiles, [[maybe_unused]] cudaStream_t stream,
                                      bool& usable) const {
    usable = false;
    int device = 0;
    cudaError_t status = cudaGetDevice(&device);
    if (status != cudaSuccess || device != device_ || tiles > tiles_) return status;
#ifdef __CUDACC__
    // A replayed graph would repeat its number and accept old splits.
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    status = cudaStreamIsCapturing(stream, &capture);
    if (status != cudaSuccess || capture != cudaStreamCaptureStatusNone) return status;
#endif
    usable = true;
    return status;
  }
  /// The number of the next merge, from 1 on; 0 when all are used, after four thousand million merges.
  [[nodiscard]] unsigned next() {
    unsigned last = last_.load(std::memory_order_relaxed);
    do {
      if (last == ~0U) return 0;
    } while (!last_.compare_exchange_weak(last, last + 1, std::memory_order_relaxed));
    return last + 1;
  }

 private:
  static constexpr std::int64_t kLeastTile = 512, kEntryBytes = 16;
  void* memory_ = nullptr;
  std::int64_t tiles_ = 0;
  int device_ = -1;
  std::atomic<unsigned> last_{0};
};

}  // namespace mergelab
