// The verb bench, and the program that it times beside ours.
#include "app/command.hpp"
#include "app/command_line/console.hpp"
#include "app/machine/own_programs.hpp"

namespace mergelab {
namespace {

// mergelab bench: its arguments, and its messages without a GPU.

class BenchVerbTest : public CommandTest {};

TEST_F(BenchVerbTest, says_what_works_without_a_gpu_and_writes_nothing) {
  const Ran ran = mergelab("bench", {{"CUDA_VISIBLE_DEVICES", ""}});  // hides a device that is there
  expect_says(ran, 2, "needs an NVIDIA GPU", "./lab profile 4");
  EXPECT_FALSE(fs::exists(folder_ / "bench.json"));
}

TEST_F(BenchVerbTest, takes_no_size_and_no_distribution_that_does_not_exist) {
  expect_says(mergelab("bench --size 2^31"), 2, "'2^31' is not a size for a merge");
  expect_says(mergelab("bench --distribution unifrom"), 2, "did you mean 'uniform'?");
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

// The program of `bench --rival`: what is compiled, with a compiler that only records its arguments.

class RivalProgramTest : public CommandTest {
 protected:
  /// Builds with a program in nvcc's place.
  fs::path build(const std::string& script) {
    const fs::path nvcc = folder_ / "nvcc";
    std::ofstream(nvcc) << "#!/bin/sh\n" << script;
    fs::permissions(nvcc, fs::perms::owner_all);
    app::Gpu gpu;
    gpu.compute_capability = 90;
    gpu.nvcc = nvcc;
    return app::build_rival_program(gpu, "/checkout", "/newest/cccl", folder_);
  }
};

TEST_F(RivalProgramTest, compiles_both_versions_of_cub_for_the_gpu_and_links_them) {
  const fs::path log = folder_ / "log";
  EXPECT_EQ(build("echo \"$@\" >>'" + log.string() + "'\n"), folder_ / "passing_cub");
  std::ifstream in(log);
  const std::string asked(std::istreambuf_iterator<char>(in), {});
  EXPECT_EQ(std::count(asked.begin(), asked.end(), '\n'), 5) << asked;
  for (const char* part :
       {"-arch=sm_90", "-DRIVAL=toolkit_cub -c", "-DRIVAL=rival_cub -I/newest/cccl/cub -I/newest/cccl/thrust",
        "-I/newest/cccl/libcudacxx/include -c", "/checkout/library/bench/passing_cub/main.cu",
        "/checkout/library/bench/passing_cub/tuned.cu", "-I/checkout/library/include"})
    EXPECT_TRUE(contains(asked, part));
}

TEST_F(RivalProgramTest, says_what_does_not_compile_and_why) {
  const std::string error = error_of<app::EnvironmentError>([&] {
    return build("case \"$*\" in *rival_cub*) echo 'cub.cuh(3): error: CUDA 14 is needed'; exit 2 ;; esac\n");
  });
  EXPECT_TRUE(contains(error, "nvcc can't compile rival.cu (status 2)", "CUDA 14 is needed", "CUDACXX"));
}

}  // namespace
}  // namespace mergelab
