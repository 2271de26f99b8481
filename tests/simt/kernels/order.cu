// What shows the order in which blocks and threads run, and threads that wait for each other without a
// barrier.
#include <cuda_runtime.h>

// When each block, and each thread of a block, has its turn: numbers of arrival.
__global__ void blocks_arrive(int* turn, int* arrivals) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  turn[block] = atomicAdd(arrivals, 1);
}
extern "C" void run_blocks_arrive(int* turn, int* arrivals, int x, int y, int z) {
  blocks_arrive<<<dim3(x, y, z), 1>>>(turn, arrivals);
}

__global__ void threads_arrive(int* turn, int* arrivals) {
  turn[threadIdx.x] = atomicAdd(arrivals, 1);
  __syncthreads();  // every thread has had its first turn
  turn[blockDim.x + threadIdx.x] = atomicAdd(arrivals, 1);
}
extern "C" void run_threads_arrive(int* turn, int* arrivals, int threads) {
  threads_arrive<<<1, threads>>>(turn, arrivals);
}

// Lacks a barrier between the writes and the reads: right only where a thread runs after its neighbour.
__global__ void no_barrier(int* out) {
  __shared__ int values[128];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = threadIdx.x == 0 ? 0 : values[threadIdx.x - 1];
}
extern "C" void run_no_barrier(int* out) { no_barrier<<<1, 128>>>(out); }

// Every thread waits for the next one, which in turn waits for its next, and so on.
enum Wait { kCompare, kAdd, kExchange, kFence, kSleep };
__device__ bool is_set(int* flag, Wait how) {
  switch (how) {
    case kCompare:
      return atomicCAS(flag, 1, 1) == 1;
    case kAdd:
      return atomicAdd(flag, 0) == 1;
    case kExchange:
      return atomicOr(flag, 0) == 1;
    case kFence:
      __threadfence();
      break;
    case kSleep:
      __nanosleep(100);
      break;
  }
  return *static_cast<volatile int*>(flag) == 1;
}
__global__ void chain(int* flags, int how) {
  const unsigned next = threadIdx.x + 1;
  while (next < blockDim.x && !is_set(&flags[next], static_cast<Wait>(how))) {
  }
  *static_cast<volatile int*>(&flags[threadIdx.x]) = 1;
}
extern "C" void run_chain(int* flags, int threads, int how) { chain<<<1, threads>>>(flags, how); }

// Each thread of a block adds under a lock.
__global__ void locked(int* lock, int* sum) {
  while (atomicExch(lock, 1) == 1) {
  }
  const int before = *static_cast<volatile int*>(sum);
  __nanosleep(1);  // others run here, and must wait for the lock
  *static_cast<volatile int*>(sum) = before + 1;
  atomicExch(lock, 0);
}
extern "C" void run_locked(int* lock, int* sum, int threads) { locked<<<3, threads>>>(lock, sum); }
