// Lanes that wait for each other, each by other means, and others that don't wait although they use the same.
#include <cuda/atomic>
#include <cuda/barrier>

namespace {

using Turn = cuda::atomic_ref<int, cuda::thread_scope_block>;

// Thread t loads in[t] when it is its turn.
template <class IsTurn, class Pass>
__device__ void take_turn(const int* in, int* out, const IsTurn& is_turn, const Pass& pass) {
  const int t = static_cast<int>(threadIdx.x);
  int value = 0;
  for (bool taken = false; !taken;) {
    if (!is_turn(t)) continue;
    value = in[t];
    pass(t);
    taken = true;
  }
  __syncthreads();
  out[t] = value;
}

/// With a fence behind each look and before each pass.
template <class IsTurn, class Pass>
__device__ void take_turn_by_fences(const int* in, int* out, const IsTurn& is_turn, const Pass& pass) {
  take_turn(
      in, out,
      [&](int t) {
        const bool is_now = is_turn(t);
        __threadfence_block();
        return is_now;
      },
      [&](int t) {
        __threadfence_block();
        pass(t);
      });
}
/// Sets a variable of the block to 0.
template <class T>
__device__ void begin(T& turn) {
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
}

__global__ void by_orders(const int* in, int* out) {
  __shared__ int turn;
  begin(turn);
  take_turn(
      in, out, [](int t) { return Turn(turn).load(cuda::memory_order_acquire) == t; },
      [](int t) { Turn(turn).store(t + 1, cuda::memory_order_release); });
}
__global__ void by_relaxed_and_fences(const int* in, int* out) {
  __shared__ int turn;
  begin(turn);
  take_turn_by_fences(
      in, out,
      [](int t) {
        __nanosleep(20);
        return Turn(turn).load(cuda::memory_order_relaxed) == t;
      },
      [](int t) { Turn(turn).store(t + 1, cuda::memory_order_relaxed); });
}
__global__ void by_volatile(const int* in, int* out) {
  __shared__ volatile int turn;
  begin(turn);
  take_turn_by_fences(
      in, out, [](int t) { return turn == t; }, [](int t) { turn = t + 1; });
}
__global__ void by_updates(const int* in, int* out) {
  __shared__ int turn;
  begin(turn);
  take_turn_by_fences(
      in, out, [](int t) { return atomicAdd(&turn, 0) == t; }, [](int) { atomicAdd(&turn, 1); });
}
__global__ void by_one_update(const int* in, int* out) {  // takes and gives by the same call
  __shared__ int turn;
  begin(turn);
  const int t = static_cast<int>(threadIdx.x);
  int value = 0;
  for (int step = 0; step < 0x10000;) {  // a turn is in the low half; who asks counts in the high one
    const int old = atomicAdd(&turn, step == 1 ? 1 : 0x10000);
    if (step == 1) break;
    if ((old & 0xffff) == t) {
      value = in[t];
      step = 1;
    }
  }
  __syncthreads();
  out[t] = value;
}
__global__ void by_lock(const int* in, int* out) {
  __shared__ int lock;
  begin(lock);
  take_turn_by_fences(
      in, out, [](int) { return atomicExch(&lock, 1) == 0; }, [](int) { atomicExch(&lock, 0); });
}
__global__ void by_tickets(const int* in, int* out) {  // in the order in which they come
  __shared__ int next, turn;
  if (threadIdx.x == 0) next = turn = 0;
  __syncthreads();
  const int mine = atomicAdd(&next, 1);
  take_turn(
      in, out, [mine](int) { return Turn(turn).load(cuda::memory_order_acquire) == mine; },
      [](int) { Turn(turn).fetch_add(1, cuda::memory_order_release); });
}
__global__ void by_barriers(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier turns[64];
  init(&turns[threadIdx.x], 1);
  __syncthreads();
  take_turn(
      in, out,
      [](int t) {
        if (t > 0) turns[t].wait_parity(false);
        return true;
      },
      [](int t) {
        if (t + 1 < static_cast<int>(blockDim.x)) (void)turns[t + 1].arrive();
      });
}
__global__ void by_way_of_another_warp(const int* in, int* out) {  // thread 32 passes each turn on
  __shared__ int turn, done;
  if (threadIdx.x == 0) turn = done = 0;
  __syncthreads();
  take_turn(
      in, out,
      [](int t) {
        if (t < 32) return Turn(turn).load(cuda::memory_order_acquire) == t;
        for (int passed = 1; t == 32 && passed < 32; ++passed) {
          while (Turn(done).load(cuda::memory_order_acquire) != passed) continue;
          Turn(turn).store(passed, cuda::memory_order_release);
        }
        return true;
      },
      [](int t) {
        if (t < 32) Turn(done).store(t + 1, cuda::memory_order_release);
      });
}
// One warp works at a time: one lane waits and one passes the turn on, the same or another.
template <int kPasses>
__device__ void relay(const int* in, int* out) {
  __shared__ int turn;
  begin(turn);
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  int sum = 0;
  if (lane == 0) {
    while (Turn(turn).load(cuda::memory_order_acquire) != warp) __nanosleep(20);
  }
  __syncwarp();
  if (lane == kPasses) {
    for (int i = 0; i < 64; ++i) sum += in[warp * 64 + i];
    Turn(turn).store(warp + 1, cuda::memory_order_release);
  }
  __syncthreads();
  out[threadIdx.x] = sum;
}
__global__ void relay_of_a_lane(const int* in, int* out) { relay<0>(in, out); }
__global__ void relay_of_lanes(const int* in, int* out) { relay<31>(in, out); }
// All wait for each other, and nothing is ordered.
__global__ void relaxed_updates(const int* in, int* out) {
  __shared__ int arrived;
  begin(arrived);
  int sum = 0, waits = 0;
  for (unsigned i = threadIdx.x; i < 8 * blockDim.x; i += blockDim.x) {
    sum += in[i];
    Turn(arrived).fetch_add(1, cuda::memory_order_relaxed);
    waits += static_cast<int>(blockDim.x);
    while (Turn(arrived).fetch_add(0, cuda::memory_order_relaxed) < waits) __nanosleep(20);
  }
  out[threadIdx.x] = sum;
}

// These wait for nobody: each step is one request of the warp.
__global__ void histogram(const int* in, int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 8 * blockDim.x; i += blockDim.x) Turn(bins[in[i] % 8]).fetch_add(1);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void unrolled_histogram(const int* in, int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < 8; ++i) atomicAdd(&bins[in[i * blockDim.x + threadIdx.x] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void compaction(const int* in, int* out) {
  __shared__ int kept;
  begin(kept);
  for (unsigned i = threadIdx.x; i < 8 * blockDim.x; i += blockDim.x) {
    const int value = in[i];
    const int slot = atomicAdd(&kept, 1);
    out[slot] = value;
  }
}
__global__ void hash_table(const int* in, int* out) {
  __shared__ int table[1024];
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) table[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 8 * blockDim.x; i += blockDim.x) {
    const int key = in[i] + 1;
    unsigned slot = static_cast<unsigned>(key) * 7 % 1024;
    while (atomicCAS(&table[slot], 0, key) != 0) slot = (slot + 1) % 1024;
  }
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x];
}
__global__ void minimum(const int* in, int* out) {
  __shared__ int least;
  if (threadIdx.x == 0) least = 1 << 30;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 8 * blockDim.x; i += blockDim.x) {
    const int value = in[i];
    if (value < Turn(least).load(cuda::memory_order_relaxed)) Turn(least).fetch_min(value);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = least;
}
__global__ void phases(const int* in, int* out) {  // all arrive and wait
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (unsigned i = threadIdx.x; i < 8 * blockDim.x; i += blockDim.x) {
    sum += in[i];
    all.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}

}  // namespace

__global__ void by_block_barriers(const int* in, int* out) {
  for (unsigned turn = 0; turn < blockDim.x; ++turn) {
    if (turn == threadIdx.x) out[turn] = in[turn];
    __syncthreads();
  }
}

__global__ void by_warp_barriers(const int* in, int* out) {
  for (unsigned turn = 0; turn < 32; ++turn) {
    if (turn == threadIdx.x % 32) out[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
  }
}

#define HAND_OVERS(NAME) \
  extern "C" void run_##NAME(const int* in, int* out, int threads) { NAME<<<1, threads>>>(in, out); }
HAND_OVERS(by_orders)
HAND_OVERS(by_relaxed_and_fences)
HAND_OVERS(by_volatile)
HAND_OVERS(by_updates)
HAND_OVERS(by_one_update)
HAND_OVERS(by_lock)
HAND_OVERS(by_tickets)
HAND_OVERS(by_barriers)
HAND_OVERS(by_block_barriers)
HAND_OVERS(by_warp_barriers)
HAND_OVERS(by_way_of_another_warp)
HAND_OVERS(histogram)
HAND_OVERS(unrolled_histogram)
HAND_OVERS(compaction)
HAND_OVERS(hash_table)
HAND_OVERS(minimum)
HAND_OVERS(phases)
HAND_OVERS(relaxed_updates)
HAND_OVERS(relay_of_a_lane)
HAND_OVERS(relay_of_lanes)
