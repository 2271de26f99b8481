// Kernels' calls other than barriers and memory. Each function returns 0, or the line of the condition that
// failed; all of them also hold on a GPU.
#include <cuda_runtime.h>
#include <device_functions.h>
#include <math_constants.h>

#include <assert.h>
#include <stdio.h>

#define HOLDS(CONDITION) \
  if (!(CONDITION)) return __LINE__
#define IN_KERNEL(CONDITION)        \
  if (!(CONDITION) && *line == 0) { \
    *line = __LINE__;               \
  }

/// What a kernel that gets a place for a line says.
static int said_by(void (*kernel)(int*), int threads = 1) {
  int *device = nullptr, line = -1;
  cudaMalloc(&device, sizeof(int));
  cudaMemset(device, 0, sizeof(int));
  kernel<<<1, threads>>>(device);
  cudaMemcpy(&line, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return cudaGetLastError() == cudaSuccess ? line : -2;
}

__global__ void integers(int* line) {
  volatile int minus = -1, least = -2147483647 - 1;
  volatile unsigned one = 1, most = 0xffffffffU;
  IN_KERNEL(umin(one, most) == 1 && umax(one, most) == most && umin(minus, one) == 1);
  IN_KERNEL(llmin(minus, 1) == -1 && llmax(minus, 1) == 1);
  IN_KERNEL(ullmin(minus, 1) == 1 && ullmax(minus, 1) == ~0ULL);
  IN_KERNEL(__mul24(0x1000003, minus) == -3 && __mul24(0x800000, 2) == -0x1000000);
  IN_KERNEL(__umul24(0x1000003, 5) == 15 && __umul24(0xffffff, 0xffffff) == 0xfe000001U);
  IN_KERNEL(__sad(minus, 5, 7) == 13 && __sad(5, minus, 7) == 13 && __sad(least, 2147483647, one) == 0);
  IN_KERNEL(__usad(3, 5, 7) == 9 && __usad(most, one, 0) == 0xfffffffeU);
  IN_KERNEL(__hadd(minus, 4) == 1 && __rhadd(minus, 4) == 2 && __hadd(least, least) == least &&
            __hadd(-3, 0) == -2);
  IN_KERNEL(__uhadd(most, 4) == 0x80000001U && __urhadd(most, 4) == 0x80000002U);
  IN_KERNEL(__funnelshift_lc(5, 9, 32) == 5 && __funnelshift_lc(0x80000000U, 9, 1) == 19);
  IN_KERNEL(__funnelshift_rc(5, 9, 40) == 9 && __funnelshift_rc(5, 9, 1) == 0x80000002U);
  IN_KERNEL(__fns(0xf0, 0, 1) == 4 && __fns(0xf0, 5, 2) == 6 && __fns(0xf0, 7, 2) == ~0U);
  IN_KERNEL(__fns(0xf0, 5, -2) == 4 && __fns(0xf0, 4, 0) == 4 && __fns(0xf0, 3, 0) == ~0U);
  IN_KERNEL(__dp4a(0x01ff02fe, 0x01010101, 10) == 10 && __dp4a(0x01ff02feU, 0x01010101U, 10U) == 522);
  IN_KERNEL(__dp2a_lo(0x0002ffff, 0x7f7f0305, 1) == 2 && __dp2a_hi(0x0002ffff, 0x03057f7f, 1) == 2);
}
extern "C" int test_integers() { return said_by(integers); }

// 1 + 2^-30 is between two floats, and 1 + 2^-60 between two doubles.
__global__ void roundings(int* line) {
  const float up = 1.00000012F, down = 0.99999994F;  // beside 1
  volatile float one = 1, small = 0x1p-30F, three = 3, tiny = 0x1p-149F;
  IN_KERNEL(__fadd_rn(one, small) == 1 && __fadd_rd(one, small) == 1 && __fadd_rz(one, small) == 1);
  IN_KERNEL(__fadd_ru(one, small) == up && __fadd_rd(-one, -small) == -up && __fadd_rz(-one, -small) == -1);
  IN_KERNEL(__fsub_rd(one, small) == down && __fsub_rz(one, small) == down && __fsub_ru(one, small) == 1);
  IN_KERNEL(__fsub_rn(one, small) == 1 && __fadd_ru(one, one) == 2);
  IN_KERNEL(__fmul_rd(one / 3, three) <= 1 && __fmul_ru(up, up) > __fmul_rd(up, up));
  IN_KERNEL(__fmul_rz(-up, up) == -__fmul_rd(up, up) && __fmul_rn(up, 2.0F) == 2 * up);
  IN_KERNEL(__fmul_ru(tiny, 0.25F) == tiny && __fmul_rd(tiny, 0.25F) == 0);
  IN_KERNEL(__fdiv_ru(one, three) > __fdiv_rd(one, three) &&
            __fdiv_rz(-one, three) == -__fdiv_rd(one, three));
  IN_KERNEL(__fdiv_rn(one, three) == 1.0F / 3.0F && __frcp_rn(three) == 1.0F / 3.0F);
  IN_KERNEL(__frcp_ru(three) == __fdiv_ru(one, three) && __frcp_rz(-three) == __fdiv_ru(-one, three));
  IN_KERNEL(__fsqrt_rd(2.0F * one) < __fsqrt_ru(2.0F * one) && __fsqrt_rn(4.0F * one) == 2);
  IN_KERNEL(__fsqrt_rz(2.0F * one) == __fsqrt_rd(2.0F * one) && __frsqrt_rn(4.0F * one) == 0.5F);
  IN_KERNEL(__fmaf_rn(one, one, small) == 1 && __fmaf_ru(one, one, small) == up);
  IN_KERNEL(__fmaf_rd(one, -one, -small) == -up && __fmaf_rz(one, one, -small) == down);

  volatile double unit = 1, little = 0x1p-60;
  const double above = 0x1.0000000000001p0, below = 0x1.fffffffffffffp-1;
  IN_KERNEL(__dadd_ru(unit, little) == above && __dadd_rd(unit, little) == 1 && __dadd_rn(unit, little) == 1);
  IN_KERNEL(__dsub_rz(unit, little) == below && __dsub_rd(unit, little) == below &&
            __dsub_ru(unit, little) == 1);
  IN_KERNEL(__dmul_ru(above, above) > __dmul_rz(above, above) && __ddiv_ru(unit, 3.0) > __ddiv_rd(unit, 3.0));
  IN_KERNEL(__drcp_rd(3.0 * unit) == __ddiv_rz(unit, 3.0) &&
            __dsqrt_ru(2.0 * unit) > __dsqrt_rn(2.0 * unit) - 1);
  IN_KERNEL(__fma_rn(unit, unit, little) == 1 && __fma_ru(unit, unit, little) == above);
  IN_KERNEL(one + small == 1);  // the rounding of all else stays
}
extern "C" int test_roundings() { return said_by(roundings); }

__global__ void conversions(int* line) {
  volatile float half = 2.5F, minus = -2.5F, big = 3e9F, huge = 1e30F, nan = CUDART_NAN_F;
  IN_KERNEL(__float2int_rn(half) == 2 && __float2int_rd(half) == 2 && __float2int_ru(half) == 3);
  IN_KERNEL(__float2int_rz(minus) == -2 && __float2int_rd(minus) == -3 && __float2int_ru(minus) == -2);
  IN_KERNEL(__float2int_rn(big) == 2147483647 && __float2int_rz(-huge) == -2147483647 - 1);
  IN_KERNEL(__float2uint_rz(big) == 3000000000U && __float2uint_rn(minus) == 0 &&
            __float2uint_ru(huge) == 0xffffffffU);
  IN_KERNEL(__float2ll_rd(minus) == -3 && __float2ll_rn(huge) == 0x7fffffffffffffffLL);
  IN_KERNEL(__float2ull_ru(half) == 3 && __float2ull_rz(huge) == ~0ULL && __float2ull_rd(minus) == 0);
  IN_KERNEL(__float2int_rn(nan) == 0 && __float2uint_rn(nan) == 0);
  volatile double wide = 4294967296.5, not_a_number = CUDART_NAN;
  IN_KERNEL(__double2int_rz(wide) == 2147483647 && __double2uint_rn(wide) == 0xffffffffU);
  IN_KERNEL(__double2ll_rn(wide) == 4294967296LL && __double2ll_ru(wide) == 4294967297LL);
  IN_KERNEL(__double2ull_rd(wide) == 4294967296ULL && __double2ull_rz(-wide) == 0);
  IN_KERNEL(__double2ll_rn(not_a_number) == static_cast<long long>(0x8000000000000000ULL));
  IN_KERNEL(__int2float_rn(16777217) == 16777216.0F && __int2float_ru(16777217) == 16777218.0F);
  IN_KERNEL(__int2float_rd(-16777217) == -16777218.0F && __int2float_rz(-16777217) == -16777216.0F);
  IN_KERNEL(__uint2float_ru(0xffffffffU) == 4294967296.0F && __uint2float_rd(0xffffffffU) == 4294967040.0F);
  IN_KERNEL(__ll2float_rz(16777217LL) == 16777216.0F && __ull2float_ru(~0ULL) == 18446744073709551616.0F);
  IN_KERNEL(__ll2double_ru(9007199254740993LL) == 9007199254740994.0 &&
            __ull2double_rd(~0ULL) < 18446744073709551616.0);
  IN_KERNEL(__double2float_ru(1 + 0x1p-40) == 1.00000012F && __double2float_rn(1 + 0x1p-40) == 1);
  IN_KERNEL(__int2double_rn(-7) == -7 && __uint2double_rn(0xffffffffU) == 4294967295.0);
  IN_KERNEL(__double2hiint(1.0) == 0x3ff00000 && __double2loint(1.0) == 0 &&
            __hiloint2double(0x40000000, 0) == 2);
  IN_KERNEL(CUDART_INF_F > 3e38F && -CUDART_INF < -1e308 && nan != nan && CUDART_PI_F > 3.14F &&
            CUDART_PI > 3.14);
  IN_KERNEL(CUDART_MAX_NORMAL_F < CUDART_INF_F && CUDART_MIN_DENORM > 0 && CUDART_SQRT_TWO_F > 1.414F);
}
extern "C" int test_conversions() { return said_by(conversions); }

__global__ void clocks(int* line) {
  const long long begin = clock64();
  const clock_t before = clock();
  while (clock64() - begin < 5000) {
  }
  IN_KERNEL(clock64() > begin && clock() != before);
}
extern "C" int test_clocks() { return said_by(clocks); }

// A lane waits for the time, and the others for it.
__global__ void clocks_and_flags(int* line) {
  volatile __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 1) {
    for (const long long begin = clock64(); clock64() - begin < 5000;) {
    }
    __threadfence_block();
    flag = 1;
  } else if (threadIdx.x == 0) {
    while (flag == 0) __threadfence_block();
  }
  __syncthreads();
  IN_KERNEL(flag == 1);
}
extern "C" int test_clocks_and_flags() { return said_by(clocks_and_flags, 64); }

// Two masks of each of 64 threads: all lanes together, and those of a branch; some lanes have returned.
__global__ void active_masks(unsigned* masks) {
  const unsigned i = threadIdx.x;
  if (i == 63) return;
  masks[i] = __activemask();
  if (i % 3 == 0) {
    masks[64 + i] = __activemask();
  } else {
    masks[64 + i] = __activemask();
  }
}
extern "C" int test_active_masks(unsigned* masks) {
  unsigned* device = nullptr;
  cudaMalloc(&device, 128 * sizeof(unsigned));
  cudaMemset(device, 0, 128 * sizeof(unsigned));
  active_masks<<<1, 64>>>(device);
  cudaMemcpy(masks, device, 128 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(device);
  for (unsigned i = 0; i < 63; ++i)
    HOLDS((masks[i] >> i % 32 & 1) != 0 && (masks[64 + i] >> i % 32 & 1) != 0);
  return 0;
}

// A lane that holds a lock asks for the mask while another lane spins for the lock.
__global__ void mask_in_a_lock(int* line) {
  __shared__ int lock, count;
  if (threadIdx.x == 0) lock = count = 0;
  __syncthreads();
  for (bool done = false; !done;) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence_block();
      if (__activemask() != 0) ++count;
      __threadfence_block();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  __syncthreads();
  IN_KERNEL(count == 64);
}
extern "C" int test_mask_in_a_lock() { return said_by(mask_in_a_lock, 64); }

__global__ void positive(const int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) assert(values[i] > 0);
}
/// Every call on a device that a kernel has made unusable.
static int all_say(cudaError_t error) {
  int* memory = nullptr;
  cudaStream_t stream;
  int count = 0;
  HOLDS(cudaDeviceSynchronize() == error);
  HOLDS(cudaGetLastError() == error);
  HOLDS(cudaMalloc(&memory, 4) == error && cudaGetLastError() == error);
  HOLDS(cudaFree(nullptr) == error && cudaMallocHost(&memory, 4) == error &&
        cudaStreamCreate(&stream) == error);
  HOLDS(cudaStreamSynchronize(nullptr) == error && cudaStreamQuery(nullptr) == error);
  HOLDS(cudaMemset(&count, 0, 4) == error && cudaMemcpy(&count, &count, 4, cudaMemcpyDefault) == error);
  HOLDS(cudaGetDevice(&count) == cudaSuccess && cudaGetDeviceCount(&count) == cudaSuccess && count >= 1);
  (void)cudaGetLastError();
  positive<<<1, 1>>>(memory, 0);
  HOLDS(cudaGetLastError() == error);
  HOLDS(cudaDeviceReset() == cudaSuccess && cudaMalloc(&memory, 4) != cudaSuccess);
  return 0;
}
extern "C" int test_failed_assertion() {
  const int values[5] = {3, 1, 4, 0, 5};
  int* device = nullptr;
  cudaMalloc(&device, sizeof(values));
  cudaMemcpy(device, values, sizeof(values), cudaMemcpyHostToDevice);
  positive<<<1, 3>>>(device, 3);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess);
  positive<<<3, 2>>>(device, 5);
  HOLDS(cudaGetLastError() == cudaSuccess);
  return all_say(cudaErrorAssert);
}

__global__ void traps() {
  if (threadIdx.x == 5) __trap();
}
extern "C" int test_trap() {
  traps<<<2, 32>>>();
  return all_say(cudaErrorLaunchFailure);
}

__global__ void prints(int times) {
  for (int i = 0; i < times; ++i) {
    if (printf("%4d %4d %4d\n", blockIdx.x, threadIdx.x, i) <= 0) __trap();  // also without room
  }
}
extern "C" int run_prints(int blocks, int threads, int times) {
  prints<<<blocks, threads>>>(times);
  return cudaDeviceSynchronize();
}
extern "C" int run_prints_with_room(unsigned long long bytes) {
  HOLDS(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) == cudaSuccess);
  return run_prints(1, 100, 1);
}
