// Times mergelab::device_merge beside both CUBs and a device copy: bench/passing_cub.sh builds and runs it.
//   passing_cub            every size of uniform int32, then every type and distribution at three sizes
//   passing_cub --quick    2^21 to 2^27 outputs of uniform int32
// Medians of 25 repetitions after 3, each with an empty level-2 cache; [quartiles]. Each output is compared
// with the toolkit's CUB's before it is timed.
#include <algorithm>
#include <cstring>
#include <functional>
#include <mergelab/device_merge.cuh>
#include <vector>

#include "inputs.cuh"

namespace {

constexpr int kWarmUps = 3, kRepetitions = 25;

__global__ void write_kernel(uint4* memory, std::size_t count) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    memory[i] = make_uint4(1, 2, 3, static_cast<unsigned>(i));
}
__global__ void read_kernel(const uint4* memory, std::size_t count, unsigned* sink) {
  unsigned sum = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    sum += memory[i].x + memory[i].w;
  if (sum == 1) *sink = sum;
}
__global__ void compare_kernel(const unsigned char* a, const unsigned char* b, std::size_t bytes,
                               unsigned* differences) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < bytes;
       i += std::size_t{gridDim.x} * blockDim.x)
    if (a[i] != b[i]) atomicAdd(differences, 1U);
}

struct Times {
  double median, lower, upper;
};

/// Empties the cache by writing and reading what is several times its size, which also gives the host time to
/// queue.
class Clock {
 public:
  Clock() {
    PASSING_CUB_CHECK(cudaEventCreate(&begin_));
    PASSING_CUB_CHECK(cudaEventCreate(&end_));
  }
  Times time(const std::function<void()>& work) {
    std::vector<double> times;
    for (int i = 0; i < kWarmUps + kRepetitions; ++i) {
      write_kernel<<<1024, 256>>>(memory_, kBytes / 16);
      read_kernel<<<1024, 256>>>(memory_, kBytes / 16, sink_);
      PASSING_CUB_CHECK(cudaEventRecord(begin_));
      work();
      PASSING_CUB_CHECK(cudaEventRecord(end_));
      PASSING_CUB_CHECK(cudaEventSynchronize(end_));
      float ms = 0;
      PASSING_CUB_CHECK(cudaEventElapsedTime(&ms, begin_, end_));
      if (i >= kWarmUps) times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    return {times[kRepetitions / 2], times[kRepetitions / 4], times[kRepetitions - 1 - kRepetitions / 4]};
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{192} << 20;
  uint4* memory_ = on_device<uint4>(kBytes / 16);
  unsigned* sink_ = on_device<unsigned>(1);
  cudaEvent_t begin_{}, end_{};
};

bool same_bytes(const void* a, const void* b, std::size_t bytes) {
  static unsigned* differences = on_device<unsigned>(1);
  PASSING_CUB_CHECK(cudaMemset(differences, 0, sizeof *differences));
  compare_kernel<<<1024, 256>>>(static_cast<const unsigned char*>(a), static_cast<const unsigned char*>(b),
                                bytes, differences);
  unsigned found = 0;
  PASSING_CUB_CHECK(cudaMemcpy(&found, differences, sizeof found, cudaMemcpyDeviceToHost));
  return found == 0;
}

template <class Key>
cudaError_t ours(Problem<Key>& p) {
  const auto less = [] {
    if constexpr (std::is_same_v<Key, Record>)
      return ByKey{};
    else
      return Less{};
  }();
  if (p.A_values != nullptr)
    return mergelab::device_merge(p.A, p.m, p.B, p.n, p.C, nullptr, less,
                                  mergelab::values(p.A_values, p.B_values, p.C_values));
  return mergelab::device_merge(p.A, p.m, p.B, p.n, p.C, nullptr, less);
}

template <class Key>
void measure(Clock& clock, const char* type, const char* distribution, Keys kind, std::int64_t m,
             std::int64_t n, bool pairs) {
  Problem<Key> p{};
  p.m = m;
  p.n = n;
  p.A = sorted_keys<Key>(m, kind, true);
  p.B = sorted_keys<Key>(n, kind, false);
  p.C = on_device<Key>(m + n);
  Key* expected = on_device<Key>(m + n);
  int *numbers = nullptr, *expected_values = nullptr;
  if (pairs) {
    numbers = on_device<int>(m + n);
    draw_kernel<<<1024, 256>>>(reinterpret_cast<std::uint32_t*>(numbers), m + n, Keys::ordered, true);
    p.A_values = numbers;
    p.B_values = numbers + m;
    p.C_values = on_device<int>(m + n);
    expected_values = on_device<int>(m + n);
  }
  PASSING_CUB_CHECK(toolkit_cub_merge(p));
  std::size_t bytes = p.scratch_bytes;
  PASSING_CUB_CHECK(rival_cub_merge(p));
  p.scratch_bytes = std::max(bytes, p.scratch_bytes);
  PASSING_CUB_CHECK(cudaMalloc(&p.scratch, p.scratch_bytes + 256));

  const std::size_t key_bytes = static_cast<std::size_t>(m + n) * sizeof(Key),
                    value_bytes = pairs ? static_cast<std::size_t>(m + n) * sizeof(int) : 0;
  PASSING_CUB_CHECK(toolkit_cub_merge(p));
  PASSING_CUB_CHECK(cudaMemcpy(expected, p.C, key_bytes, cudaMemcpyDeviceToDevice));
  if (pairs)
    PASSING_CUB_CHECK(cudaMemcpy(expected_values, p.C_values, value_bytes, cudaMemcpyDeviceToDevice));
  const auto run = [&](cudaError_t (*merge)(Problem<Key>&)) {
    PASSING_CUB_CHECK(cudaMemset(p.C, 0xA5, key_bytes));
    PASSING_CUB_CHECK(merge(p));
    PASSING_CUB_CHECK(cudaDeviceSynchronize());
    if (!same_bytes(p.C, expected, key_bytes) ||
        (pairs && !same_bytes(p.C_values, expected_values, value_bytes))) {
      std::fprintf(stderr, "%s %s, m %lld, n %lld: the output is wrong\n", type, distribution,
                   static_cast<long long>(m), static_cast<long long>(n));
      std::exit(3);
    }
    return clock.time([&] { PASSING_CUB_CHECK(merge(p)); });
  };
  const Times copy = clock.time([&] {
    PASSING_CUB_CHECK(cudaMemcpyAsync(p.C, expected, key_bytes, cudaMemcpyDeviceToDevice));
    if (pairs)
      PASSING_CUB_CHECK(cudaMemcpyAsync(p.C_values, expected_values, value_bytes, cudaMemcpyDeviceToDevice));
  });
  const Times toolkit = run(toolkit_cub_merge), rival = run(rival_cub_merge), mine = run(ours<Key>);
  std::printf(
      "| %s | %s | %lld | %lld | %.4f | %.4f [%.4f, %.4f] | %.4f [%.4f, %.4f] | %.4f [%.4f, %.4f] | %.1f | "
      "%.2f | %.2f |\n",
      type, distribution, static_cast<long long>(m), static_cast<long long>(n), copy.median, toolkit.median,
      toolkit.lower, toolkit.upper, rival.median, rival.lower, rival.upper, mine.median, mine.lower,
      mine.upper, 100 * copy.median / mine.median, toolkit.median / mine.median, rival.median / mine.median);
  std::fflush(stdout);
  for (const void* memory : {static_cast<const void*>(p.A), static_cast<const void*>(p.B),
                             static_cast<const void*>(p.C), static_cast<const void*>(expected),
                             static_cast<const void*>(numbers), static_cast<const void*>(p.C_values),
                             static_cast<const void*>(expected_values), static_cast<const void*>(p.scratch)})
    PASSING_CUB_CHECK(cudaFree(const_cast<void*>(memory)));
}

}  // namespace

int main(int count, char** words) {
  const bool is_quick = count > 1 && std::strcmp(words[1], "--quick") == 0;
  cudaDeviceProp device{};
  PASSING_CUB_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d multiprocessors; CUB %s of the toolkit, CUB %s beside it\n\n", device.name,
              device.multiProcessorCount, toolkit_cub_version().c_str(), rival_cub_version().c_str());
  std::printf(
      "| type | keys | m | n | copy, ms | CUB %s | CUB %s | device_merge | %% of copy | x CUB %s | x CUB %s "
      "|\n",
      toolkit_cub_version().c_str(), rival_cub_version().c_str(), toolkit_cub_version().c_str(),
      rival_cub_version().c_str());
  std::printf("|---|---|---|---|---|---|---|---|---|---|---|\n");
  Clock clock;
  for (int power = is_quick ? 21 : 10; power <= (is_quick ? 27 : 29); power += is_quick ? 2 : 1)
    measure<int>(clock, "int32", "uniform", Keys::uniform, std::int64_t{1} << (power - 1),
                 std::int64_t{1} << (power - 1), false);
  if (is_quick) return 0;
  for (const int power : {21, 25, 26, 27}) {
    const std::int64_t outputs = std::int64_t{1} << power, half = outputs / 2;
    measure<int>(clock, "int32", "all equal", Keys::all_equal, half, half, false);
    measure<int>(clock, "int32", "blocks", Keys::blocks, half, half, false);
    measure<int>(clock, "int32", "bank conflicts, shares of 17", Keys::conflicts_of_17, half, half, false);
    measure<int>(clock, "int32", "bank conflicts, shares of 23", Keys::conflicts_of_23, half, half, false);
    measure<int>(clock, "int32", "already ordered", Keys::ordered, half, half, false);
    for (const std::int64_t ratio : {10, 100, 1000, 10000}) {
      measure<int>(clock, "int32", "uniform, lopsided", Keys::uniform, outputs - outputs / ratio,
                   outputs / ratio, false);
      measure<int>(clock, "int32", "uniform, lopsided", Keys::uniform, outputs / ratio,
                   outputs - outputs / ratio, false);
    }
    measure<long long>(clock, "int64", "uniform", Keys::uniform, half, half, false);
    measure<float>(clock, "float", "uniform", Keys::uniform, half, half, false);
    measure<Record>(clock, "Record, 16 bytes", "uniform", Keys::uniform, half, half, false);
    measure<signed char>(clock, "int8", "uniform", Keys::uniform, half, half, false);
    measure<int>(clock, "int32 + int32", "uniform", Keys::uniform, half, half, true);
  }
}
