// Builds for a GPU, which need its compiler but no device.
#include <gtest/gtest.h>

#include "course/course.hpp"
#include "submission/submission.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

constexpr BuildKind kInt{Backend::gpu, ValueType::int32}, kRecord{Backend::gpu, ValueType::record};

class GpuBuild : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(NVCC)) GTEST_SKIP() << "there is no nvcc on this machine";
    toolchain_.simt_cc = SIMT_CC;
    toolchain_.include_dir = source_ / "include";
    toolchain_.worker_dir = source_ / "grader" / "worker";
    toolchain_.compiler = CXX_COMPILER;
    toolchain_.nvcc = NVCC;
    toolchain_.compute_capability = COMPUTE_CAPABILITY;
  }

  [[nodiscard]] Sources reference() const {
    Sources sources;
    for (const Lab& lab : course_.labs) sources[lab.name].file = source_ / "solutions" / lab.name / lab.file;
    return sources;
  }
  Build build_lab(const std::string& name, const Sources& sources, const std::vector<BuildKind>& kinds) {
    return build(course_, *course_.find_lab(name), sources, kinds, toolchain_,
                 folder_.path() / ("build " + std::to_string(number_++)));
  }
  /// The basic kernel's solution with `extra` behind it.
  Build build_with(const std::string& extra) {
    Sources sources = reference();
    const fs::path mine = folder_.path() / "merge_basic.cuh";
    write_text(mine, read_text(sources.at("03_basic_kernel").file) + extra);
    sources["03_basic_kernel"].file = mine;
    return build_lab("03_basic_kernel", sources, {BuildKind(ValueType::int32), kInt});
  }

  fs::path source_ = MERGELAB_SOURCE_DIR;
  Course course_ = course::load(source_);
  TemporaryFolder folder_{"submission-", kEntered};
  int number_ = 0;
  Toolchain toolchain_;
};

TEST_F(GpuBuild, makes_an_object_for_each_type) {
  const Build built = build_lab("04_tiled_kernel", reference(), {kInt, kRecord});
  for (const BuildResult& result : built.results) EXPECT_TRUE(result.ok) << result.log;
  EXPECT_EQ(built.results.size(), 2U);
  EXPECT_TRUE(fs::exists(built.objects.at(kInt)));
  EXPECT_TRUE(fs::exists(built.objects.at(kRecord)));
}

TEST_F(GpuBuild, tells_errors_of_nvcc_by_the_students_file) {
  Sources sources = reference();
  sources["04_tiled_kernel"].file = folder_.path() / "merge_tiled.cuh";
  write_text(sources["04_tiled_kernel"].file,
             "#include <mergelab/lab.cuh>\nint merge_tiled() { return missing; }\n");
  const BuildResult result = build_lab("04_tiled_kernel", sources, {kInt}).results.at(0);
  EXPECT_EQ(result.verdict, Verdict::build_failed);
  EXPECT_NE(result.log.find("merge_tiled.cuh(2)"), std::string::npos) << result.log;
  EXPECT_EQ(result.log.find(folder_.path().string()), std::string::npos) << result.log;
}

TEST_F(GpuBuild, is_forbidden_what_only_nvcc_sees) {
  for (const char* hidden :
       {"#ifdef __CUDACC__\n#include <thread>\nvoid later() { std::thread([] {}).detach(); }\n#endif\n",
        "#ifdef __CUDACC__\nextern \"C\" int system(const char*);\ninline int shell() { return "
        "system(\"true\"); }\n"
        "extern \"C\" int keep() { return shell(); }\n#endif\n",
        "#ifdef __CUDACC__\ninline void keep_in_cache(cudaStreamAttrValue* window) {\n"
        "  cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, window);\n}\n"
        "extern \"C\" void keep() { keep_in_cache(nullptr); }\n#endif\n",
        "#ifdef __CUDACC__\nextern \"C\" void keep(void** launch) {\n"
        "  cudaGetDriverEntryPointByVersion(\"cuLaunchKernel\", launch, 12000, cudaEnableDefault, nullptr);\n"
        "}\n#endif\n",
        "#ifdef __CUDACC__\nstruct Early { Early() { cudaFree(nullptr); } } early;\n#endif\n",
        "#ifdef __CUDACC__\n#include <thrust/merge.h>\n#include <thrust/device_ptr.h>\n"
        "void cheat(int* a, int* b, int* c) { thrust::device_ptr<int> p(a), q(b), r(c); thrust::merge(p, p + "
        "1, q, q + 1, r); }\n"
        "#endif\n"}) {
    const Build built = build_with(hidden);
    for (const BuildResult& result : built.results)
      EXPECT_EQ(result.verdict, Verdict::forbidden) << hidden << result.log;
    EXPECT_NE(built.results.at(1).log.find("merge_basic.cuh"), std::string::npos) << built.results.at(1).log;
  }
}

TEST_F(GpuBuild, takes_what_honest_files_hold) {
  const Build built = build_with(
      "#include <algorithm>\n#include <cassert>\n#include <cmath>\n#include <cstdlib>\n#include <iomanip>\n"
      "#include <iostream>\n#include <math_constants.h>\n#include <cuda_runtime_api.h>\n#include "
      "<vector_types.h>\n"
      "#include <device_functions.h>\n#include <cooperative_groups/reduce.h>\n#include "
      "<cooperative_groups/scan.h>\n"
      "__global__ void count(unsigned* out, float by = CUDART_PI_F) { *out = __popc(__ballot_sync(~0u, *out "
      "> by)); }\n"
      "void keep(unsigned* out, const int* a, int n) {\n  assert(std::is_sorted(a, a + n));\n  count<<<1, "
      "32>>>(out);\n"
      "  if (const cudaError_t e = cudaGetLastError(); e != cudaSuccess) {\n    std::cerr << __FILE__ << ':' "
      "<< "
      "std::setw(4) << __LINE__ << ' ' << cudaGetErrorString(e) << std::endl;\n    exit(EXIT_FAILURE);\n  "
      "}\n}\n");
  for (const BuildResult& result : built.results) EXPECT_EQ(result.verdict, Verdict::passed) << result.log;
  EXPECT_EQ(built.results.size(), 2U);
}

TEST_F(GpuBuild, needs_a_file_that_the_engine_compiles_too) {
  const Build built = build_with("#ifndef __CUDACC__\n#error only for a GPU\n#endif\n");
  for (const BuildResult& result : built.results)
    EXPECT_EQ(result.verdict, Verdict::build_failed) << result.log;
}

}  // namespace
}  // namespace mergelab::submission
