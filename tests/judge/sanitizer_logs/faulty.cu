// Kernels that each break one rule: what compute-sanitizer 2025.3 (CUDA 13.0) says of them is in the logs
// beside this file, made by make.sh. The logs name these lines, so a change here means new logs.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kBlockSize = 64;
constexpr int kLength = 100;  // of A and of C, in elements

__global__ void correct(const int* A, int* C) {
  __shared__ int tile[kBlockSize];
  const int i = blockIdx.x * kBlockSize + threadIdx.x;
  tile[threadIdx.x] = i < kLength ? A[i] : 0;
  __syncthreads();  // the tile is loaded
  if (i < kLength) C[i] = tile[kBlockSize - 1 - threadIdx.x];
}

__global__ void reads_past_end(const int* A, int* C) {
  const int i = blockIdx.x * kBlockSize + threadIdx.x;
  if (i < kLength) C[i] = A[i + 1];
}

__global__ void writes_past_end(const int* A, int* C) {
  const int i = blockIdx.x * kBlockSize + threadIdx.x;
  C[i] = A[i % kLength];
}

__global__ void writes_before_begin(const int* A, int* C) {
  const int i = threadIdx.y * blockDim.x + threadIdx.x;
  C[i - 1] = A[i];
}

__global__ void reads_null(const int*, int* C, const int* nothing) { C[threadIdx.x] = nothing[threadIdx.x]; }

__global__ void reads_far(const int* A, int* C) { C[threadIdx.x] = A[(1LL << 36) + threadIdx.x]; }

__global__ void misaligned(const int* A, int* C) {
  const int4 four = *reinterpret_cast<const int4*>(A + 4 * threadIdx.x + 1);
  C[threadIdx.x] = four.x + four.y + four.z + four.w;
}

__global__ void dynamic_too_small(const int* A, int* C) {
  extern __shared__ int tiles[];
  tiles[threadIdx.x] = A[threadIdx.x];
  __syncthreads();  // the tile is loaded
  C[threadIdx.x] = tiles[threadIdx.x];
}

__global__ void misaligned_shared(const int* A, int* C) {
  __shared__ int tile[kBlockSize + 4];
  tile[threadIdx.x] = A[threadIdx.x];
  __syncthreads();  // the tile is loaded
  const int2 two = *reinterpret_cast<const int2*>(tile + 1 + threadIdx.x % 8);
  C[threadIdx.x] = two.x + two.y;
}

__global__ void local_past_end(const int* A, int* C, int rounds) {
  int own[8];
  for (int i = 0; i < 8; ++i) own[i] = A[i];
  for (int i = 0; i < rounds; ++i) own[i * 16384 + C[0]] += i;
  C[threadIdx.x] = own[rounds % 8];
}

__global__ void traps(const int* A, int* C) {
  if (A[threadIdx.x] == 7) __trap();
  C[threadIdx.x] = A[threadIdx.x];
}

__global__ void forgets_barrier(const int* A, int* C) {
  __shared__ int tile[kBlockSize];
  tile[threadIdx.x] = A[threadIdx.x];
  C[threadIdx.x] = tile[kBlockSize - 1 - threadIdx.x];
}

__global__ void overwrites_too_early(const int* A, int* C) {
  extern __shared__ int tiles[];
  for (int round = 0; round < 2; ++round) {
    tiles[threadIdx.x] = A[threadIdx.x];
    __syncthreads();  // the tile is loaded
    C[threadIdx.x] += tiles[kBlockSize - 1 - threadIdx.x];
  }
}

__global__ void writes_one_place(const int* A, int* C) {
  __shared__ int last;
  last = A[threadIdx.x] + static_cast<int>(threadIdx.x);
  __syncthreads();  // last is written
  C[threadIdx.x] = last;
}

__global__ void races_in_warp(const int* A, int* C) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = A[threadIdx.x];
    C[threadIdx.x] = tile[31 - threadIdx.x];
  }
}

__global__ void reads_unwritten(const int*, int* C, const int* empty) {
  C[threadIdx.x] = empty[threadIdx.x] + 1;
}

__global__ void reads_unwritten_shared(const int* A, int* C) {
  __shared__ int tile[kBlockSize];
  if (threadIdx.x < 32) tile[threadIdx.x] = A[threadIdx.x];
  __syncthreads();  // half of the tile is loaded
  C[threadIdx.x] = tile[threadIdx.x];
}

// Half of a warp goes round once more than the other half, past a barrier in the loop.
__global__ void waits_differ(const int* A, int* C) {
  const int rounds = threadIdx.x % 32 < 16 ? 1 : 2;
  for (int round = 0; round < rounds; ++round) {
    C[threadIdx.x] += A[round];
    __syncthreads();  // the last round of some is without the others
    if (A[round] > 1000) return;
  }
  C[threadIdx.x] += A[0];
  __syncthreads();  // another barrier
  C[threadIdx.x] += C[63 - threadIdx.x];
}

__global__ void some_wait(const int* A, int* C) {
  if (threadIdx.x < 40) {
    C[threadIdx.x] = A[threadIdx.x];
    __syncthreads();  // only 40 threads come here
  }
  C[threadIdx.x] += 1;
}

__global__ void some_return(const int* A, int* C) {
  if (threadIdx.x >= 40) return;
  C[threadIdx.x] = A[threadIdx.x];
  __syncthreads();  // the others have returned
  C[threadIdx.x] += C[39 - threadIdx.x];
}

__global__ void wrong_mask(const int* A, int* C) {
  int value = A[threadIdx.x];
  if (threadIdx.x % 32 < 16) {
    __syncwarp(0xffff0000U);
    value += 1;
  }
  C[threadIdx.x] = value;
}

struct Case {
  const char* name;
  void (*kernel)(const int*, int*);
  dim3 grid, block;
  int shared_bytes;
};

constexpr int kTileBytes = kBlockSize * sizeof(int);

const Case kCases[] = {
    {"correct", correct, 2, kBlockSize, 0},
    {"reads_past_end", reads_past_end, 2, kBlockSize, 0},
    {"writes_past_end", writes_past_end, 2, kBlockSize, 0},
    {"writes_before_begin", writes_before_begin, 1, dim3(8, 4), 0},
    {"reads_far", reads_far, 1, kBlockSize, 0},
    {"misaligned", misaligned, 1, 8, 0},
    {"dynamic_too_small", dynamic_too_small, 1, kBlockSize, kTileBytes / 2},
    {"misaligned_shared", misaligned_shared, 1, kBlockSize, 0},
    {"traps", traps, 1, kBlockSize, 0},
    {"forgets_barrier", forgets_barrier, 1, kBlockSize, 0},
    {"overwrites_too_early", overwrites_too_early, 2, kBlockSize, kTileBytes},
    {"writes_one_place", writes_one_place, 1, kBlockSize, 0},
    {"races_in_warp", races_in_warp, 1, kBlockSize, 0},
    // Of the next four the tools say nothing on a Hopper GPU; waits_differ never ends.
    {"reads_unwritten_shared", reads_unwritten_shared, 1, kBlockSize, 0},
    {"waits_differ", waits_differ, 1, kBlockSize, 0},
    {"some_wait", some_wait, 1, kBlockSize, 0},
    {"some_return", some_return, 1, kBlockSize, 0},
    {"wrong_mask", wrong_mask, 1, kBlockSize, 0},
    {"frees_too_early", correct, 2, kBlockSize, 0},
    {"block_too_large", correct, 1, 2048, 0},
    {"too_much_shared", dynamic_too_small, 1, kBlockSize, 1 << 20},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  const auto is = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
  int host[kLength];
  for (int i = 0; i < kLength; ++i) host[i] = i;
  int *A = nullptr, *C = nullptr, *empty = nullptr;
  cudaMalloc(&A, sizeof(host));
  cudaMalloc(&C, sizeof(host));
  cudaMalloc(&empty, sizeof(host));
  cudaMemcpy(A, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemset(C, 0, sizeof(host));
  if (is("frees_too_early")) cudaFree(A);
  for (const Case& c : kCases) {
    if (is(c.name)) c.kernel<<<c.grid, c.block, c.shared_bytes>>>(A, C);
  }
  if (is("host_pointer")) correct<<<2, kBlockSize>>>(host, C);
  if (is("reads_null")) reads_null<<<1, kBlockSize>>>(A, C, nullptr);
  if (is("local_past_end")) local_past_end<<<1, kBlockSize>>>(A, C, 12);
  if (is("reads_unwritten")) reads_unwritten<<<1, kBlockSize>>>(A, C, empty);
  if (is("wrong_copy")) cudaMemcpy(host, C, 2 * sizeof(host), cudaMemcpyDeviceToDevice);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(C);
  cudaFree(empty);
  std::printf("case %s: %s\n", argv[1], cudaGetErrorString(error));
  return EXIT_SUCCESS;
}
