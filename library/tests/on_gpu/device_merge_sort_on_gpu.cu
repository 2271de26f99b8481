// What only a GPU can show of device_merge_sort: every size, graphs, streams, and more keys than 32 bits
// count.
#include <cuda_runtime.h>

#include <cstdio>
#include <mergelab/device_merge_sort.cuh>
#include <random>

#include "../shared/orders.cuh"
#include "../shared/requests.hpp"
#include "on_gpu.cuh"

namespace {

using Keyed = Keyed8;

/// Keys of `symbols` kinds; each knows its place.
__global__ void draw_kernel(Keyed* A, int m, unsigned symbols, unsigned seed) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= m) return;
  unsigned x = static_cast<unsigned>(k) * 2654435769U + seed;
  x = (x ^ x >> 16) * 0x7feb352dU;
  x = (x ^ x >> 15) * 0x846ca68bU;
  A[k] = {static_cast<int>((x ^ x >> 16) % symbols), k};
}

/// Counts what shows that C isn't A sorted stably: an element that isn't the one of its place in A, or one
/// that doesn't come behind the one before, by key and place. With none, all m elements are different ones of
/// A.
__global__ void check_kernel(const Keyed* A, const Keyed* C, int m, unsigned* wrong) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= m) return;
  const Keyed c = C[k];
  bool is_right = c.origin >= 0 && c.origin < m && A[c.origin].key == c.key;
  if (k > 0) {
    const Keyed before = C[k - 1];
    is_right = is_right && (before.key < c.key || (before.key == c.key && before.origin < c.origin));
  }
  if (!is_right) atomicAdd(wrong, 1U);
}

struct Arrays {
  explicit Arrays(int most) {
    for (Keyed** array : {&A, &C, &scratch})
      if (status == cudaSuccess) status = cudaMalloc(array, static_cast<std::size_t>(most) * sizeof(Keyed));
    if (status == cudaSuccess) status = cudaMalloc(&wrong, sizeof *wrong);
  }
  ~Arrays() {
    for (Keyed* array : {A, C, scratch}) cudaFree(array);
    cudaFree(wrong);
  }
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;
  void draw(int m, unsigned symbols, unsigned seed) const {
    if (m > 0) draw_kernel<<<(m - 1) / 256 + 1, 256>>>(A, m, symbols, seed);
  }
  cudaError_t sort(int m, cudaStream_t stream = nullptr) const {
    return mergelab::device_merge_sort(A, m, C, scratch, stream, ByKey{});
  }
  int check(int m) const {
    unsigned found = 0;
    RETURN_ERROR(cudaMemset(wrong, 0, sizeof *wrong));
    if (m > 0) check_kernel<<<(m - 1) / 256 + 1, 256>>>(A, C, m, wrong);
    RETURN_ERROR(cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost));
    return found == 0 ? 0 : kWrongOutput;
  }
  int draw_sort_and_check(int m, unsigned symbols, unsigned seed) const {
    draw(m, symbols, seed);
    RETURN_ERROR(cudaMemset(C, 0xA5, static_cast<std::size_t>(m) * sizeof(Keyed)));
    RETURN_ERROR(sort(m));
    const int status = check(m);
    if (status != 0) std::printf("%d keys of %u symbols, seed %u: %d\n", m, symbols, seed, status);
    return status;
  }
  Keyed *A = nullptr, *C = nullptr, *scratch = nullptr;
  unsigned* wrong = nullptr;
  cudaError_t status = cudaSuccess;
};

/// Keys from -100 to 99 in an order that mixes them all.
template <class Key>
__global__ void mix_kernel(Key* keys, long long count) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    keys[i] = static_cast<Key>(static_cast<unsigned long long>(i) * 0x9E3779B97F4A7C15ULL % 200) - 100;
}

/// 2^31 + 1001 keys, in place. Sorted and of the right counts, they are right.
template <class Key>
int sort_beyond() {
  constexpr long long kKeys = (1LL << 31) + 1001;
  Key *A = nullptr, *scratch = nullptr;
  RETURN_ERROR(cudaMalloc(&A, kKeys * sizeof(Key)));
  RETURN_ERROR(cudaMalloc(&scratch, kKeys * sizeof(Key)));
  KeyCounts counts;
  RETURN_ERROR(counts.status);
  mix_kernel<<<1024, 256>>>(A, kKeys);
  counts.add_before(A, kKeys);
  RETURN_ERROR(mergelab::device_merge_sort(A, kKeys, A, scratch));
  counts.add_after(A, kKeys);
  RETURN_ERROR(counts.fetch());
  for (Key* keys : {A, scratch}) RETURN_ERROR(cudaFree(keys));
  return !counts.is_sorted_before() && counts.is_sorted_after() ? 0 : kWrongOutput;
}

}  // namespace

extern "C" int sort_every_size_to_5000() {
  const Arrays arrays(5000);
  RETURN_ERROR(arrays.status);
  for (int m = 0; m <= 5000; ++m) {
    const unsigned seed = static_cast<unsigned>(m) + 1;
    if (const int wrong = arrays.draw_sort_and_check(m, m % 3 == 0 ? 5 : 1U << 30, seed)) return wrong;
  }
  return 0;
}

/// 300 sizes up to 2^24, as many below each power of two.
extern "C" int sort_random_sizes() {
  const Arrays arrays(1 << 24);
  RETURN_ERROR(arrays.status);
  std::mt19937 random(20261124);
  for (int i = 0; i < 300; ++i) {
    const int most = 1 << (10 + i % 15),
              m = most - static_cast<int>(random() % static_cast<unsigned>(most / 2));
    const unsigned symbols = i % 4 == 0 ? 7U : i % 4 == 1 ? 1000U : 1U << 30;
    if (const int wrong = arrays.draw_sort_and_check(m, symbols, random())) return wrong;
  }
  return 0;
}

/// Captures a sort, and replays the graph with new keys each time: of a short array, and of a long one.
extern "C" int sort_in_a_graph() {
  for (const int m : {300'001, 6'000'001}) {
    const Arrays arrays(m);
    RETURN_ERROR(arrays.status);
    const auto fill = [&](unsigned seed) {
      arrays.draw(m, 1000, seed);
      return cudaMemset(arrays.C, 0xA5, static_cast<std::size_t>(m) * sizeof(Keyed));
    };
    const int wrong = replay_with_new_keys([&](cudaStream_t stream) { return arrays.sort(m, stream); }, fill,
                                           [&] { return arrays.check(m); });
    if (wrong != 0) return wrong;
  }
  return 0;
}

/// Queues sorts of two arrays in two streams in turns, 20 each.
extern "C" int sort_in_two_streams() {
  constexpr int kFirst = 700'001, kSecond = 5'000'003;
  const Arrays first(kFirst), second(kSecond);
  RETURN_ERROR(first.status);
  RETURN_ERROR(second.status);
  first.draw(kFirst, 1000, 1);
  second.draw(kSecond, 1000, 2);
  RETURN_ERROR(run_in_two_streams([&](cudaStream_t stream) { return first.sort(kFirst, stream); },
                                  [&](cudaStream_t stream) { return second.sort(kSecond, stream); }));
  const int wrong = first.check(kFirst);
  return wrong != 0 ? wrong : second.check(kSecond);
}

extern "C" int sort_bytes_beyond_32_bits() { return sort_beyond<signed char>(); }
extern "C" int sort_ints_beyond_32_bits() { return sort_beyond<int>(); }
