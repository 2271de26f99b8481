// Kernels that launch kernels: which of them a GPU may run at once.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void write(int* out) { out[threadIdx.x] = 1; }
__global__ void read(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void publish(int* A, int* flag) {
  A[0] = 1;
  __threadfence();
  atomicExch(flag, 1);
}
__global__ void take(const int* A, int* flag, int* C) {
  if (atomicAdd(flag, 0) == 1) C[0] = A[0];
}
__global__ void take_by_child(const int* A, int* flag, int* C) {
  if (atomicAdd(flag, 0) == 1) read<<<1, 1>>>(A, C);
}
__global__ void launch_write(int* A) { write<<<1, 32>>>(A); }
__global__ void launch_read(const int* A, int* C) { read<<<1, 32, 0, cudaStreamFireAndForget>>>(A, C + 32); }

/// What a child reads, and its parent writes.
__global__ void parent(int* A, int* C, int how) {
  const unsigned t = threadIdx.x;
  if (how == 0) {
    if (t != 0) return;
    A[0] = 1;
    read<<<1, 1>>>(A, C);
  } else if (how == 1) {
    if (t != 0) return;
    read<<<1, 1>>>(A, C);
    A[0] = 1;
  } else if (how == 5) {
    __syncthreads();
    if (t == 0) read<<<1, 32>>>(A, C);
    if (t == 1) A[1] = 1;
  } else if (how == 6 || how == 7) {
    if (t == 0) read<<<1, 32, 0, how == 6 ? cudaStreamTailLaunch : cudaStreamFireAndForget>>>(A, C);
    A[t] = 1;
  } else if (how == 8) {  // for all of its own bytes, also where another thread stores in between
    auto* bytes = reinterpret_cast<char*>(A);
    if (t == 0) bytes[0] = 1;
    if (t == 0) read<<<1, 1>>>(A, C);
    if (t == 0) bytes[4] = 1;
  } else {
    A[t] = 1;
    if (how == 3) __syncthreads();
    if (how == 4) __syncwarp();
    if (t == 31) read<<<1, 32>>>(A, C);
  }
}

/// Two children of one block.
__global__ void parent_of_two(int* A, int* C, int how) {
  cudaStream_t one = nullptr, two = nullptr;
  cudaEvent_t event = nullptr;
  if (how == 0) {  // by two threads
    if (threadIdx.x == 0) write<<<1, 32>>>(A);
    __syncthreads();
    if (threadIdx.x == 1) read<<<1, 32>>>(A, C);
    return;
  }
  if (threadIdx.x != 0) return;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  const auto waits_for = [&](cudaStream_t stream) {
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(two, event);
  };
  const auto writes = [&](cudaStream_t stream) { write<<<1, 32, 0, stream>>>(A); };
  const auto reads = [&](cudaStream_t stream) { read<<<1, 32, 0, stream>>>(A, C); };
  const auto launches_write = [&](cudaStream_t stream) { launch_write<<<1, 1, 0, stream>>>(A); };
  const auto fills = [&](cudaStream_t stream) { cudaMemsetAsync(A, 1, 128, stream); };
  const auto copies = [&](cudaStream_t stream) {
    cudaMemcpyAsync(C, A, 128, cudaMemcpyDeviceToDevice, stream);
  };
  if (how == 1) writes(one), reads(one);
  if (how == 2) launches_write(nullptr), reads(nullptr);
  if (how == 3) writes(nullptr), reads(cudaStreamTailLaunch);
  if (how == 4) launches_write(cudaStreamTailLaunch), reads(cudaStreamTailLaunch);
  if (how == 5) fills(nullptr), reads(nullptr);
  if (how == 6) writes(one), waits_for(one), reads(two);
  if (how == 7) writes(one), copies(one);
  if (how == 8) {
    count<<<1, 32, 0, one>>>(A);
    count<<<1, 32, 0, two>>>(A);
  }
  if (how == 9) {
    publish<<<1, 1, 0, one>>>(A, C + 63);
    take<<<1, 1, 0, two>>>(A, C + 63, C);
  }
  if (how == 10) writes(one), reads(two);
  if (how == 11) writes(cudaStreamFireAndForget), reads(cudaStreamFireAndForget);
  if (how == 12) writes(nullptr), reads(one);
  if (how == 13) launches_write(one), reads(two);
  if (how == 14) writes(one), waits_for(two), reads(two);
  if (how == 15) fills(one), reads(two);
  if (how == 16) writes(one), copies(two);
  if (how == 17) {  // the parent's read comes before both
    C[40] = A[0];
    read<<<1, 1, 0, one>>>(A, C);
    write<<<1, 1, 0, two>>>(A);
  }
  if (how == 18) {
    publish<<<1, 1, 0, one>>>(A, C + 63);
    take_by_child<<<1, 1, 0, two>>>(A, C + 63, C);
  }
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaEventDestroy(event);
}

__global__ void parent_by_blocks(int* A, int* C, int how) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    if (how == 0) write<<<1, 32>>>(A);
    if (how == 1) publish<<<1, 1>>>(A, C + 63);
    if (how == 2) {
      A[0] = 1;
      __threadfence();
      atomicExch(C + 63, 1);
    }
    if (how == 3) A[0] = 1;
  } else {
    if (how == 2) {
      while (atomicAdd(C + 63, 0) == 0) {
      }
      __threadfence();
    }
    read<<<1, 1>>>(A, C);
  }
}

/// A block's threads write, and wait for one another in another way than by __syncthreads().
__global__ void parent_that_waits(int* A, int* C, int how) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ cg::block_tile_memory<64> memory;
  const unsigned t = threadIdx.x;
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  if (t == 0) init(&barrier, 64);
  __syncthreads();
  if (t < 64) A[t + blockIdx.x * 32] = 1;
  if (how == 0) barrier.arrive_and_wait();
  if (how == 1) tile.sync();
  if (how == 2) cg::this_grid().sync();
  if (blockIdx.x == 0 && t == (how == 2 ? 0 : 32)) read<<<1, 64>>>(A, C);
}

__global__ void grandparent(int* A, int* C, bool late) {
  if (!late) A[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) launch_read<<<1, 1>>>(A, C);
  if (late) A[threadIdx.x] = 1;
}

__global__ void pass(int* A, int how) {
  __shared__ int shared[32];
  int local[2] = {1, 2};
  shared[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (how == 0) write<<<1, 1>>>(A);
  if (how == 1) write<<<1, 1>>>(shared);
  if (how == 2) write<<<1, 1>>>(local);
  if (how == 3) write<<<1, 1>>>(shared + 1);
}

__global__ void wait_for_child(int* A) {
  write<<<1, 1>>>(A);
  while (atomicAdd(A, 0) == 0) {
  }
}

extern "C" void run_parent(int* A, int* C, int how) { parent<<<1, 32>>>(A, C, how); }
extern "C" void run_two(int* A, int* C, int how) { parent_of_two<<<1, 32>>>(A, C, how); }
extern "C" void run_blocks(int* A, int* C, int how) { parent_by_blocks<<<2, 32>>>(A, C, how); }
extern "C" void run_that_waits(int* A, int* C, int how) {
  void* arguments[] = {&A, &C, &how};
  if (how == 2)
    cudaLaunchCooperativeKernel(parent_that_waits, 2, 32, arguments);
  else
    parent_that_waits<<<1, how == 1 ? 128 : 64>>>(A, C, how);
}
extern "C" void run_grandparent(int* A, int* C, bool late) { grandparent<<<1, 32>>>(A, C, late); }
extern "C" void run_pass(int* A, int how) { pass<<<1, 32>>>(A, how); }
extern "C" void run_wait(int* A) { wait_for_child<<<1, 1>>>(A); }

/// A child's writes, and what follows on the host or in streams.
extern "C" void run_after(int* A, int* C, int how) {
  cudaStream_t one = nullptr, two = nullptr;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  launch_write<<<1, 1, 0, one>>>(A);
  if (how == 1) cudaStreamSynchronize(one);
  read<<<1, 32, 0, how == 0 ? one : two>>>(A, C);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}

extern "C" void run_host(int* A) {
  launch_write<<<1, 1>>>(A);
  cudaMemcpy(A + 1, A, sizeof(int), cudaMemcpyDeviceToDevice);
}
