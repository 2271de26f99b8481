// mergelab bench: its words, and what it says where there is no GPU.
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
  expect_says(mergelab({"bench", "--size", "2^31"}), 2, "'2^31' is no size for a merge");
  expect_says(mergelab({"bench", "--distribution", "unifrom"}), 2, "did you mean 'uniform'?");
}

}  // namespace
}  // namespace mergelab
