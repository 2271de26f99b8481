// Programs of several files, as courses have them, made by simt-nvcc.
#include "programs.hpp"

namespace {

using namespace simt;

class ProjectsSlow : public Programs {
 protected:
  void SetUp() override {
    write("scale.cuh", "void scale(float* x, int n, float by);\n");
    write("scale.cu", R"(
#include "scale.cuh"
extern __shared__ float part[];
__global__ void scale_kernel(float* x, int n, float by) {
  part[threadIdx.x] = x[threadIdx.x];
  x[n - 1 - threadIdx.x] = part[n - 1 - threadIdx.x] * by;
}
void scale(float* x, int n, float by) { scale_kernel<<<1, n, n * sizeof(float)>>>(x, n, by); }
)");
    write("host.cpp", "int times(int argc) { return argc; }\n");
    write("main.cu", R"(
#include "scale.cuh"
#include <cstdio>
int times(int argc);
int main(int argc, char** argv) {
  float x[64], *d;
  for (float& v : x) v = 1;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  scale(d, 64, times(argc));
  cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  printf("%s %g\n", argv[1], x[0]);
  return 3;
})");
  }
  /// Of the project's program.
  void expect_its_race(const std::string& program) const {
    const Ran ran = run({program, "word"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(holds(ran.text, "word 2\n")) << ran.text;
    EXPECT_TRUE(holds(ran.text, "race: thread")) << ran.text;
    EXPECT_TRUE(holds(ran.text, "scale.cu:6")) << ran.text;
  }
  const std::string nvcc_ = (fs::path(SIMT_CC).parent_path() / "simt-nvcc").string();
};

TEST_F(ProjectsSlow, are_made_by_a_makefile_with_simt_nvcc) {
  write("Makefile", R"(
FLAGS = -arch=sm_90 -O2 -Xcompiler -Wall --std=c++17 -I/usr/local/cuda/include
program: main.o host.o libscale.a
	$(NVCC) $(FLAGS) -L. main.o host.o -lscale -lcudart -o $@
libscale.a: scale.o
	ar rcs $@ $^
%.o: %.cu
	$(NVCC) $(FLAGS) -MMD -dc $< -o $@
%.o: %.cpp
	$(NVCC) $(FLAGS) --compile $<
)");
  const Words make{"make", "-s", "NVCC=" + nvcc_, std::string("CXX=") + CXX_COMPILER};
  EXPECT_EQ(run(make).text, "");
  EXPECT_TRUE(holds(mergelab::read_text(folder_ / "scale.d"), "scale.o: scale.cu"));
  expect_its_race("./program");
  EXPECT_EQ(run({"env", "SIMT_RUN_FLAGS=--error-exitcode 7", "./program", "word"}).code, 7);
  EXPECT_TRUE(holds(run({"env", "SIMT_RUN_FLAGS=", "./program", "word"}).text, "race: thread"));
  EXPECT_FALSE(holds(run({"env", "SIMT_RUN_FLAGS=--no-checks", "./program", "word"}).text, "race"));
  write("flags", R"(-DWORD="a b" --optimize 2 -I"/no where")");
  EXPECT_EQ(run({nvcc_, "--options-file", "flags", "--Werror", "all-warnings", "-c", "host.cpp"}).text, "");
  EXPECT_TRUE(holds(run({nvcc_, "--version"}).text, "release 13.0"));
  const Ran refused = run({nvcc_, "-ptx", "main.cu"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.text,
            "simt-nvcc: error: '-ptx' is not possible: simt-nvcc makes objects and executables\n");
}

TEST_F(ProjectsSlow, are_made_by_cmake_with_the_toolchain_file) {
  write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.22)
project(scale LANGUAGES CXX CUDA)
add_library(scale STATIC scale.cu)
set_target_properties(scale PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES "70;90")
add_executable(program main.cu host.cpp)
target_link_libraries(program PRIVATE scale)
target_compile_options(program PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr -lineinfo>)
)");
  const Ran configured =
      run({"cmake", "-S", ".", "-B", "made", std::string("-DCMAKE_CXX_COMPILER=") + CXX_COMPILER,
           std::string("-DCMAKE_TOOLCHAIN_FILE=") + MERGELAB_SOURCE_DIR + "/simt/simt-nvcc.cmake",
           "-DSIMT_NVCC=" + nvcc_});
  ASSERT_EQ(configured.code, 0) << configured.text;
  const Ran built = run({"env", std::string("CXX=") + CXX_COMPILER, "cmake", "--build", "made"});
  ASSERT_EQ(built.code, 0) << built.text;
  EXPECT_FALSE(holds(built.text, "warning")) << built.text;
  expect_its_race("made/program");
}

TEST_F(ProjectsSlow, are_made_by_an_engine_that_is_installed_without_the_labs) {
  const std::string prefix = (folder_ / "prefix").string();
  const Ran installed =
      run({"cmake", "--install", MERGELAB_BINARY_DIR, "--prefix", prefix, "--component", "simt"});
  ASSERT_EQ(installed.code, 0) << installed.text;
  fs::rename(prefix, folder_ / "moved");
  write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.22)
project(scale LANGUAGES NONE)
find_package(simt 0.3 REQUIRED)
add_custom_command(OUTPUT program DEPENDS main.cu scale.cu host.cpp
  COMMAND simt::nvcc -o program "${PROJECT_SOURCE_DIR}/main.cu" "${PROJECT_SOURCE_DIR}/scale.cu" "${PROJECT_SOURCE_DIR}/host.cpp")
add_custom_target(all_of_it ALL DEPENDS program)
message(STATUS "toolchain ${SIMT_TOOLCHAIN_FILE}")
)");
  const Ran configured =
      run({"cmake", "-S", ".", "-B", "made", "-DCMAKE_PREFIX_PATH=" + (folder_ / "moved").string()});
  ASSERT_EQ(configured.code, 0) << configured.text;
  EXPECT_TRUE(holds(configured.text, "moved/lib/cmake/simt/simt-nvcc.cmake")) << configured.text;
  const Ran built = run({"env", std::string("CXX=") + CXX_COMPILER, "cmake", "--build", "made"});
  ASSERT_EQ(built.code, 0) << built.text;
  expect_its_race("made/program");
}

TEST_F(ProjectsSlow, linked_by_another_compiler_say_first_what_links_them) {
  ASSERT_EQ(run({nvcc_, "-dc", "scale.cu", "-o", "scale.o"}).code, 0);
  write("alone.cpp", "void scale(float*, int, float);\nint main() { scale(nullptr, 1, 1); }\n");
  const Ran wrong = run({CXX_COMPILER, "alone.cpp", "scale.o", "-o", "program"});
  EXPECT_NE(wrong.code, 0);
  const std::size_t sentence = wrong.text.find("link them with simt-nvcc");
  EXPECT_LT(sentence, wrong.text.find("undefined reference")) << wrong.text;
  EXPECT_EQ(run({nvcc_, "alone.cpp", "scale.o", "-o", "program"}).text, "");
}

}  // namespace
