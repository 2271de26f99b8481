// Compares lab 9's methods for arrays of different lengths: int32, with a copy, CUB, device_merge and lab 6.
// n is 2^24 throughout; in the last rows all of A's keys are close together.
// Build: nvcc -O3 -std=c++17 -arch=native -Iinclude -Ilibrary/include -Isolutions/02_co_rank
//        -Isolutions/06_merge_path -Isolutions/09_scatter_merge library/bench/passing_cub/lopsided.cu -o lopsided
// Each output is compared with CUB's before it is timed. Exit status: 0; 3 when something failed.
#include <mergelab/lab.cuh>

#include <thrust/equal.h>
#include <co_rank.cuh>
#include <cub/device/device_merge.cuh>
#include <cub/version.cuh>
#include <mergelab/device_merge.cuh>

#include "clock.cuh"
#include "inputs.cuh"

// In separate namespaces, because their constants share names.
namespace lab6 {
#include <merge_path.cuh>
}
namespace lab9 {
#include <merge_scatter.cuh>
}
namespace shared {
#include <variants/splitters_in_shared.cuh>
}
namespace per_run {
#include <variants/block_per_run.cuh>
}
namespace by_warp {
#include <variants/search_by_warp.cuh>
}

namespace {

/// Lab 9's kernel for any ratio of the lengths.
void scatter(const int* A, int m, const int* B, int n, int* C, bool copies_runs) {
  const lab9::Part a{A, m, true}, b{B, n, false};
  const lab9::Part shorter = m <= n ? a : b, longer = m <= n ? b : a;
  const int blocks = lab9::blocks_for(shorter.length, lab9::kThreads) +
                     lab9::blocks_for(longer.length, copies_runs ? lab9::kTile : lab9::kThreads);
  lab9::merge_scatter_kernel<<<blocks, lab9::kThreads>>>(shorter, longer, copies_runs, C);
}

struct Row {
  const char* name;
  int m;
  bool is_clustered;
};

class Bench {
 public:
  explicit Bench(const Row& row) : row_(row), m_(row.m) {
    A_ = sorted_keys<int>(m_, {row.is_clustered ? Keys::ordered : Keys::uniform}, true);
    B_ = sorted_keys<int>(kLonger, {Keys::uniform}, false);
    C_ = on_device<int>(outputs());
    expected_ = on_device<int>(outputs());
    PASSING_CUB_CHECK(cub::DeviceMerge::MergeKeys(nullptr, storage_bytes_, A_, m_, B_, kLonger, expected_));
    storage_ = on_device<char>(static_cast<std::int64_t>(storage_bytes_));
    merge_with_cub(expected_);
  }
  ~Bench() {
    for (void* memory : {static_cast<void*>(A_), static_cast<void*>(B_), static_cast<void*>(C_),
                         static_cast<void*>(expected_), static_cast<void*>(storage_)})
      cudaFree(memory);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  void measure(Clock& clock) {
    const double copy = time(clock, "copy", [&] {
      PASSING_CUB_CHECK(cudaMemcpyAsync(C_, expected_, outputs() * sizeof(int), cudaMemcpyDeviceToDevice));
    });
    const double cub = time(clock, "CUB", [&] { merge_with_cub(C_); });
    const double library = time(clock, "device_merge",
                                [&] { PASSING_CUB_CHECK(mergelab::device_merge(A_, m_, B_, kLonger, C_)); });
    const double path = time(clock, "lab 6", [&] { lab6::merge_path(A_, m_, B_, kLonger, C_); });
    const double plain = time(clock, "plain scatter", [&] { scatter(A_, m_, B_, kLonger, C_, false); });
    const double runs = time(clock, "runs", [&] { scatter(A_, m_, B_, kLonger, C_, true); });
    const double in_shared =
        time(clock, "splitters_in_shared", [&] { shared::merge_scatter(A_, m_, B_, kLonger, C_); });
    const double per_run =
        time(clock, "block_per_run", [&] { per_run::merge_scatter(A_, m_, B_, kLonger, C_); });
    const double by_warp =
        time(clock, "search_by_warp", [&] { by_warp::merge_scatter(A_, m_, B_, kLonger, C_); });
    std::printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f |\n", row_.name,
                copy, cub, library, path, plain, runs, in_shared, per_run, by_warp, cub / runs);
    std::fflush(stdout);
  }

 private:
  static constexpr int kLonger = 1 << 24;
  [[nodiscard]] std::size_t outputs() const { return static_cast<std::size_t>(m_) + kLonger; }

  void merge_with_cub(int* C) {
    std::size_t bytes = storage_bytes_;
    PASSING_CUB_CHECK(cub::DeviceMerge::MergeKeys(storage_, bytes, A_, m_, B_, kLonger, C));
  }

  /// In microseconds.
  double time(Clock& clock, const char* way, const std::function<void()>& work) {
    PASSING_CUB_CHECK(cudaMemset(C_, 0xA5, outputs() * sizeof(int)));
    work();
    PASSING_CUB_CHECK(cudaGetLastError());
    PASSING_CUB_CHECK(cudaDeviceSynchronize());
    if (!thrust::equal(thrust::device, C_, C_ + outputs(), expected_)) {
      std::fprintf(stderr, "the output of %s is wrong, m = %s\n", way, row_.name);
      std::exit(3);
    }
    return 1000 * clock.time(work).median;
  }

  Row row_;
  int m_;
  int *A_ = nullptr, *B_ = nullptr, *C_ = nullptr, *expected_ = nullptr;
  char* storage_ = nullptr;
  std::size_t storage_bytes_ = 0;
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  PASSING_CUB_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, CUB %d.%d.%d; microseconds, medians of %d\n"
      "| m, with n = 2^24 | copy | CUB | device_merge | lab 6 | plain scatter | runs | splitters_in_shared | "
      "block_per_run | search_by_warp | runs in times of CUB's speed |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n",
      device.name, CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, kRepetitions);
  Clock clock;
  for (const Row& row :
       {Row{"n", 1 << 24, false}, Row{"n/4", 1 << 22, false}, Row{"n/10", 1677721, false},
        Row{"n/100", 167772, false}, Row{"n/1000", 16777, false}, Row{"n/10000", 1677, false},
        Row{"1", 1, false}, Row{"n/100, close together", 167772, true},
        Row{"n/10, close together", 1677721, true}}) {
    Bench(row).measure(clock);
  }
}
