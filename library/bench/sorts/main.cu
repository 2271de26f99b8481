// Times the library's device_merge_sort, lab 7's merge sort or a variant, CUB's sorts and a device copy, and
// prints JSON objects, one a line. library/bench/sorts/run.sh compiles and runs it, for int keys and for Records of 8
// bytes: `value_t` decides.
//   sorts [ORDER] [EXPONENT ...]     of the numbers of elements; none: 16 to 26
// ORDER: mixed (random, the default); sorted, reversed, equal, pipe (up and down again). Medians of 25
// repetitions after 3, each with an empty level-2 cache. Each output is compared with that of CUB's merge
// sort, which is also stable. Exit status: 0; 3 on failure; 4 without a device.
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/version.cuh>

#include <cstdlib>
#include <mergelab/device_merge_sort.cuh>
#include <string>
#include <vector>

#include "../passing_cub/clock.cuh"
#include MERGELAB_SORT_FILE

namespace {

struct Less {
  __host__ __device__ bool operator()(const value_t& a, const value_t& b) const { return a < b; }
};

enum class Order { mixed, sorted, reversed, equal, pipe };
const char* const kOrders[] = {"mixed", "sorted", "reversed", "equal", "pipe"};

/// Mixed: random keys. Every fourth one is among the 64 least, so many are equal.
__global__ void draw_kernel(value_t* A, int* keys, int* origins, int m, Order order) {
  const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (k >= m) return;
  unsigned x = static_cast<unsigned>(k) * 2654435769U + 12345U;
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  if (k % 4 == 0) x %= 64;
  const int key = order == Order::mixed      ? static_cast<int>(x)
                  : order == Order::sorted   ? k
                  : order == Order::reversed ? m - k
                  : order == Order::pipe     ? min(k, m - k)
                                             : 1;
  keys[k] = key;
  origins[k] = k;
#if defined(MERGELAB_VALUE_RECORD)
  A[k] = {key, k};
#else
  A[k] = key;
#endif
}

__global__ void compare_kernel(const int* a, const int* b, std::size_t words, unsigned* differences) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < words && a[i] != b[i]) atomicAdd(differences, 1U);
}

bool same(const value_t* a, const value_t* b, int m) {
  static unsigned* differences = on_device<unsigned>(1);
  const std::size_t words = std::size_t{sizeof(value_t)} / sizeof(int) * static_cast<std::size_t>(m);
  PASSING_CUB_CHECK(cudaMemset(differences, 0, sizeof *differences));
  compare_kernel<<<static_cast<unsigned>((words + 255) / 256), 256>>>(
      reinterpret_cast<const int*>(a), reinterpret_cast<const int*>(b), words, differences);
  unsigned found = 0;
  PASSING_CUB_CHECK(cudaMemcpy(&found, differences, sizeof found, cudaMemcpyDeviceToHost));
  return found == 0;
}

/// Device memory for a CUB call, kept for its repetitions.
class Workspace {
 public:
  template <class Call>
  explicit Workspace(Call call) {
    PASSING_CUB_CHECK(call(nullptr, bytes_));
    PASSING_CUB_CHECK(cudaMalloc(&memory_, bytes_ + 1));
  }
  ~Workspace() { cudaFree(memory_); }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  template <class Call>
  void run(Call call) {
    PASSING_CUB_CHECK(call(memory_, bytes_));
  }

 private:
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
};

Order order = Order::mixed;  // of all sorts

void put(const char* kernel, int m, const Times& times) {
  std::printf(
      R"({"kernel":"%s","order":"%s","bytes":%zu,"elements":%d,"ms":%.6f,"lower_ms":%.6f,"upper_ms":%.6f})"
      "\n",
      kernel, kOrders[static_cast<int>(order)], sizeof(value_t), m, times.median, times.lower, times.upper);
  std::fflush(stdout);
}

template <class Call>
void time_cub(Clock& clock, const char* kernel, int m, Call call) {
  Workspace workspace(call);
  put(kernel, m, clock.time([&] { workspace.run(call); }));
}

void measure(Clock& clock, int m) {
  value_t *A = on_device<value_t>(m), *C = on_device<value_t>(m), *scratch = on_device<value_t>(m),
          *expected = on_device<value_t>(m);
  int *keys = on_device<int>(m), *origins = on_device<int>(m), *sorted_keys = on_device<int>(m),
      *sorted_origins = on_device<int>(m);
  draw_kernel<<<(m - 1) / 256 + 1, 256>>>(A, keys, origins, m, order);
  put("copy", m, clock.time([&] {
    PASSING_CUB_CHECK(cudaMemcpyAsync(C, A, std::size_t{sizeof(value_t)} * m, cudaMemcpyDeviceToDevice));
  }));
  const auto elements = [&](void* memory, std::size_t& bytes) {
    return cub::DeviceMergeSort::StableSortKeysCopy(memory, bytes, A, expected, m, Less());
  };
  time_cub(clock, "cub_merge_sort", m, elements);
#if defined(MERGELAB_VALUE_RECORD)
  // The same as pairs, with keys and values in separate arrays. It sorts in place.
  const auto pairs = [&](void* memory, std::size_t& bytes) {
    return cub::DeviceMergeSort::StableSortPairs(memory, bytes, sorted_keys, sorted_origins, m,
                                                 [] __device__(int a, int b) { return a < b; });
  };
  {
    Workspace workspace(pairs);
    put("cub_merge_sort_pairs", m,
        clock.time([&] { workspace.run(pairs); },
                   [&] {
                     PASSING_CUB_CHECK(cudaMemcpyAsync(sorted_keys, keys, sizeof(int) * std::size_t(m),
                                                       cudaMemcpyDeviceToDevice));
                     PASSING_CUB_CHECK(cudaMemcpyAsync(sorted_origins, origins, sizeof(int) * std::size_t(m),
                                                       cudaMemcpyDeviceToDevice));
                   }));
  }
  time_cub(clock, "cub_radix_sort_pairs", m, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, keys, sorted_keys, origins, sorted_origins, m);
  });
#else
  time_cub(clock, "cub_radix_sort", m, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, keys, sorted_keys, m);
  });
#endif
  const auto time_own = [&](const char* name, const auto& sort) {
    PASSING_CUB_CHECK(cudaMemset(C, 0xA5, std::size_t{sizeof(value_t)} * m));
    sort();
    PASSING_CUB_CHECK(cudaGetLastError());
    PASSING_CUB_CHECK(cudaDeviceSynchronize());
    if (!same(C, expected, m)) {
      std::fprintf(stderr, "the output of %s is wrong for %d elements of %zu bytes\n", name, m,
                   sizeof(value_t));
      std::exit(3);
    }
    put(name, m, clock.time(sort));
  };
  time_own(MERGELAB_SORT_NAME, [&] { merge_sort(A, m, C, scratch); });
  time_own("device_merge_sort",
           [&] { PASSING_CUB_CHECK(mergelab::device_merge_sort(A, m, C, scratch, nullptr, Less())); });
  for (void* memory : {static_cast<void*>(A), static_cast<void*>(C), static_cast<void*>(scratch),
                       static_cast<void*>(expected), static_cast<void*>(keys), static_cast<void*>(origins),
                       static_cast<void*>(sorted_keys), static_cast<void*>(sorted_origins)})
    PASSING_CUB_CHECK(cudaFree(memory));
}

}  // namespace

int main(int argc, char** argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 4;
  cudaDeviceProp device{};
  PASSING_CUB_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(R"({"device":"%s","cub":%d})"
              "\n",
              device.name, CUB_VERSION);
  std::vector<int> exponents;
  for (int i = 1; i < argc; ++i) {
    bool is_order = false;
    for (int o = 0; o < 5; ++o) {
      if (std::string(argv[i]) != kOrders[o]) continue;
      order = static_cast<Order>(o);
      is_order = true;
    }
    if (!is_order) exponents.push_back(std::atoi(argv[i]));
  }
  if (exponents.empty()) {
    for (int exponent = 16; exponent <= 26; ++exponent) exponents.push_back(exponent);
  }
  Clock clock;
  for (const int exponent : exponents) measure(clock, 1 << exponent);
}
