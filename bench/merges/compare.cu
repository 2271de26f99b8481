// The check before timing: std::merge on the host, the comparison on the device.
#include <algorithm>
#include <climits>
#include <vector>

#include "compare.hpp"

namespace mergelab::bench {
namespace {

__global__ void first_difference_kernel(const int* got, const int* expected, int count, int* first) {
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < count; i += step) {
    if (got[i] == expected[i]) continue;
    atomicMin(first, i);
    return;  // later differences aren't the first
  }
}

std::vector<int> on_host(const DeviceArray<int>& keys) {
  std::vector<int> copy(keys.size());
  MERGELAB_CHECK(cudaMemcpy(copy.data(), keys.data(), keys.bytes(), cudaMemcpyDeviceToHost));
  return copy;
}

}  // namespace

std::unique_ptr<DeviceArray<int>> expected_output(const Inputs& inputs) {
  const std::vector<int> A = on_host(inputs.A), B = on_host(inputs.B);
  std::vector<int> C(A.size() + B.size());
  std::merge(A.begin(), A.end(), B.begin(), B.end(), C.begin());
  auto expected = std::make_unique<DeviceArray<int>>(C.size());
  MERGELAB_CHECK(cudaMemcpy(expected->data(), C.data(), expected->bytes(), cudaMemcpyHostToDevice));
  return expected;
}

std::optional<int> first_difference(const DeviceArray<int>& got, const DeviceArray<int>& expected) {
  const DeviceArray<int> first(1);
  int index = INT_MAX;
  MERGELAB_CHECK(cudaMemcpy(first.data(), &index, sizeof index, cudaMemcpyHostToDevice));
  first_difference_kernel<<<1024, 256>>>(got.data(), expected.data(), static_cast<int>(got.size()),
                                         first.data());
  MERGELAB_CHECK(cudaGetLastError());
  MERGELAB_CHECK(cudaMemcpy(&index, first.data(), sizeof index, cudaMemcpyDeviceToHost));
  return index == INT_MAX ? std::nullopt : std::optional<int>(index);
}

}  // namespace mergelab::bench
