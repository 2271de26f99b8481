// Merges the lists of a file with lab 8, with the command line and files of the program in the course's
// source on k-way merges, and compares the result with std::stable_sort:
//   k_way_files K SIZES ELEMENTS RESULT      SIZES: K ints; ELEMENTS: the lists, one behind another, doubles
//   k_way_files --make MOST K SIZES ELEMENTS     writes K lists of 1 to MOST elements, the same each time
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "../device.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"

namespace {

namespace device = mergelab::device;

constexpr int kMostLists = 1024;

/// The lists, consecutive; list l is elements[starts[l]] to elements[starts[l + 1] - 1].
struct Lists {
  std::vector<int> starts;
  std::vector<double> elements;
};

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// Throws std::runtime_error for a file that can't be read, or hasn't the length of `count` elements.
template <class T>
std::vector<T> read(const std::string& file, std::size_t count, const std::string& what) {
  // One byte more detects a longer file.
  const std::optional<std::string> bytes = mergelab::base::read_file(file, count * sizeof(T) + 1);
  if (!bytes) throw std::runtime_error(file + " can't be read: " + std::strerror(errno));
  if (bytes->size() != count * sizeof(T))
    throw std::runtime_error(file + " has " + (bytes->size() > count * sizeof(T) ? "more than " : "only ") +
                             std::to_string(std::min(bytes->size(), count * sizeof(T))) +
                             " bytes, expected " + what + " of " + std::to_string(sizeof(T)) + " bytes");
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes->data(), bytes->size());
  return values;
}

Lists read_lists(int k, const std::string& sizes_file, const std::string& elements_file) {
  const std::vector<int> sizes =
      read<int>(sizes_file, static_cast<std::size_t>(k), std::to_string(k) + " sizes");
  Lists lists{{0}, {}};
  for (int l = 0; l < k; ++l) {
    const int size = sizes[l];
    if (size < 0)
      throw std::runtime_error(sizes_file + ": list " + std::to_string(l) + " has " + std::to_string(size) +
                               " elements");
    if (size > std::numeric_limits<int>::max() - lists.starts.back())
      throw std::runtime_error(sizes_file + ": all lists together have more than " +
                               std::to_string(std::numeric_limits<int>::max()) + " elements");
    lists.starts.push_back(lists.starts.back() + size);
  }
  const auto total = static_cast<std::size_t>(lists.starts.back());
  lists.elements = read<double>(elements_file, total, std::to_string(total) + " elements");
  for (int l = 0; l < k; ++l) {
    for (int i = lists.starts[l] + 1; i < lists.starts[l + 1]; ++i) {
      if (lists.elements[i - 1] <= lists.elements[i]) continue;  // false next to a NaN
      throw std::runtime_error(elements_file + ": list " + std::to_string(l) + " is not sorted: element " +
                               std::to_string(i - 1 - lists.starts[l]) + " is " +
                               std::to_string(lists.elements[i - 1]) + ", and the next one is " +
                               std::to_string(lists.elements[i]));
    }
  }
  return lists;
}

void make(int most, int k, const std::string& sizes_file, const std::string& elements_file) {
  std::mt19937_64 random(4);
  std::vector<int> sizes;
  std::vector<double> elements;
  for (int l = 0; l < k; ++l) {
    sizes.push_back(1 + static_cast<int>(random() % static_cast<unsigned>(most)));
    for (int i = 0; i < sizes.back(); ++i) elements.push_back(static_cast<double>(random() >> 11U) * 0x1p-53);
    std::sort(elements.end() - sizes.back(), elements.end());
  }
  mergelab::base::write_atomically(sizes_file, bytes_of(sizes));
  mergelab::base::write_atomically(elements_file, bytes_of(elements));
}

using Merge = void (*)(const void*, const int*, int, int, void*);

template <class T>
void fill(const device::Memory& memory, const std::vector<T>& values) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(values.data());
  device::write(memory.data(), {bytes, bytes + values.size() * sizeof(T)});
}

/// Returns the function's output, and the median of its times in seconds, from the call until the device is
/// idle.
std::vector<double> merge_lists(Merge merge, const Lists& lists, int repeats, double& seconds) {
  const int k = static_cast<int>(lists.starts.size()) - 1, total = lists.starts.back();
  const std::size_t bytes = lists.elements.size() * sizeof(double);
  const device::Memory elements(std::max<std::size_t>(1, bytes)), C(std::max<std::size_t>(1, bytes)),
      starts(lists.starts.size() * sizeof(int));
  fill(elements, lists.elements);
  fill(starts, lists.starts);
  std::vector<double> times;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    merge(elements.data(), static_cast<const int*>(starts.data()), k, total, C.data());
    device::check(cudaDeviceSynchronize(), "k_way_merge");
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  device::check(cudaGetLastError(), "k_way_merge");
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  seconds = times[repeats / 2];
  const std::vector<std::byte> merged = device::read(C.data(), bytes);
  std::vector<double> result(lists.elements.size());
  if (bytes > 0) std::memcpy(result.data(), merged.data(), bytes);
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Merges K sorted lists of doubles by lab 8: k_way_files K SIZES ELEMENTS RESULT"};
  int k = 0, repeats = 5, most = 0;
  std::string sizes_file, elements_file, result_file, object = MERGELAB_DOUBLE_OBJECT;
  app.add_option("k", k, "lists")->required()->check(CLI::Range(1, kMostLists));
  app.add_option("sizes", sizes_file, "a file of K ints")->required();
  app.add_option("elements", elements_file, "a file of doubles: the lists, one behind another")->required();
  CLI::Option* const result = app.add_option("result", result_file, "the file to write");
  app.add_option("--make", most, "write SIZES and ELEMENTS instead: lists of 1 to so many elements")
      ->check(CLI::Range(1, 1 << 21))
      ->excludes(result);
  app.add_option("--repeats", repeats, "of which the median is printed")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app.add_option("--object", object, "what to run instead of the solution")->check(CLI::ExistingFile);
  try {
    app.parse(argc, argv);
    if (most == 0 && result_file.empty()) throw CLI::RequiredError("result");
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    if (most > 0) {
      make(most, k, sizes_file, elements_file);
      return 0;
    }
    Lists lists = read_lists(k, sizes_file, elements_file);
    const auto merge = device::load<Merge>(object, "k_way_merge", sizeof(double), "bench/k_way/merge.cu");
    double seconds = 0;
    const std::vector<double> merged = merge_lists(merge, lists, repeats, seconds);
    mergelab::base::write_atomically(result_file, bytes_of(merged));
    std::printf("%d lists, %zu elements: %.3f ms, %.1f million elements/s\n", k, merged.size(), seconds * 1e3,
                static_cast<double>(merged.size()) / seconds / 1e6);
    std::fflush(stdout);
    std::stable_sort(lists.elements.begin(), lists.elements.end());
    const auto [wrong, right] = std::mismatch(merged.begin(), merged.end(), lists.elements.begin());
    if (wrong == merged.end()) return 0;
    std::fprintf(stderr, "k_way_files: WRONG: element %td of the result is %.17g, expected %.17g\n",
                 wrong - merged.begin(), *wrong, *right);
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "k_way_files: %s\n", error.what());
    return 2;
  }
}
