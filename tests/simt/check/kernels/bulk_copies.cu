// Bulk copies and the barriers that they arrive on: each kernel right, and with one mistake.
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/ptx>

#include <cstdint>

namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kThreads = 64, kTile = 256;
constexpr unsigned kBytes = kTile * 4;

enum Mistake {
  kNone,
  kOneWaits,       // and a __syncthreads() follows: right
  kNobodyWaits,    // a __syncthreads() does not wait for a copy
  kOneWaitsAlone,  // and the others read at once
  kTooFewArrive,
  kTooManyBytes,  // are announced
  kTooFewBytes,
  kNotInitialised,
  kNoBarrierAfterInit,
  kArrivesForMany,
  kOddSize,
  kOddTarget,
  kOddSource,
  kFromShared,
  kReadsTooFar,
  kWritesMeanwhile,  // the source of the copy's target
  kReadsSource,      // of a copy that is under way: right
  kNothingArrives,   // on the barrier that is waited for
  kMostArrivals,
};

template <Mistake kMistake>
__global__ void load(const int* in, int* out) {
  __shared__ alignas(128) int tile[kTile];
  __shared__ barrier bar, other;
  const unsigned thread = threadIdx.x;
  if (thread == 0 && kMistake != kNotInitialised) {
    init(&bar, kMistake == kTooFewArrive ? kThreads + 1 : kMistake == kMostArrivals ? 1 << 20 : kThreads);
    init(&other, kThreads);
  }
  if (kMistake != kNoBarrierAfterInit) __syncthreads();
  barrier::arrival_token token;
  if (thread == 0) {
    const unsigned bytes = kMistake == kOddSize       ? kBytes - 4
                           : kMistake == kReadsTooFar ? kBytes
                                                      : kBytes - 16;
    const int* const from = kMistake == kFromShared ? tile : in;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile + (kMistake == kOddTarget ? 1 : 0),
                       from + (kMistake == kOddSource     ? 1
                               : kMistake == kReadsTooFar ? 4
                                                          : 0),
                       bytes, cuda::device::barrier_native_handle(kMistake == kNothingArrives ? other : bar));
    const unsigned announced = kMistake == kTooManyBytes  ? bytes + 16
                               : kMistake == kTooFewBytes ? bytes - 16
                                                          : bytes;
    token = cuda::device::barrier_arrive_tx(bar, 1, announced);
    if (kMistake == kReadsSource) out[kTile] = in[1];
  } else {
    token = bar.arrive(kMistake == kArrivesForMany ? kThreads + 1 : 1);
  }
  if (kMistake == kWritesMeanwhile && thread == 1) tile[8] = 1;
  if (kMistake == kOneWaitsAlone ? thread == 0
      : kMistake == kNobodyWaits ? false
                                 : kMistake != kOneWaits || thread == 3)
    bar.wait(cuda::std::move(token));
  if (kMistake == kOneWaits || kMistake == kNobodyWaits) __syncthreads();
  out[thread] = tile[thread * 3];
}

extern "C" void run_load(const int* in, int* out, int mistake) {
#define CASE(NAME) \
  if (mistake == NAME) load<NAME><<<1, kThreads>>>(in, out);
  CASE(kNone)
  CASE(kOneWaits)
  CASE(kNobodyWaits)
  CASE(kOneWaitsAlone)
  CASE(kTooFewArrive)
  CASE(kTooManyBytes)
  CASE(kTooFewBytes)
  CASE(kNotInitialised)
  CASE(kNoBarrierAfterInit)
  CASE(kArrivesForMany)
  CASE(kOddSize)
  CASE(kOddTarget)
  CASE(kOddSource)
  CASE(kFromShared)
  CASE(kReadsTooFar)
  CASE(kWritesMeanwhile)
  CASE(kReadsSource)
  CASE(kNothingArrives)
  CASE(kMostArrivals)
#undef CASE
}

enum StoreMistake {
  kStoreNone,
  kNoFence,
  kOverwrites,        // the source, while it is read
  kReadsTargetEarly,  // what is read is not yet written
  kNobodyWaitsForGroup,
  kNotCommitted,
};
template <StoreMistake kMistake>
__global__ void store(int* out) {
  __shared__ alignas(128) int tile[kTile];
  for (int i = threadIdx.x; i < kTile; i += kThreads) tile[i] = i;
  if (kMistake != kNoFence) ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, kBytes);
    if (kMistake != kNotCommitted) ptx::cp_async_bulk_commit_group();
    if (kMistake == kOverwrites) tile[5] = 0;
    if (kMistake != kNobodyWaitsForGroup) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
    if (kMistake == kReadsTargetEarly) tile[0] = out[1];
    if (kMistake != kNobodyWaitsForGroup) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
    out[0] = out[1];
  }
  __syncthreads();
  tile[threadIdx.x] = kMistake == kNobodyWaitsForGroup ? 0 : out[threadIdx.x];
}
extern "C" void run_store(int* out, int mistake) {
  if (mistake == kStoreNone) store<kStoreNone><<<1, kThreads>>>(out);
  if (mistake == kNoFence) store<kNoFence><<<1, kThreads>>>(out);
  if (mistake == kOverwrites) store<kOverwrites><<<1, kThreads>>>(out);
  if (mistake == kReadsTargetEarly) store<kReadsTargetEarly><<<1, kThreads>>>(out);
  if (mistake == kNobodyWaitsForGroup) store<kNobodyWaitsForGroup><<<1, kThreads>>>(out);
  if (mistake == kNotCommitted) store<kNotCommitted><<<1, kThreads>>>(out);
}

// Copies words of which two threads have written one half each.
__global__ void store_halves(int* out, bool overwrites) {
  __shared__ alignas(128) unsigned short halves[8];
  if (threadIdx.x < 8) halves[threadIdx.x] = 1;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncwarp();
  if (threadIdx.x != 0) return;
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, halves, sizeof halves);
  ptx::cp_async_bulk_commit_group();
  if (overwrites) halves[0] = 2;
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  halves[0] = 3;
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
}
extern "C" void run_store_halves(int* out, int overwrites) { store_halves<<<1, 32>>>(out, overwrites != 0); }

// A barrier hands on what its arrivals did before, and to those that wait for it.
enum Handing {
  kBefore,        // the value is written before the arrival
  kAfter,         // or behind it
  kByOther,       // by a thread that does not arrive
  kThroughWarp,   // or by one whose warp has met before one of it arrives: right
  kReaderWaits,   // the reader's warp meets after one of it has waited: right
  kOtherBarrier,  // the reader waits for another barrier, which the writer doesn't arrive at
};
template <Handing kHanding>
__global__ void hand(int* out) {
  __shared__ int value;
  __shared__ std::uint64_t bars[2];
  const unsigned thread = threadIdx.x;
  if (thread == 0) {
    ptx::mbarrier_init(&bars[0], 1);
    ptx::mbarrier_init(&bars[1], 1);
  }
  __syncthreads();
  if (thread < 32) {
    const bool writes = thread == (kHanding == kByOther || kHanding == kThroughWarp ? 1 : 0);
    if (writes && kHanding != kAfter) value = 7;
    if (kHanding == kThroughWarp) __syncwarp();
    if (thread == 0) ptx::mbarrier_arrive(&bars[0]);
    if (writes && kHanding == kAfter) value = 7;
  } else {
    if (thread == 63) ptx::mbarrier_arrive(&bars[1]);
    const int waited_for = kHanding == kOtherBarrier ? 1 : 0;
    if (thread == (kHanding == kReaderWaits ? 33 : 32)) {
      while (!ptx::mbarrier_try_wait_parity(&bars[waited_for], 0)) {
      }
    }
    if (kHanding == kReaderWaits) __syncwarp();
    if (thread == 32) *out = value;
  }
}
extern "C" void run_hand(int* out, int handing) {
  if (handing == kBefore) hand<kBefore><<<1, 64>>>(out);
  if (handing == kAfter) hand<kAfter><<<1, 64>>>(out);
  if (handing == kByOther) hand<kByOther><<<1, 64>>>(out);
  if (handing == kThroughWarp) hand<kThroughWarp><<<1, 64>>>(out);
  if (handing == kReaderWaits) hand<kReaderWaits><<<1, 64>>>(out);
  if (handing == kOtherBarrier) hand<kOtherBarrier><<<1, 64>>>(out);
}

// Threads that ask again and again for a phase that cannot end, beside others at a __syncthreads().
__global__ void ask_forever() {
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 33);
  __syncthreads();
  if (threadIdx.x < 32) {
    const std::uint64_t phase = ptx::mbarrier_arrive(&bar);
    while (!ptx::mbarrier_try_wait(&bar, phase)) {
    }
  }
  __syncthreads();
}
extern "C" void run_ask_forever() { ask_forever<<<1, 64>>>(); }
