// Two kernels in streams: which of them may run at once.
#include <cuda_runtime.h>

__global__ void write(int* out) { out[threadIdx.x] = 1; }
__global__ void read(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void nothing() {}

namespace {

cudaStream_t stream_with(unsigned flags) {
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, flags);
  return stream;
}

}  // namespace

/// `write`s A in a stream and `read`s it in another one, with what `between` says in between.
extern "C" void run_two(int* A, int* C, int between) {
  cudaStream_t one = stream_with(cudaStreamNonBlocking), two = stream_with(cudaStreamNonBlocking);
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  int value = 0;
  int* pinned = nullptr;
  cudaMallocHost(&pinned, sizeof(int));
  if (between == 1) cudaEventRecord(event, one);  // before the work
  write<<<1, 32, 0, one>>>(A);
  switch (between) {
    case 2:
      cudaStreamWaitEvent(two, event);
      break;  // of an event that was never recorded
    case 3:
      cudaMemcpyAsync(pinned, A, sizeof(int), cudaMemcpyDeviceToHost, one);
      break;
    case 4:
      cudaStreamSynchronize(two);
      break;
    case 5:
      nothing<<<1, 1, 0, two>>>();
      break;
    case 6:
      nothing<<<1, 1>>>();
      break;  // as both are non-blocking
    case 7:   // another event, perhaps of the same handle
      cudaEventRecord(event, one);
      cudaEventDestroy(event);
      cudaEventCreate(&event);
      cudaStreamWaitEvent(two, event);
      break;
    case 10:
      cudaEventRecord(event, one), cudaStreamWaitEvent(two, event);
      break;
    case 11:
      cudaEventRecord(event, one), cudaEventSynchronize(event);
      break;
    case 12:
      cudaStreamSynchronize(one);
      break;
    case 13:
      cudaDeviceSynchronize();
      break;
    case 14:
      cudaMemcpyAsync(&value, A, sizeof(int), cudaMemcpyDeviceToHost, one);
      break;  // pageable
    case 15:
      while (cudaStreamQuery(one) != cudaSuccess) continue;
      break;
    default:
      break;
  }
  if (between == 1) cudaStreamWaitEvent(two, event);
  if (between == 16) two = one;
  read<<<1, 32, 0, two>>>(A, C);
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
}

/// A copy or a fill in a stream, and a kernel or another copy in a second one.
__device__ int total;
__global__ void add() { atomicAdd(&total, 1); }

extern "C" void run_copy(int* A, int* C, int kind) {
  cudaStream_t one = stream_with(cudaStreamNonBlocking), two = stream_with(cudaStreamNonBlocking),
               blocking = stream_with(cudaStreamDefault);
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  constexpr size_t kBytes = 32 * sizeof(int);
  int pageable[32] = {};
  int* pinned = nullptr;
  cudaMallocHost(&pinned, kBytes);
  const auto to_host = [&](int* to, cudaStream_t stream) {
    cudaMemcpyAsync(to, A, kBytes, cudaMemcpyDeviceToHost, stream);
  };
  const auto poll = [&](auto ready) {
    while (ready() == cudaErrorNotReady) continue;
  };
  switch (kind) {
    case 0:
      write<<<1, 32, 0, one>>>(A);
      to_host(pinned, two);
      break;
    case 1:
      cudaMemsetAsync(A, 0, kBytes, one);
      read<<<1, 32, 0, two>>>(A, C);
      break;
    case 2:
      cudaMemcpyAsync(A, C, kBytes, cudaMemcpyDeviceToDevice, one);
      read<<<1, 32, 0, two>>>(A, C);
      break;
    case 3:
      to_host(pinned, one);
      write<<<1, 32, 0, two>>>(A);
      break;
    case 4:
      cudaMemsetAsync(A, 0, kBytes, one);
      to_host(pinned, two);
      break;
    case 5:
      write<<<1, 32, 0, one>>>(A);
      cudaMemcpy(pageable, A, kBytes, cudaMemcpyDeviceToHost);
      break;
    case 6:
      write<<<1, 32, 0, one>>>(A);
      (void)cudaStreamQuery(one);
      to_host(pinned, two);
      break;
    case 7:
      write<<<1, 32, 0, one>>>(A);
      cudaEventRecord(event, one);
      (void)cudaEventQuery(event);
      to_host(pinned, two);
      break;
    case 8:
      cudaMemcpy(A, C, kBytes, cudaMemcpyDeviceToDevice);
      read<<<1, 32, 0, one>>>(A, C);
      break;
    case 9:
      add<<<1, 32, 0, one>>>();
      cudaMemcpyFromSymbolAsync(pinned, total, sizeof total, 0, cudaMemcpyDeviceToHost, two);
      break;
    case 19:
      add<<<1, 32, 0, one>>>();
      cudaMemcpyFromSymbolAsync(pinned, total, sizeof total, 0, cudaMemcpyDeviceToHost, one);
      cudaMemcpyToSymbolAsync(total, pinned, sizeof total, 0, cudaMemcpyHostToDevice, one);
      break;
    case 10:
      write<<<1, 32, 0, one>>>(A);
      cudaEventRecord(event, one), cudaStreamWaitEvent(two, event);
      to_host(pinned, two);
      break;
    case 11:
      cudaMemsetAsync(A, 0, kBytes, one);
      cudaStreamSynchronize(one);
      read<<<1, 32, 0, two>>>(A, C);
      break;
    case 12:
      cudaMemset(A, 0, kBytes);
      read<<<1, 32, 0, blocking>>>(A, C);
      break;
    case 13:
      cudaMemcpyAsync(A, pageable, kBytes, cudaMemcpyHostToDevice, one);
      read<<<1, 32, 0, two>>>(A, C);
      break;
    case 14:
      write<<<1, 32, 0, blocking>>>(A);
      cudaMemcpy(pageable, A, kBytes, cudaMemcpyDeviceToHost);
      break;
    case 15:
      write<<<1, 32, 0, one>>>(A);
      to_host(pinned, one);
      break;
    case 16:
      write<<<1, 32, 0, one>>>(A);
      cudaEventRecord(event, one);
      poll([&] { return cudaEventQuery(event); });
      to_host(pinned, two);
      break;
    case 17:
      write<<<1, 32, 0, one>>>(A);
      poll([&] { return cudaStreamQuery(one); });
      to_host(pinned, two);
      break;
    case 18:
      to_host(pinned, one);
      read<<<1, 32, 0, two>>>(A, C);
      break;
    default:
      break;
  }
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
}

/// The same with the default stream, or streams that wait for it.
extern "C" void run_default(int* A, int* C, int kind) {
  cudaStream_t blocking = stream_with(cudaStreamDefault), other = stream_with(cudaStreamDefault),
               free = stream_with(cudaStreamNonBlocking);
  const cudaStream_t first[] = {free, nullptr, blocking, blocking, blocking, nullptr, cudaStreamPerThread};
  const cudaStream_t second[] = {nullptr, free, other, nullptr, other, blocking, nullptr};
  write<<<1, 32, 0, first[kind]>>>(A);
  if (kind == 4) nothing<<<1, 1>>>();
  read<<<1, 32, 0, second[kind]>>>(A, C);
}

/// An ordered launch between two that are not: only these race.
extern "C" void run_three(int* A, int* B, int* C) {
  cudaStream_t one = stream_with(cudaStreamNonBlocking), two = stream_with(cudaStreamNonBlocking);
  nothing<<<1, 1, 0, one>>>();
  write<<<1, 32, 0, two>>>(A);
  read<<<1, 32, 0, two>>>(A, B);
  nothing<<<1, 1, 0, one>>>();
  read<<<1, 32, 0, two>>>(B, C);
}
