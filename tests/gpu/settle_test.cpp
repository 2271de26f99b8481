// Nothing that a submission set in one timed call outlasts the start of the next.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "worker/timing.hpp"

namespace mergelab::worker {
namespace {

TEST(GpuSettle, resets_what_makes_lines_persist) {
  int device = 0, most_bytes = 0;
  if (cudaGetDevice(&device) != cudaSuccess) GTEST_SKIP() << "there is no GPU";
  ASSERT_EQ(cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxPersistingL2CacheSize, device), cudaSuccess);
  if (most_bytes == 0) GTEST_SKIP() << "this GPU has no persisting lines";
  constexpr std::size_t kBytes = 1 << 20;
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, kBytes), cudaSuccess);
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, static_cast<std::size_t>(most_bytes)),
            cudaSuccess);
  cudaStreamAttrValue window{};
  window.accessPolicyWindow.base_ptr = memory;
  window.accessPolicyWindow.num_bytes = kBytes;
  window.accessPolicyWindow.hitRatio = 1;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  const bool has_window =
      cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, &window) == cudaSuccess;
  static_cast<void>(cudaGetLastError());

  warm_up_device();

  std::size_t limit = 1;
  ASSERT_EQ(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize), cudaSuccess);
  EXPECT_EQ(limit, 0U);
  if (has_window) {
    ASSERT_EQ(cudaStreamGetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, &window), cudaSuccess);
    EXPECT_EQ(window.accessPolicyWindow.num_bytes, 0U);
  }
  cudaFree(memory);
}

}  // namespace
}  // namespace mergelab::worker
