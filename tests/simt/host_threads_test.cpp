// Programs whose host code has several threads.
#include "programs.hpp"

namespace simt {
namespace {

TEST_F(ProgramsSlow, call_cuda_in_several_threads) {
  const std::string source = R"(#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
constexpr int kThreads = 4, kElements = 256;
__global__ void add(int* x, int by) {
  __shared__ int values[64];
  values[threadIdx.x] = by;
  __syncthreads();
  x[blockIdx.x * 64 + threadIdx.x] += values[63 - threadIdx.x];
}
std::atomic<int> started{0}, counted{0};
std::mutex mutex;
std::condition_variable changed;
int arrived = 0, sums[kThreads];
void work(int thread) {
  ++started;
  while (started < kThreads) std::this_thread::yield();
  for (int i = 0; i < 1000; ++i) ++counted;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *device, *managed, host[kElements];
  cudaMalloc(&device, sizeof host);
  cudaMallocManaged(&managed, sizeof host);
  for (int i = 0; i < kElements; ++i) {
    host[i] = thread;
    managed[i] = i;
  }
  cudaMemcpyAsync(device, host, sizeof host, cudaMemcpyHostToDevice, stream);
  for (int i = 0; i < 10; ++i) {
    add<<<4, 64, 0, stream>>>(device, thread);
    add<<<4, 64, 0, stream>>>(managed, 1);
    if (i % 5 == 0) cudaStreamSynchronize(stream);
  }
  cudaMemcpyAsync(host, device, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < kElements; ++i) sums[thread] += host[i] + managed[i];
  cudaFree(device);
  cudaStreamDestroy(stream);
  if (thread == 0) cudaFree(host);
  if ((cudaGetLastError() != cudaSuccess) != (thread == 0)) std::printf("another thread's error\n");
  std::unique_lock<std::mutex> lock(mutex);
  if (++arrived == kThreads) changed.notify_all();
  changed.wait(lock, [] { return arrived == kThreads; });
}
int main(int argc, char**) {
  int* device;
  cudaMalloc(&device, sizeof(int) * 64);
  cudaMemset(device, 0, sizeof(int) * 64);
  add<<<1, 64>>>(device, 1);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  add<<<1, 64>>>(device, 1);
  std::printf("%d %d", cudaDeviceSynchronize(), counted.load());
  for (const int sum : sums) std::printf(" %d", sum);
  if (argc == 2) std::thread([&] { add<<<2, 64>>>(device, 1); }).join();
  if (argc == 3) std::thread([&] { std::printf(" %d", *device); }).join();
  std::printf("\n");
})";
  const std::string sums = "0 4000 35200 38016 40832 43648";
  EXPECT_EQ(result(source).text, sums + "\n");
  EXPECT_EQ(run({SIMT_RUN, "./program.so"}).text, sums + "\n");
  const Ran outside = run({SIMT_RUN, "--check", "./program.so", "outside"});
  EXPECT_TRUE(holds(outside.text, "1 finding\n\nout_of_bounds: thread 0 of block 1 reads device[64]"))
      << outside.text;
  const Ran on_host = run({SIMT_RUN, "--check", "./program.so", "on", "host"});
  EXPECT_TRUE(holds(on_host.text, "1 finding\n\nhost_access: host code reads device[0]")) << on_host.text;
}

TEST_F(ProgramsSlow, call_cuda_in_openmp_threads_and_wait_in_callbacks_for_threads) {
  const Ran ran = result(R"(#include <pthread.h>
#include <cstdio>
__global__ void add(int* x, int by) { x[threadIdx.x] += by; }
struct Job {
  int *device, host[32];
};
void* copy(void* data) {
  Job* job = static_cast<Job*>(data);
  cudaMemcpy(job->host, job->device, sizeof job->host, cudaMemcpyDeviceToHost);
  return nullptr;
}
void copy_in_thread(void* data) {
  pthread_t thread;
  pthread_create(&thread, nullptr, copy, data);
  pthread_join(thread, nullptr);
}
int main() {
  int sum = 0, *all;
  cudaMallocManaged(&all, 8 * 32 * sizeof(int));
  Job job;
  cudaMalloc(&job.device, sizeof job.host);
  cudaMemset(job.device, 0, sizeof job.host);
  cudaLaunchHostFunc(nullptr, copy_in_thread, &job);
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 8 * 32; ++i) all[i] = i;
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 8; ++i) {
    int *device, host[32] = {};
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    add<<<1, 32>>>(device, i);
    add<<<1, 32>>>(all + 32 * i, 1);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
#pragma omp critical
    sum += host[31];
  }
  std::printf("%d %d %d\n", sum, all[100], job.host[31]);
})",
                         {}, {}, {"-Xcompiler", "-fopenmp"});
  EXPECT_EQ(ran.text, "28 101 0\n");
}

TEST_F(ProgramsSlow, capture_in_one_thread_beside_others) {
  const Ran ran = result(R"(#include <cstdio>
#include <thread>
__global__ void k(int* p) { *p = 1; }
int main() {
  int *device, *other;
  cudaMalloc(&device, 4);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  for (const auto mode : {cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeGlobal}) {
    cudaStreamBeginCapture(stream, mode);
    k<<<1, 1, 0, stream>>>(device);
    std::thread([&] {
      std::printf("%d ", cudaStreamEndCapture(stream, &graph));
      std::printf("%d ", cudaMalloc(&other, 4));
      (void)cudaGetLastError();
    }).join();
    std::printf("%d\n", cudaStreamEndCapture(stream, &graph));
  }
  (void)cudaGetLastError();
})");
  EXPECT_EQ(ran.text, "908 0 0\n908 900 901\n");
}

}  // namespace
}  // namespace simt
