// Whole programs whose kernels launch kernels.
#include "programs.hpp"

namespace {

using namespace simt;

constexpr const char* kNested = R"(
#include <cstdio>
__device__ int deepest, refused;
__global__ void nothing() {}
__global__ void nest(int depth) {
  deepest = depth;
  nest<<<1, 1>>>(depth + 1);
  if (cudaPeekAtLastError() != cudaSuccess) refused = cudaGetLastError();
}
__global__ void many(int count, cudaStream_t stream) {
  int failed = 0;
  for (int i = 0; i < count; ++i) {
    nothing<<<1, 1, 0, stream>>>();
    failed += cudaGetLastError() == cudaErrorLaunchPendingCountExceeded;
  }
  printf("%d of %d\n", failed, count);
}
__global__ void say(const char* text, int number) { printf("%s %d\n", text, number); }
__global__ void order() {
  say<<<1, 1, 0, cudaStreamTailLaunch>>>("last", 1);
  say<<<1, 1, 0, cudaStreamTailLaunch>>>("last", 2);
  say<<<1, 1>>>("child", 1);
  say<<<1, 1>>>("child", 2);
  printf("parent\n");
}
__global__ void errors() {
  nothing<<<1, 2000>>>();
  const int threads = cudaGetLastError(), none = cudaGetLastError();
  nothing<<<0, 1>>>();
  const int blocks = cudaGetLastError();
  nothing<<<1, 1, 100000>>>();
  const int shared = cudaGetLastError();
  int* memory = nullptr;
  int own = 0, device = -1;
  const int allocated = cudaMalloc(&memory, 4);
  const int from_host = cudaMemcpyAsync(memory, memory, 4, cudaMemcpyHostToDevice, 0);
  const int from_own = cudaMemcpyAsync(memory, &own, 4, cudaMemcpyDeviceToDevice, 0);
  const int destroyed = cudaStreamDestroy(0);
  printf("%d %d %d %d %d %d %d %d %s\n", threads, none, blocks, shared, allocated, from_host, from_own,
         destroyed, cudaGetErrorString(cudaGetLastError()));
  const int freed = cudaFree(memory) + cudaGetDevice(&device);
  printf("%d %d\n", freed, device);
}
int main() {
  nest<<<1, 1>>>(0);
  int results[2];
  cudaMemcpyFromSymbol(&results[0], deepest, sizeof(int));
  cudaMemcpyFromSymbol(&results[1], refused, sizeof(int));
  printf("%d %s\n", results[0], cudaGetErrorName((cudaError_t)results[1]));
  many<<<1, 1>>>(3000, cudaStreamTailLaunch);
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
  many<<<1, 1>>>(3000, cudaStreamTailLaunch);
  order<<<1, 1>>>();
  errors<<<1, 1>>>();
  return cudaDeviceSynchronize() + cudaGetLastError();
}
)";

/// But for the depth, which CUDA's guide limits to 24, an H200 prints the same.
TEST_F(Programs, may_launch_kernels_in_kernels) {
  const Ran ran = result(kNested, {}, {}, {"-rdc=true"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.text,
            "24 cudaErrorLaunchMaxDepthExceeded\n952 of 3000\n0 of 3000\nparent\nchild 1\nchild 2\nlast "
            "1\nlast 2\n9 0 9 9 0 21 1 1 invalid argument\n0 0\n");
}

TEST_F(Programs, launch_kernels_in_kernels_only_with_rdc) {
  const Ran ran = result(kNested);
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(holds(ran.text,
                    "main.cu:7: error: kernel launch from __device__ or __global__ functions requires "
                    "separate compilation mode; add -rdc=true"));
  EXPECT_TRUE(holds(ran.text, "main.cu:8: error: \"cudaPeekAtLastError\" in device code requires separate"));
}

TEST_F(Programs, do_not_wait_for_kernels_in_kernels) {
  const Ran ran = result("__global__ void k() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\nint main() {}\n",
                         {}, {}, {"-dc"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(
      holds(ran.text,
            "main.cu:1: error: calling a __host__ function(\"cudaDeviceSynchronize\") from a __global__ "
            "function(\"k\") is not allowed; since CUDA 12 no kernel can wait for what it has launched"));
}

/// A kernel's launch that nobody asks about has no effect.
TEST_F(Programs, tell_of_refused_launches_in_kernels) {
  const Ran ran = result(R"(
__global__ void child() {}
__global__ void parent() { child<<<1, 2000>>>(); }
int main() { parent<<<1, 1>>>(); return cudaDeviceSynchronize(); }
)",
                         {}, {}, {"-rdc=true"});
  EXPECT_TRUE(holds(ran.text, "main.cu:3"));
  EXPECT_TRUE(holds(ran.text, "its blocks have 2000 threads"));
}

}  // namespace
