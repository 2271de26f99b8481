// Shuffles and votes.
#include <cuda_runtime.h>

constexpr unsigned kFull = 0xffffffffU;

__global__ void reduce(const int* in, int* out) {
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(kFull, sum, offset);
  __shared__ int sums[32];
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();  // every warp's sum is there
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(kFull, sum, offset);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
extern "C" void run_reduce(const int* in, int* out, int blocks, int threads) {
  reduce<<<blocks, threads>>>(in, out);
}

// Four kinds, in segments of 8 lanes; out has 4 rows of 32.
__global__ void kinds(int* out) {
  const int lane = threadIdx.x;
  out[lane] = __shfl_sync(kFull, lane, 3, 8);
  out[32 + lane] = __shfl_up_sync(kFull, lane, 2, 8);
  out[64 + lane] = __shfl_down_sync(kFull, lane, 2, 8);
  out[96 + lane] = __shfl_xor_sync(kFull, lane, 1, 8);
}
extern "C" void run_kinds(int* out) { kinds<<<1, 32>>>(out); }

__global__ void wide(double* out) { out[threadIdx.x] = __shfl_sync(kFull, threadIdx.x + 0.5, 31); }
extern "C" void run_wide(double* out) { wide<<<1, 32>>>(out); }

// The two halves of a warp shuffle on their own, in different branches.
__global__ void halves(int* out) {
  const int lane = threadIdx.x;
  if (lane < 16) {
    out[lane] = __shfl_sync(0x0000ffffU, lane, 5);
  } else {
    out[lane] = __shfl_sync(0xffff0000U, lane * 10, 20);
  }
}
extern "C" void run_halves(int* out) { halves<<<1, 32>>>(out); }

__global__ void votes(unsigned* out) {
  const int lane = threadIdx.x;
  const unsigned odd = __ballot_sync(kFull, lane % 2);
  const int any = __any_sync(kFull, lane == 31), none = __any_sync(kFull, lane == 32);
  const int all = __all_sync(kFull, lane < 32), most = __all_sync(kFull, lane != 7);
  const unsigned same = __match_any_sync(kFull, lane / 8);
  if (lane == 9) {
    out[0] = odd;
    out[1] = any * 8 + none * 4 + all * 2 + most;
    out[2] = same;
  }
}
extern "C" void run_votes(unsigned* out) { votes<<<1, 32>>>(out); }

// Lanes that have returned count as absent.
__global__ void after_return(int* out) {
  if (threadIdx.x >= 20) return;
  const int next = __shfl_down_sync(kFull, threadIdx.x, 1);
  __syncwarp();
  out[threadIdx.x] = threadIdx.x < 19 ? next : -1;
}
extern "C" void run_after_return(int* out) { after_return<<<1, 32>>>(out); }

__global__ void outside_mask(int* out) { out[threadIdx.x] = __shfl_sync(0x1U, 1, 0); }
extern "C" void run_outside_mask(int* out) { outside_mask<<<1, 2>>>(out); }
