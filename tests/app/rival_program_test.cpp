// The program of `bench --rival`: what is compiled, with a compiler that only records its arguments.
#include "app/machine/rival_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "app/command_line/errors.hpp"
#include "command.hpp"

namespace mergelab {
namespace {

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
        "-I/newest/cccl/libcudacxx/include -c", "/checkout/bench/passing_cub/main.cu",
        "/checkout/bench/passing_cub/tuned.cu", "-I/checkout/library/include"})
    EXPECT_NE(asked.find(part), std::string::npos) << part << " is not in\n" << asked;
}

TEST_F(RivalProgramTest, says_what_does_not_compile_and_why) {
  try {
    (void)build("case \"$*\" in *rival_cub*) echo 'cub.cuh(3): error: CUDA 14 is needed'; exit 2 ;; esac\n");
    FAIL();
  } catch (const app::EnvironmentError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("nvcc can't compile rival.cu (status 2)"), std::string::npos) << text;
    EXPECT_NE(text.find("CUDA 14 is needed"), std::string::npos) << text;
    EXPECT_NE(text.find("CUDACXX"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace mergelab
