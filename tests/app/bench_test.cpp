// mergelab bench: its arguments, and its messages without a GPU.
#include <fstream>

#include "command.hpp"

namespace mergelab {
namespace {

class BenchVerbTest : public CommandTest {};

TEST_F(BenchVerbTest, says_what_works_without_a_gpu_and_writes_nothing) {
  const Ran ran = mergelab({"bench"}, {{"CUDA_VISIBLE_DEVICES", ""}});  // hides a device that is there
  expect_says(ran, 2, "needs an NVIDIA GPU");
  expect_says(ran, 2, "./lab profile 4");
  EXPECT_FALSE(fs::exists(folder_ / "bench.json"));
}

TEST_F(BenchVerbTest, takes_no_size_and_no_distribution_that_does_not_exist) {
  expect_says(mergelab({"bench", "--size", "2^31"}), 2, "'2^31' is not a size for a merge");
  expect_says(mergelab({"bench", "--distribution", "unifrom"}), 2, "did you mean 'uniform'?");
}

TEST_F(BenchVerbTest, asks_for_a_checkout_of_cccl_before_anything_else) {
  const fs::path cccl = folder_ / "cccl";
  const auto rival = [&](const std::string& folder) { return mergelab({"bench", "--rival", folder}); };
  expect_says(rival(cccl.string()), 2, "does not exist");
  expect_says(rival(""), 2, "--rival takes a checkout of CCCL");
  const auto put = [&](const char* file) {
    fs::create_directories((cccl / file).parent_path());
    std::ofstream(cccl / file) << "\n";
  };
  put("cub/cub/version.cuh");
  expect_says(rival(cccl.string()), 2, "there is no thrust/thrust/version.h in");
  expect_says(rival((cccl / "cub").string()), 2, "there is no cub/cub/version.cuh in");
  put("thrust/thrust/version.h");
  expect_says(rival(cccl.string()), 2, "there is no libcudacxx/include/cuda/std/version in");
  put("libcudacxx/include/cuda/std/version");
  expect_says(mergelab({"bench", "--rival", cccl.string()}, {{"CUDA_VISIBLE_DEVICES", ""}}), 2,
              "needs an NVIDIA GPU");
  expect_says(mergelab({"bench", "--rival", cccl.string(), "--distribution", "orderd"}), 2,
              "did you mean 'ordered'?");
  EXPECT_FALSE(fs::exists(folder_ / "bench.json"));
}

}  // namespace
}  // namespace mergelab
