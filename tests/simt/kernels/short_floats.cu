// Numbers of 16 bits. Each function returns 0, or the line of the condition that failed; the sums of results
// are those of an H200.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

#define HOLDS(CONDITION)               \
  do {                                 \
    if (!(CONDITION)) return __LINE__; \
  } while (0)

namespace {

constexpr int kThreads = 64, kEach = 256;

__device__ unsigned next(unsigned& state) {
  state = state * 1664525U + 1013904223U;
  return state >> 16;
}
__device__ unsigned long long mixed(unsigned bits, unsigned place) {
  unsigned long long x = (static_cast<unsigned long long>(place) << 16 | bits) * 0x9e3779b97f4a7c15ULL;
  x ^= x >> 29;
  return x * 0xbf58476d1ce4e5b9ULL;
}

struct Half {
  using One = __half;
  using Two = __half2;
  static __device__ One of(unsigned bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
  static __device__ unsigned bits(One value) { return __half_as_ushort(value); }
  static __device__ Two pair(One low, One high) { return __halves2half2(low, high); }
  static __device__ float wide(One value) { return __half2float(value); }
  static __device__ One nearest(float value) { return __float2half_rn(value); }
  static __device__ One down(float value) { return __float2half_rd(value); }
  static __device__ One up(float value) { return __float2half_ru(value); }
  static __device__ One to_zero(float value) { return __float2half_rz(value); }
  static __device__ One of_int(int value) { return __int2half_rn(value); }
  static __device__ int to_int(One value) { return __half2int_rd(value); }
};
struct Bfloat16 {
  using One = __nv_bfloat16;
  using Two = __nv_bfloat162;
  static __device__ One of(unsigned bits) { return __ushort_as_bfloat16(static_cast<unsigned short>(bits)); }
  static __device__ unsigned bits(One value) { return __bfloat16_as_ushort(value); }
  static __device__ Two pair(One low, One high) { return __halves2bfloat162(low, high); }
  static __device__ float wide(One value) { return __bfloat162float(value); }
  static __device__ One nearest(float value) { return __float2bfloat16_rn(value); }
  static __device__ One down(float value) { return __float2bfloat16_rd(value); }
  static __device__ One up(float value) { return __float2bfloat16_ru(value); }
  static __device__ One to_zero(float value) { return __float2bfloat16_rz(value); }
  static __device__ One of_int(int value) { return __int2bfloat16_rn(value); }
  static __device__ int to_int(One value) { return __bfloat162int_rd(value); }
};

enum {
  kConversions,
  kRoundings,
  kSums,
  kProducts,
  kFused,
  kExtremes,
  kComparisons,
  kPairs,
  kShuffles,
  kAtomics,  // how many differ from a sum
  kCases
};

// The results of all operations for random bits, as one sum for each kind.
template <class F>
__global__ void sum_up(unsigned long long* sums) {
  using One = typename F::One;
  unsigned state = threadIdx.x * 7919U + 1;
  unsigned long long sum[kCases] = {};
  for (int i = 0; i < kEach; ++i) {
    unsigned place = (threadIdx.x * kEach + i) * 32;
    const auto add = [&](int kind, unsigned bits) { sum[kind] += mixed(bits, place++); };
    const One a = F::of(next(state)), b = F::of(next(state)), c = F::of(next(state));
    if (F::wide(a) != F::wide(a) || F::wide(b) != F::wide(b) || F::wide(c) != F::wide(c)) continue;
    const float x = __uint_as_float(next(state) << 16 | next(state)), small = F::wide(b) * 1.001F;
    add(kConversions, __float_as_uint(F::wide(a)) >> 12);
    add(kConversions, static_cast<unsigned>(F::to_int(a)) & 0xffff);
    add(kConversions, F::bits(F::of_int(static_cast<int>(next(state)) - 30000)));
    for (const float value : {x, small}) {
      if (value != value) continue;
      add(kRoundings, F::bits(F::nearest(value)));
      add(kRoundings, F::bits(F::down(value)));
      add(kRoundings, F::bits(F::up(value)));
      add(kRoundings, F::bits(F::to_zero(value)));
    }
    add(kSums, F::bits(a + b));
    add(kSums, F::bits(a - b));
    add(kProducts, F::bits(a * b));
    add(kFused, F::bits(__hfma(a, b, c)));
    add(kFused, F::bits(__hfma(a, F::nearest(1.0F), c)));
    add(kExtremes, F::bits(__hmax(a, b)));
    add(kExtremes, F::bits(__hmin(a, b)));
    add(kExtremes, F::bits(__habs(a)));
    add(kExtremes, F::bits(__hneg(a)));
    add(kComparisons, static_cast<unsigned>(a < b) + 2U * __heq(a, b) + 4U * __hgeu(a, b) + 8U * __hisnan(c));
    const typename F::Two pair = __hfma2(F::pair(a, b), F::pair(b, c), F::pair(c, a));
    add(kPairs, F::bits(pair.x));
    add(kPairs, F::bits(pair.y));
    add(kPairs, __hbgt2(F::pair(a, b), F::pair(b, c)));
  }
  __shared__ One target;
  __shared__ typename F::Two pair_target;
  for (unsigned i = 0; threadIdx.x == 0 && i < 0x10000; i += 7) {
    const One a = F::of(i), b = F::of(i * 5 + 3);
    target = a;
    pair_target = F::pair(a, b);
    const One old = atomicAdd(&target, b);
    const typename F::Two old_pair = atomicAdd(&pair_target, F::pair(b, b));
    const bool is_sum = F::bits(old) == F::bits(a) && F::bits(target) == F::bits(a + b);
    sum[kAtomics] += !is_sum || F::bits(old_pair.y) != F::bits(b) ||
                     F::bits(pair_target.x) != F::bits(a + b) || F::bits(pair_target.y) != F::bits(b + b);
  }
  const One value = F::of(threadIdx.x * 100);
  __shared__ One values[kThreads];
  values[threadIdx.x] = value;
  __syncthreads();
  const One across = __shfl_xor_sync(0xffffffffU, value, 5);
  sum[kShuffles] += mixed(F::bits(across), threadIdx.x) + F::bits(across) - F::bits(values[threadIdx.x ^ 5]);
  const typename F::Two above = __shfl_up_sync(0xffffffffU, F::pair(value, F::of(threadIdx.x)), 3);
  sum[kShuffles] += mixed(F::bits(above.x) ^ F::bits(above.y) << 3, threadIdx.x + kThreads);
  for (int kind = 0; kind < kCases; ++kind) atomicAdd(&sums[kind], sum[kind]);
}

template <class F>
int compare(const unsigned long long (&expected)[kCases]) {
  unsigned long long *device = nullptr, sums[kCases];
  HOLDS(cudaMalloc(&device, sizeof sums) == cudaSuccess);
  HOLDS(cudaMemset(device, 0, sizeof sums) == cudaSuccess);
  sum_up<F><<<1, kThreads>>>(device);
  HOLDS(cudaMemcpy(sums, device, sizeof sums, cudaMemcpyDeviceToHost) == cudaSuccess);
  HOLDS(cudaFree(device) == cudaSuccess);
  for (int kind = 0; kind < kCases; ++kind) {
    if (sums[kind] == expected[kind]) continue;
    for (const unsigned long long sum : sums) printf("0x%llx, ", sum);
    printf("\n");
    return kind + 1;
  }
  return 0;
}

}  // namespace

extern "C" int test_half() {
  HOLDS(__half2float(__float2half(65519.0F)) == 65504 && float(__half(0.1F)) == 0.0999755859375F);
  HOLDS(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4);
  const half2 pair = __floats2half2_rn(1.5F, -2);
  HOLDS(__low2float(pair) == 1.5F && __half22float2(pair).y == -2);
  return compare<Half>({0x32bf7a2f6371f9c3ULL, 0x3512d1d8ff53cf41ULL, 0x998ed8e7dbe086fbULL,
                        0x38526c75f8976d16ULL, 0x7c75e81de6007052ULL, 0x585779acdbe5a3b8ULL,
                        0x4c73b99f99e51e58ULL, 0x242d9bd1a741e242ULL, 0x8d1d1c0bf776871aULL, 0});
}
extern "C" int test_bfloat16() {
  HOLDS(__bfloat162float(__float2bfloat16(1.00390625F)) == 1 && float(__nv_bfloat16(3)) == 3);
  const __nv_bfloat162 pair = __floats2bfloat162_rn(1.5F, -2);
  HOLDS(__low2float(pair) == 1.5F && __bfloat1622float2(pair).y == -2);
  return compare<Bfloat16>({0xfda919e6eab78c2cULL, 0x917217443bb2083fULL, 0xd23de0cf4a1b0253ULL,
                            0x1d11a6fb93fa2932ULL, 0xaafe43ef9f7ff2e2ULL, 0xdb82d7bf20b374aULL,
                            0x2f51fdd2f06c43e1ULL, 0x85e49128ac6c69bfULL, 0x8d1d1c0bf776871aULL, 0});
}
