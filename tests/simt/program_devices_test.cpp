// The GPUs whose properties and limits a program can be given.
#include "programs.hpp"

namespace {

using namespace simt;

TEST_F(ProgramsSlow, run_on_the_device_that_is_asked_for) {
  const std::string source = R"(
#include <cstdio>
__global__ void k(int* out) {
  extern __shared__ int shared[];
  shared[0] = __CUDA_ARCH__;
  *out = shared[0];
}
int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  int blocks = 0, *out, value = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 256, 0);
  cudaMalloc(&out, sizeof(int));
  const auto asked = cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  const auto too_much = cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 101377);
  cudaGetLastError();
  k<<<1, 1, 65536>>>(out);
  cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
  printf("%d.%d %d %d %d %d %d\n", p.major, p.minor, p.multiProcessorCount, blocks, asked, too_much, value);
})";
  for (const auto& [device, said] : {std::pair("h100", "9.0 132 8 0 0 900\n"),
                                     {"a100", "8.0 108 8 0 0 800\n"},
                                     {"rtx4090", "8.9 128 6 0 1 890\n"},
                                     {"t4", "7.5 40 4 0 1 750\n"}}) {
    EXPECT_EQ(result(source, {"--device", device}, {}, {"--device", device}).text, said);
  }
  EXPECT_EQ(result(source, {"--device", "t5"}, {}, {"--device", "t4"}).text,
            "simt-run: error: the device is h100, a100, rtx4090 or t4\n");
  EXPECT_EQ(result(source, {}, {}, {"--device", "t5"}).text,
            "simt-cc: error: the device is h100, a100, rtx4090 or t4, not 't5'\n");
}

}  // namespace
