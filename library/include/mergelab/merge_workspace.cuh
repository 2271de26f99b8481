// Memory that device_merge keeps from one merge to the next.
#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <cstdint>

namespace mergelab {

/// Device memory in which a merge's first kernel tells the second where tiles begin, while that one already
/// merges. It makes merges faster whose output has 64 MiB to 1 GiB (of keys of 4 bytes alone: from 32 MiB
/// on): of keys of 4 to 16 bytes, or of 4 to 8 bytes with values of 4 to 8. Others go without, and so do
/// merges that are captured into a graph, longer than what was reserved, on another device, or on one before
/// sm_90.
///
/// Nothing has to be cleared or waited for: each merge marks what it writes with a number of its own. What a
/// merge has left that failed or was killed in the middle is ignored by the next one. Merges in several
/// streams may share a workspace, and stay right; but blocks that find another merge's marks search for
/// themselves, which is slower than a workspace for each stream. It must outlive the merges that use it. Not
/// copyable. Thread-safe but for reserve().
class MergeWorkspace {
 public:
  MergeWorkspace() = default;
  MergeWorkspace(const MergeWorkspace&) = delete;
  MergeWorkspace& operator=(const MergeWorkspace&) = delete;
  /// Waits for the device.
  ~MergeWorkspace() { cudaFree(memory_); }

  /// How many bytes of device memory reserve() takes for merges of at most so many outputs: one for 32 of
  /// them.
  [[nodiscard]] static constexpr std::int64_t bytes_for(std::int64_t outputs) {
    return (outputs / kLeastTile + 2) * kEntryBytes;
  }
  /// Takes memory of the current device, in the place of what it had. Waits for the device. Returns what
  /// cudaMalloc and cudaMemset return; after an error the workspace is empty, and merges go without.
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
    // A graph that is replayed would repeat its number, and take old splits for its own.
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    status = cudaStreamIsCapturing(stream, &capture);
    if (status != cudaSuccess || capture != cudaStreamCaptureStatusNone) return status;
#endif
    usable = true;
    return status;
  }
  /// The number of the next merge, from 1 on; 0 when all are used up, after four thousand million merges.
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
