// Barriers in shared memory that count arrivals and bytes, and the copies that arrive on them. Each function
// returns how many values are wrong, or -1 for an error of CUDA's.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/ptx>

#include <cstdint>

namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kThreads = 64, kTile = 256, kTiles = 6;

// As the programming guide copies a tile: one thread starts it, all wait.
__global__ void by_one_thread(const int* in, int* out) {
  __shared__ alignas(128) int tile[kTile];
#if defined(__CUDACC__)
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();  // the barrier is initialised
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(tile, in + blockIdx.x * kTile, cuda::aligned_size_t<16>(sizeof(tile)), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();
  }
  bar.wait(cuda::std::move(token));
  for (int i = threadIdx.x; i < kTile; i += kThreads) out[blockIdx.x * kTile + i] = tile[kTile - 1 - i];
}

// Each thread copies 16 bytes, or the group does it together, of any size.
__global__ void by_each_thread(const int4* in, int4* out) {
  __shared__ int4 tile[kThreads];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, kThreads);
  __syncthreads();  // the barrier is initialised
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(sizeof(int4)), bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}
__global__ void by_a_group(const int* in, int* out, int count) {
  __shared__ int tile[kTile];
  __shared__ barrier bar;
  const auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, kThreads);
  block.sync();  // the barrier is initialised
  cuda::memcpy_async(block, tile, in, sizeof(int) * count, bar);
  bar.arrive_and_wait();
  for (int i = threadIdx.x; i < count; i += kThreads) out[i] = tile[count - 1 - i];
}

// One warp loads tiles into two stages, the others use them; their parity distinguishes phases.
__global__ void in_stages(const int* in, int* out) {
  __shared__ alignas(128) int tile[2][kTile];
  __shared__ std::uint64_t full[2], empty[2];
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < 2; ++stage) {
      ptx::mbarrier_init(&full[stage], 1);
      ptx::mbarrier_init(&empty[stage], 32);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();  // the barriers are initialised
  if (threadIdx.x == 32) {
    for (int t = 0; t < kTiles; ++t) {
      const int stage = t % 2;
      while (t >= 2 && !ptx::mbarrier_try_wait_parity(&empty[stage], (t / 2 + 1) % 2)) {
      }
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[stage], in + t * kTile, sizeof(tile[0]),
                         &full[stage]);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage],
                                     sizeof(tile[0]));
    }
  }
  if (threadIdx.x >= 32) return;
  for (int t = 0; t < kTiles; ++t) {
    const int stage = t % 2;
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, &full[stage], t / 2 % 2)) {
    }
    for (int i = threadIdx.x; i < kTile; i += 32) out[t * kTile + i] = tile[stage][kTile - 1 - i];
    ptx::mbarrier_arrive(&empty[stage]);
  }
}

// From shared to global memory: what threads wrote is fenced for the copy engine.
__global__ void to_global(const int* in, int* out) {
  __shared__ alignas(128) int tile[2][kTile];
  for (int t = 0; t < kTiles; ++t) {
    for (int i = threadIdx.x; i < kTile; i += kThreads) tile[t % 2][i] = in[(t + 1) * kTile - 1 - i];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();  // the tile is complete
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + t * kTile, tile[t % 2], sizeof(tile[0]));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>{});
    }
    __syncthreads();  // the other tile is read, and is filled again
  }
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
}

// Phases without copies: threads arrive, do something else, and wait; some leave.
__global__ void phases(int* out) {
  __shared__ barrier bar;
  __shared__ int values[2][kThreads];
  if (threadIdx.x == 0) init(&bar, kThreads);
  __syncthreads();  // the barrier is initialised
  values[0][threadIdx.x] = threadIdx.x;
  barrier::arrival_token token = bar.arrive();
  const int own = threadIdx.x * 10;
  bar.wait(cuda::std::move(token));
  values[1][threadIdx.x] = own + values[0][kThreads - 1 - threadIdx.x];
  if (threadIdx.x >= 32) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  out[threadIdx.x] = values[1][threadIdx.x + 32];
  bar.arrive_and_wait();  // of the 32 that are left
  out[threadIdx.x + 32] = values[1][31 - threadIdx.x];
}

// The last thread to arrive calls a function before the phase ends.
struct AddUp {
  int* sum;
  const int* values;
  __device__ void operator()() {
    for (int i = 0; i < kThreads; ++i) *sum += values[i];
  }
};
__global__ void completion(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block, AddUp> bar;
  __shared__ int values[kThreads], sum;
  if (threadIdx.x == 0) {
    sum = 0;
    init(&bar, kThreads, AddUp{&sum, values});
  }
  __syncthreads();  // the barrier is initialised
  values[threadIdx.x] = threadIdx.x + 1;
  bar.arrive_and_wait();
  out[threadIdx.x] = sum;
}

// A thread that asks whether a phase is over may do something about it.
__global__ void asking(int* out) {
  __shared__ std::uint64_t bar;
  __shared__ int value;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 2);
  __syncthreads();  // the barrier is initialised
  if (threadIdx.x == 0) {
    value = 7;
    const std::uint64_t phase = ptx::mbarrier_arrive(&bar);
    int asked = 0;
    while (!ptx::mbarrier_test_wait(&bar, phase)) {
      if (++asked == 3) ptx::mbarrier_arrive(&bar);
    }
    *out = value + asked;
  }
}

namespace {

template <class F>
int wrong(int count, const F& right, const int* out) {
  if (cudaDeviceSynchronize() != cudaSuccess) return -1;
  int bad = 0, values[kTiles * kTile];
  if (cudaMemcpy(values, out, sizeof(int) * count, cudaMemcpyDeviceToHost) != cudaSuccess) return -1;
  for (int i = 0; i < count; ++i) bad += values[i] != right(i) ? 1 : 0;
  return bad;
}
// Of tiles of so many elements, each reversed; `in` holds 0, 1, 2, ...
int wrong_reversed(int count, int tile, const int* out) {
  return wrong(
      count, [&](int i) { return i / tile * tile + tile - 1 - i % tile; }, out);
}

}  // namespace

extern "C" int run_by_one_thread(const int* in, int* out) {
  by_one_thread<<<2, kThreads>>>(in, out);
  return wrong_reversed(2 * kTile, kTile, out);
}
extern "C" int run_by_each_thread(const int* in, int* out) {
  by_each_thread<<<1, kThreads>>>(reinterpret_cast<const int4*>(in), reinterpret_cast<int4*>(out));
  return wrong(
      4 * kThreads, [](int i) { return (kThreads - 1 - i / 4) * 4 + i % 4; }, out);
}
extern "C" int run_by_a_group(const int* in, int* out, int count) {
  by_a_group<<<1, kThreads>>>(in, out, count);
  return wrong_reversed(count, count, out);
}
extern "C" int run_in_stages(const int* in, int* out) {
  in_stages<<<1, kThreads>>>(in, out);
  return wrong_reversed(kTiles * kTile, kTile, out);
}
extern "C" int run_to_global(const int* in, int* out) {
  to_global<<<1, kThreads>>>(in, out);
  return wrong_reversed(kTiles * kTile, kTile, out);
}
extern "C" int run_phases(const int*, int* out) {
  phases<<<1, kThreads>>>(out);
  return wrong(
      kThreads,
      [](int i) {
        const int j = i < 32 ? i + 32 : 63 - i;
        return j * 10 + kThreads - 1 - j;
      },
      out);
}
extern "C" int run_completion(const int*, int* out) {
  completion<<<1, kThreads>>>(out);
  return wrong(
      kThreads, [](int) { return kThreads * (kThreads + 1) / 2; }, out);
}
extern "C" int run_asking(const int*, int* out) {
  asking<<<1, 32>>>(out);
  return wrong(
      1, [](int) { return 10; }, out);
}
