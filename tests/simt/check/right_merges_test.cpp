// No false alarm: a thousand merges by correct kernels, of every size and shape, cause no violation, and the
// checks change no result.
#include <random>

#include "checked.hpp"

namespace {

struct Shape {
  int section, tile;
};

class RightMerges : public Checked, public testing::WithParamInterface<const char*> {
 protected:
  RightMerges() : Checked(std::string(GetParam()) + "_checked") {}

  int* upload(const std::vector<int>& values, const std::string& name) {
    int* memory = device(values.size() + 1, name);
    cudaMemcpy(memory, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    simt::host::name_part(memory, values.size() * sizeof(int), name, simt::Use::Input);
    return memory;
  }
  void release() {
    for (void* memory : memory_) cudaFree(memory);
    memory_.clear();
  }
};

std::vector<int> sorted(int count, int most, std::mt19937& random) {
  std::vector<int> values(static_cast<std::size_t>(count));
  for (int& value : values) value = static_cast<int>(random() % static_cast<unsigned>(most));
  std::sort(values.begin(), values.end());
  return values;
}

TEST_P(RightMerges, leave_no_violation) {
  const std::vector<std::pair<int, int>> sizes{{0, 1},   {1, 0},     {1, 1},     {3, 2},
                                               {31, 33}, {128, 128}, {200, 0},   {0, 300},
                                               {1, 777}, {500, 13},  {513, 511}, {640, 640}};
  const std::vector<Shape> shapes{{1024, 256}, {512, 64},   {300, 100}, {96, 96},
                                  {50, 7},     {256, 1024}, {1000, 130}};
  std::mt19937 random(7);
  int merges = 0;
  for (const auto& [m, n] : sizes) {
    for (const Shape& shape : shapes) {
      const std::vector<int> a = sorted(m, merges % 3 == 0 ? 4 : 1000, random),
                             b = sorted(n, merges % 3 == 0 ? 4 : 1000, random);
      std::vector<int> expected(a.size() + b.size()), got(expected.size());
      std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
      int* C = device(expected.size(), "C");
      EXPECT_EQ(violations("run_merge", upload(a, "A"), m, upload(b, "B"), n, C, shape.section, shape.tile),
                "")
          << m << " + " << n << ", section " << shape.section << ", tile " << shape.tile;
      cudaMemcpy(got.data(), C, got.size() * sizeof(int), cudaMemcpyDeviceToHost);
      EXPECT_EQ(got, expected);
      release();
      ++merges;
    }
  }
  EXPECT_EQ(merges, 84);  // and there are twelve kernels
}

TEST_P(RightMerges, are_what_they_are_without_checks) {
  simt::host::set_checking(false);
  const Module plain(CHECK_DIR "/" + std::string(GetParam()) + "_plain.so");
  std::mt19937 random(8);
  const std::vector<int> a = sorted(1500, 100, random), b = sorted(1400, 100, random);
  std::vector<int> expected(2900), got(2900);
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
  plain.call("run_merge", a.data(), 1500, b.data(), 1400, got.data(), 1024, 256);
  EXPECT_EQ(got, expected);
}

INSTANTIATE_TEST_SUITE_P(Labs, RightMerges,
                         testing::Values("basic", "fixed_grid", "grid_stride", "start_only", "tiled",
                                         "direct_store", "exact_tile", "padded_c_tile", "search_consumed",
                                         "circular", "virtual_indices", "wrapped_start"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
