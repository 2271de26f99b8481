// Builds for a GPU, which need its compiler but no device.
#include "course/course.hpp"
#include "submission/submission.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

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
    toolchain_.engine_dir = source_ / "simt" / "include";
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
using GpuBuildSlow = GpuBuild;

TEST_F(GpuBuildSlow, makes_what_libraries_have_for_the_fundamentals) {
  const Course course = course::load(source_ / "courses" / "fundamentals");
  for (const Lab& lab : course.labs) {
    if (!lab.library) continue;
    const fs::path object = build_library(course, lab, toolchain_, folder_.path() / lab.name);
    EXPECT_TRUE(fs::exists(object)) << lab.name;
  }
}

TEST_F(GpuBuildSlow, makes_an_object_for_each_type) {
  const Build built = build_lab("04_tiled_kernel", reference(), {kInt, kRecord});
  for (const BuildResult& result : built.results) EXPECT_TRUE(result.ok) << result.log;
  EXPECT_EQ(built.results.size(), 2U);
  EXPECT_TRUE(fs::exists(built.objects.at(kInt)));
  EXPECT_TRUE(fs::exists(built.objects.at(kRecord)));
}

TEST_F(GpuBuildSlow, makes_an_object_of_a_function_that_runs_on_ranks) {
  const Course ranks = course::load(source_ / "tests/fake_ranks");
  const Lab& lab = ranks.labs.front();
  Sources sources;
  sources[lab.name].file = ranks.root / "solutions" / lab.name / lab.file;
  const Build built = build(ranks, lab, sources, {kInt, kRecord}, toolchain_, folder_.path() / "ranks");
  for (const BuildResult& result : built.results) EXPECT_TRUE(result.ok) << result.log;
  EXPECT_EQ(built.objects.size(), 2U);
}

TEST_F(GpuBuildSlow, compares_structs_with_those_of_the_lab) {
  const Course others = course::load(source_ / "tests/any_lab");
  const Lab& lab = *others.find_lab("05_particles");
  Sources sources;
  sources[lab.name].file = folder_.path() / lab.file;
  const std::string right = read_text(others.root / "solutions" / lab.name / lab.file);
  const auto built_with = [&](const std::string& from, const std::string& to) {
    write_text(folder_.path() / lab.file, right);
    replace_text(folder_.path() / lab.file, from, to);
    return build(others, lab, sources, {kInt}, toolchain_,
                 folder_.path() / ("structs " + std::to_string(number_++)))
        .results.at(0);
  };
  EXPECT_TRUE(built_with("float x, y;", "float x; float y;").ok);
  const BuildResult other = built_with("int cell;", "unsigned cell;");
  EXPECT_TRUE(
      contains(other.log, "expected struct Particle { float x; float y; float vx; float vy; int cell; };"));
  const BuildResult missing = built_with("struct Force", "#define Force Power\nstruct Force");
  EXPECT_TRUE(contains(missing.log, "defines Force as a macro"));
}

TEST_F(GpuBuildSlow, tells_errors_of_nvcc_by_the_students_file) {
  Sources sources = reference();
  sources["04_tiled_kernel"].file = folder_.path() / "merge_tiled.cuh";
  write_text(sources["04_tiled_kernel"].file,
             "#include <mergelab/lab.cuh>\nint merge_tiled() { return missing; }\n");
  const BuildResult result = build_lab("04_tiled_kernel", sources, {kInt}).results.at(0);
  EXPECT_EQ(result.verdict, Verdict::build_failed);
  EXPECT_TRUE(contains(result.log, "merge_tiled.cuh(2)"));
  EXPECT_FALSE(contains(result.log, folder_.path().string()));
}

/// Code that the engine's compiler doesn't see, and what is said of it.
struct Hidden {
  const char* code;
  const char* says;
};
using Hiding = std::vector<Hidden>;

class GpuPolicy : public GpuBuild {
 protected:
  /// All of it in one build, which names each.
  void expect_forbidden(const Hiding& hiding) {
    std::string code;
    for (const Hidden& hidden : hiding) code += hidden.code;
    const Build built = build_with("#ifdef __CUDACC__\n" + code + "#endif\n");
    for (const BuildResult& result : built.results)
      EXPECT_EQ(result.verdict, Verdict::forbidden) << result.log;
    const std::string& log = built.results.at(1).log;
    for (const Hidden& hidden : hiding) EXPECT_TRUE(contains(log, hidden.says)) << hidden.says;
    EXPECT_TRUE(contains(log, "merge_basic.cuh"));
  }
};
using GpuPolicySlow = GpuPolicy;

TEST_F(GpuPolicySlow, refuses_what_nvcc_reads) {
  expect_forbidden(
      {{"#include <thrust/version.h>\n", "#include <thrust/version.h> is not allowed"},
       {"#define CUB_WRAPPED_NAMESPACE mine\n#include <cub/version.cuh>\n",
        "#include <cub/version.cuh> is not allowed"},
       {"#include <cuda/std/array>\n", "#include <cuda/std/array> is not allowed"},
       {"inline void kernel_call() { asm volatile(\"syscall\"); }\n", ": asm is not allowed"},
       {"#ifdef __CUDA_ARCH__\n"
        "__device__ void in_kernels(int* at) { __asm volatile(\"st.global.u32 [%0], 1;\" ::\"l\"(at)); "
        "}\n#endif\n",
        ": __asm is not allowed"},
       {"#ifndef __CUDA_ARCH__\n#define HIDDEN __asm__\ninline void on_the_host() { HIDDEN(\"syscall\"); "
        "}\n#endif\n",
        ": __asm__ is not allowed"},
       {"extern \"C\" void** __cudaRegisterFatBinary(void*);\n", "__cudaRegisterFatBinary is not allowed"},
       {"__attribute__((constructor)) void early() {}\n", "the attribute constructor is not allowed"},
       {"#pragma GCC optimize(\"O0\")\n", "#pragma GCC optimize"},
       {"#include <thread>\ninline void named() { std::thread([] {}).detach(); }\n",
        "std::thread is not allowed"},
       {"inline int atomic(int* at) { return __sync_fetch_and_add(at, 1); }\n", "use CUDA's atomics"}});
}

TEST_F(GpuPolicySlow, refuses_what_nvcc_makes) {
  expect_forbidden(
      {{"extern \"C\" int system(const char*);\nextern \"C\" int shell() { return system(\"true\"); }\n",
        "system is not allowed"},
       {"extern \"C\" void keep_in_cache(cudaStreamAttrValue* window) {\n"
        "  cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, window);\n}\n",
        "starts with an empty cache"},
       {"extern \"C\" void driver(void** launch) {\n"
        "  cudaGetDriverEntryPointByVersion(\"cuLaunchKernel\", launch, 12000, cudaEnableDefault, "
        "nullptr);\n}\n",
        "call the functions of CUDA's runtime by their names"},
       {"struct Early { Early() { cudaFree(nullptr); } } early;\n", "runs before the grader is ready"},
       {"extern \"C\" void other_code(cudaLibrary_t* library, const char* ptx) {\n"
        "  cudaLibraryLoadData(library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0);\n}\n",
        "cudaLibraryLoadData is not allowed"},
       {"extern \"C\" void ask(const void* kernel, size_t* of) { cudaFuncGetParamInfo(kernel, 99, of, of); "
        "}\n",
        "cudaFuncGetParamInfo is not allowed"},
       // A pasted library, in a separate namespace.
       {"namespace mine { namespace cub { template <class T> struct Merge {\n"
        "  __attribute__((noinline)) static void run(T* at) { *at = 1; } }; } }\nnamespace other = mine\n"
        "#define SCOPE ::\nSCOPE cub;\nextern \"C\" void pasted(int* at) { other::Merge<int>::run(at); }\n",
        "cub is not allowed"},
       {"namespace { namespace thrust { struct Merge {\n"
        "  __attribute__((noinline)) static void run(int* at) { *at = 2; } }; } }\n"
        "extern \"C\" void local(int* at) { using namespace thrust; Merge::run(at); }\n",
        "thrust is not allowed"}});
}

TEST_F(GpuBuildSlow, shows_nothing_of_a_reference) {
  Sources sources = reference();
  sources["02_co_rank"].is_reference = true;
  sources["03_basic_kernel"].file = folder_.path() / "merge_basic.cuh";
  const fs::path file = sources["03_basic_kernel"].file;
  fs::copy_file(reference().at("03_basic_kernel").file, file);
  replace_text(file, "#include \"co_rank.cuh\"\n",
               "#define int __attribute__((deprecated)) int\n#include \"co_rank.cuh\"\n#undef int\n");
  const BuildResult good = build_lab("03_basic_kernel", sources, {kInt}).results.at(0);
  EXPECT_EQ(good.verdict, Verdict::passed) << good.log;
  EXPECT_EQ(good.log, "");
  write_text(file, read_text(file) + "inline int co_rank(char) { return co_rank(); }\n");
  const BuildResult bad = build_lab("03_basic_kernel", sources, {kInt}).results.at(0);
  EXPECT_EQ(bad.verdict, Verdict::build_failed);
  EXPECT_TRUE(contains(bad.log, "merge_basic.cuh("));
  EXPECT_FALSE(contains(bad.log, "int k, const"));
}

TEST_F(GpuBuildSlow, takes_what_honest_files_hold) {
  const Build built = build_with(
      "#include <algorithm>\n#include <cassert>\n#include <climits>\n#include <cmath>\n#include "
      "<cstddef>\n#include <cstdlib>\n#include <iomanip>\n"
      "#include <iostream>\n#include <math_constants.h>\n#include <cuda_runtime_api.h>\n#include "
      "<vector_types.h>\n"
      "#include <device_functions.h>\n#include <cooperative_groups/reduce.h>\n#include "
      "<cooperative_groups/scan.h>\n"
      "__global__ void count(unsigned* out, float by = CUDART_PI_F) { *out = __popc(__ballot_sync(~0u, *out "
      "> by)); }\n"
      "struct __align__(16) Pair { int a, b; };\n__constant__ int table[4];\n__managed__ int total;\n"
      "__device__ __noinline__ int far_off(int x) { return x + table[0]; }\n"
      "template <class F> __global__ void __launch_bounds__(256, 2) apply(const __grid_constant__ Pair p, F "
      "f) {\n"
      "  __shared__ int flags[32];\n  assert(p.a < INT_MAX && offsetof(Pair, b) == 4);\n"
      "  flags[threadIdx.x % 32] = far_off(static_cast<int>(p.b + (INFINITY > 1)));\n"
      "#pragma unroll\n  for (int i = 0; i < 2; ++i) total = f(flags[i]);\n}\n"
      "void use(Pair p) { apply<<<1, 32>>>(p, [=] __host__ __device__(int x) { return x + p.a; }); }\n"
      "void keep(unsigned* out, const int* a, int n) {\n  assert(std::is_sorted(a, a + n));\n  count<<<1, "
      "32>>>(out);\n"
      "  if (const cudaError_t e = cudaGetLastError(); e != cudaSuccess) {\n    std::cerr << __FILE__ << ':' "
      "<< std::setw(4) << __LINE__ << ' ' << cudaGetErrorString(e) << std::endl;\n    exit(EXIT_FAILURE);\n  "
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
