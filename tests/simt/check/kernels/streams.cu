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
  if (between == 2) cudaStreamWaitEvent(two, event);  // of an event that was never recorded
  if (between == 3) cudaMemcpyAsync(pinned, A, sizeof(int), cudaMemcpyDeviceToHost, one);
  if (between == 4) cudaStreamSynchronize(two);
  if (between == 5) nothing<<<1, 1, 0, two>>>();
  if (between == 6) nothing<<<1, 1>>>();  // as both are non-blocking
  if (between == 7) {                     // another event, perhaps of the same handle
    cudaEventRecord(event, one);
    cudaEventDestroy(event);
    cudaEventCreate(&event);
    cudaStreamWaitEvent(two, event);
  }
  if (between == 10) cudaEventRecord(event, one), cudaStreamWaitEvent(two, event);
  if (between == 11) cudaEventRecord(event, one), cudaEventSynchronize(event);
  if (between == 12) cudaStreamSynchronize(one);
  if (between == 13) cudaDeviceSynchronize();
  if (between == 14) cudaMemcpyAsync(&value, A, sizeof(int), cudaMemcpyDeviceToHost, one);  // pageable
  while (between == 15 && cudaStreamQuery(one) != cudaSuccess) continue;
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
  const auto writes = [&](cudaStream_t stream) { write<<<1, 32, 0, stream>>>(A); };
  const auto reads = [&](cudaStream_t stream) { read<<<1, 32, 0, stream>>>(A, C); };
  const auto fills = [&](cudaStream_t stream) { cudaMemsetAsync(A, 0, kBytes, stream); };
  const auto to_host = [&](cudaStream_t stream) {
    cudaMemcpyAsync(pinned, A, kBytes, cudaMemcpyDeviceToHost, stream);
  };
  const auto adds = [&] { add<<<1, 32, 0, one>>>(); };
  const auto total_to_host = [&](cudaStream_t stream) {
    cudaMemcpyFromSymbolAsync(pinned, total, sizeof total, 0, cudaMemcpyDeviceToHost, stream);
  };
  const auto poll = [&](auto ready) {
    while (ready() == cudaErrorNotReady) continue;
  };
  if (kind == 0) writes(one), to_host(two);
  if (kind == 1) fills(one), reads(two);
  if (kind == 2) cudaMemcpyAsync(A, C, kBytes, cudaMemcpyDeviceToDevice, one), reads(two);
  if (kind == 3) to_host(one), writes(two);
  if (kind == 4) fills(one), to_host(two);
  if (kind == 5) writes(one), cudaMemcpy(pageable, A, kBytes, cudaMemcpyDeviceToHost);
  if (kind == 6) writes(one), (void)cudaStreamQuery(one), to_host(two);
  if (kind == 7) writes(one), cudaEventRecord(event, one), (void)cudaEventQuery(event), to_host(two);
  if (kind == 8) cudaMemcpy(A, C, kBytes, cudaMemcpyDeviceToDevice), reads(one);
  if (kind == 9) adds(), total_to_host(two);
  if (kind == 10) writes(one), cudaEventRecord(event, one), cudaStreamWaitEvent(two, event), to_host(two);
  if (kind == 11) fills(one), cudaStreamSynchronize(one), reads(two);
  if (kind == 12) cudaMemset(A, 0, kBytes), reads(blocking);
  if (kind == 13) cudaMemcpyAsync(A, pageable, kBytes, cudaMemcpyHostToDevice, one), reads(two);
  if (kind == 14) writes(blocking), cudaMemcpy(pageable, A, kBytes, cudaMemcpyDeviceToHost);
  if (kind == 15) writes(one), to_host(one);
  if (kind == 16) {
    writes(one), cudaEventRecord(event, one);
    poll([&] { return cudaEventQuery(event); });
    to_host(two);
  }
  if (kind == 17) {
    writes(one);
    poll([&] { return cudaStreamQuery(one); });
    to_host(two);
  }
  if (kind == 18) to_host(one), reads(two);
  if (kind == 19) {
    adds(), total_to_host(one);
    cudaMemcpyToSymbolAsync(total, pinned, sizeof total, 0, cudaMemcpyHostToDevice, one);
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

/// Host code that uses what a kernel or a copy may still write or read.
__global__ void use_flag(int* flag, int* out) {
  out[0] = 1;
  __threadfence_system();
  *static_cast<volatile int*>(flag) = 1;
}

static int seen_by_stream = 0;
static void look(void* memory) { seen_by_stream = *static_cast<int*>(memory); }

extern "C" int run_host(int* A, int* C, int kind) {
  cudaStream_t one = stream_with(cudaStreamNonBlocking), two = stream_with(cudaStreamNonBlocking);
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  constexpr size_t kBytes = 32 * sizeof(int);
  int *managed = nullptr, *pinned = nullptr, *rows = nullptr, *other = nullptr;
  cudaMallocManaged(&managed, 2 * kBytes);
  cudaMallocHost(&pinned, kBytes);
  cudaMallocHost(&rows, 2 * kBytes);
  cudaMalloc(&other, kBytes);
  for (int i = 0; i < 64; ++i) managed[i] = pinned[i / 2] = rows[i] = 7;
  int seen = 0;
  const auto to_host = [&](cudaStream_t stream) {
    cudaMemcpyAsync(pinned, A, kBytes, cudaMemcpyDeviceToHost, stream);
  };
  const auto from_host = [&] { cudaMemcpyAsync(A, pinned, kBytes, cudaMemcpyHostToDevice, one); };
  const auto to_rows = [&] {
    cudaMemcpy2DAsync(rows, 2 * sizeof(int), A, sizeof(int), sizeof(int), 32, cudaMemcpyDeviceToHost, one);
  };
  if (kind == 0) write<<<1, 32>>>(managed), seen = managed[0];
  if (kind == 1) read<<<1, 32>>>(managed, C), managed[1] = 5;
  if (kind == 2) write<<<1, 32, 0, one>>>(pinned), cudaStreamSynchronize(two), seen = pinned[2];
  if (kind == 3) to_host(one), seen = pinned[3];
  if (kind == 4) from_host(), pinned[4] = 1;
  if (kind == 5) to_host(nullptr), seen = pinned[5];
  if (kind == 6) cudaMemset(managed, 0, kBytes), seen = managed[6];
  if (kind == 7)
    cudaEventRecord(event, one), write<<<1, 32, 0, one>>>(managed), cudaEventSynchronize(event),
        seen = managed[7];
  if (kind == 8) to_rows(), seen = rows[8];
  if (kind == 10) write<<<1, 32>>>(managed), cudaDeviceSynchronize(), seen = managed[0];
  if (kind == 11)
    write<<<1, 32>>>(managed), cudaMemcpy(&seen, A, sizeof seen, cudaMemcpyDeviceToHost), seen = managed[0];
  if (kind == 12) write<<<1, 32, 0, one>>>(managed), cudaStreamSynchronize(one), seen = managed[0];
  if (kind == 13)
    write<<<1, 32, 0, one>>>(managed), cudaEventRecord(event, one), cudaEventSynchronize(event),
        seen = managed[0];
  if (kind == 14) write<<<1, 32>>>(managed), seen = managed[32];
  if (kind == 15) read<<<1, 32>>>(managed, C), seen = managed[0];
  if (kind == 16) {
    use_flag<<<1, 1>>>(managed, pinned);
    while (*static_cast<volatile int*>(managed) != 1) continue;
    seen = pinned[0];
  }
  if (kind == 17) write<<<1, 32>>>(managed), cudaFree(other), seen = managed[0], other = nullptr;
  if (kind == 18) to_host(one), cudaStreamSynchronize(one), seen = pinned[0];
  if (kind == 19) from_host(), seen = pinned[0];
  if (kind == 20) to_rows(), seen = rows[1];
  if (kind == 21) {
    write<<<1, 32, 0, one>>>(managed);
    while (cudaStreamQuery(one) == cudaErrorNotReady) continue;
    seen = managed[0];
  }
  if (kind == 22) write<<<1, 32, 0, one>>>(managed), cudaLaunchHostFunc(one, look, managed);
  if (kind == 23) {
    to_host(one);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(two, event);
    cudaLaunchHostFunc(two, look, pinned);
  }
  cudaDeviceSynchronize();
  cudaFree(managed), cudaFree(other), cudaFreeHost(pinned), cudaFreeHost(rows);
  return seen;
}
