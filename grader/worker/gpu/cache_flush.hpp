// Empties a GPU's caches: before each timed call of a lab, and before each repetition of the benchmark.
#pragma once

#include <cstddef>

namespace mergelab::worker {

class CacheFlush {
 public:
  /// Throws CudaError.
  CacheFlush();
  ~CacheFlush();
  CacheFlush(const CacheFlush&) = delete;
  CacheFlush& operator=(const CacheFlush&) = delete;
  /// Queues the work on the default stream. Throws CudaError.
  void queue() const;

 private:
  void* memory_ = nullptr;  // twice as large as the level-2 cache
  std::size_t bytes_ = 0;
  unsigned int* sink_ = nullptr;
};

}  // namespace mergelab::worker
