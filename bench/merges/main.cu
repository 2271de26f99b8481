// mergelab-bench: times the course's kernels, CUB and a device copy, and prints one JSON object a line.
//   mergelab-bench --outputs 65536 --distribution uniform     both may be repeated
// The first line is {"device":...}; then one for each kernel, or {"skipped":...} for a size that doesn't fit.
// Exit status: 0; 2 for invalid arguments; 3 on failure; 4 without a device.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "clock.hpp"
#include "compare.hpp"
#include "inputs.hpp"
#include "problem.hpp"

namespace mergelab::bench {
namespace {

constexpr int kWrongWords = 2, kFailed = 3, kNoDevice = 4;
constexpr long kMostOutputs = 1L << 30;  // strides on the device stay below 2^31

struct Wanted {
  std::vector<int> outputs;
  std::vector<std::string> distributions;
};

/// One row of measurements: all kernels for one distribution and size.
class Row {
 public:
  Row(std::string distribution, int outputs, Clock& clock)
      : distribution_(std::move(distribution)),
        clock_(clock),
        inputs_(make_inputs(distribution_, outputs)),
        expected_(expected_output(*inputs_)),
        C_(static_cast<std::size_t>(outputs)),
        problem_{inputs_->A.data(), static_cast<int>(inputs_->A.size()), inputs_->B.data(),
                 static_cast<int>(inputs_->B.size()), C_.data()} {}

  void measure() {
    const auto copy = [this] {
      MERGELAB_CHECK(cudaMemcpyAsync(C_.data(), expected_->data(), C_.bytes(), cudaMemcpyDeviceToDevice));
    };
    report("copy", copy);
    const CubMerge cub(problem_);
    report("cub", [&cub] { cub(); });
    report("basic", [this] { merge_with_basic(problem_); });
    for (const Shape& shape : shapes()) {
      report(
          "tiled", [&] { merge_with_tiled(problem_, shape); }, shape);
      report(
          "circular", [&] { merge_with_circular(problem_, shape); }, shape);
    }
  }

 private:
  /// Checks the work, times it, and prints its line.
  void report(const char* kernel, const std::function<void()>& work, const Shape& shape = {0, 0}) {
    MERGELAB_CHECK(cudaMemset(C_.data(), 0xA5, C_.bytes()));
    work();
    MERGELAB_CHECK(cudaGetLastError());
    MERGELAB_CHECK(cudaDeviceSynchronize());
    if (const std::optional<int> wrong = first_difference(C_, *expected_)) {
      throw std::runtime_error(std::string("the output of ") + kernel + " is wrong from C[" +
                               std::to_string(*wrong) + "] on (" + distribution_ + ", " +
                               std::to_string(C_.size()) + " outputs, section " +
                               std::to_string(shape.section) + ", tile " + std::to_string(shape.tile) + ")");
    }
    const Times times = clock_.time(work);
    std::printf(
        R"({"kernel":"%s","distribution":"%s","outputs":%zu,"m":%d,"n":%d,"section":%d,"tile":%d,"ms":%.6f,"lower_ms":%.6f,"upper_ms":%.6f})"
        "\n",
        kernel, distribution_.c_str(), C_.size(), problem_.m, problem_.n, shape.section, shape.tile,
        times.median_ms, times.lower_ms, times.upper_ms);
    std::fflush(stdout);
  }

  std::string distribution_;
  Clock& clock_;
  std::unique_ptr<Inputs> inputs_;
  std::unique_ptr<DeviceArray<int>> expected_;
  DeviceArray<int> C_;
  Problem problem_;
};

/// Inputs, expected output, C, and as much scratch for sorting the inputs and for CUB.
bool has_room(int outputs) {
  std::size_t free_bytes = 0, all_bytes = 0;
  MERGELAB_CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
  return 4 * static_cast<std::size_t>(outputs) * sizeof(int) < free_bytes;
}

void print_device() {
  cudaDeviceProp device{};
  int driver = 0, runtime = 0;
  MERGELAB_CHECK(cudaGetDeviceProperties(&device, 0));
  MERGELAB_CHECK(cudaDriverGetVersion(&driver));
  MERGELAB_CHECK(cudaRuntimeGetVersion(&runtime));
  std::printf(
      R"({"device":"%s","multiprocessors":%d,"driver_cuda":"%d.%d","runtime_cuda":"%d.%d","cub":"%s"})"
      "\n",
      device.name, device.multiProcessorCount, driver / 1000, driver % 1000 / 10, runtime / 1000,
      runtime % 1000 / 10, cub_version().c_str());
  std::fflush(stdout);
}

Wanted read_words(int count, char** words) {
  Wanted wanted;
  for (int i = 1; i < count; i += 2) {
    if (i + 1 == count) throw std::invalid_argument(std::string("a value is missing after ") + words[i]);
    if (std::strcmp(words[i], "--outputs") == 0) {
      const long value = std::strtol(words[i + 1], nullptr, 10);
      if (value < 64 || value > kMostOutputs)
        throw std::invalid_argument(std::string("no size: ") + words[i + 1]);
      wanted.outputs.push_back(static_cast<int>(value));
    } else if (std::strcmp(words[i], "--distribution") == 0) {
      wanted.distributions.emplace_back(words[i + 1]);
    } else {
      throw std::invalid_argument(std::string("expected --outputs or --distribution, got ") + words[i]);
    }
  }
  return wanted;
}

int main(int count, char** words) {
  try {
    const Wanted wanted = read_words(count, words);
    int devices = 0;
    const cudaError_t status = cudaGetDeviceCount(&devices);
    if (status != cudaSuccess || devices == 0) {
      std::fprintf(stderr, "%s\n", status != cudaSuccess ? cudaGetErrorString(status) : "no CUDA device");
      return kNoDevice;
    }
    print_device();
    Clock clock;
    for (const std::string& distribution : wanted.distributions) {
      for (const int outputs : wanted.outputs) {
        if (has_room(outputs)) {
          Row(distribution, outputs, clock).measure();
        } else {
          std::printf(R"({"skipped":"too little device memory","distribution":"%s","outputs":%d})"
                      "\n",
                      distribution.c_str(), outputs);
        }
      }
    }
    return 0;
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kWrongWords;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kFailed;
  }
}

}  // namespace
}  // namespace mergelab::bench

int main(int count, char** words) { return mergelab::bench::main(count, words); }
