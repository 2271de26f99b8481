// Whole programs, compiled and run as `mergelab cuda` does: what they print, how they end, what is found.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simt/cxx/files.hpp"
#include "simt/cxx/nvcc_options.hpp"
#include "simt/cxx/process.hpp"
#include "simt/cxx/thrust.hpp"
#include "simt/cxx/two_passes.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Programs : public testing::Test {
 protected:
  struct Ran {
    int code = 0;
    std::string text;  // stdout and stderr
  };

  void write(const char* name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  Ran run(Words words) const {
    Words command{"sh", "-c", "cd \"$1\" && shift && exec \"$@\" >said 2>&1", "sh", folder_.string()};
    command.insert(command.end(), words.begin(), words.end());
    Ran ran;
    ran.code = simt::cxx::run(command);
    ran.text = mergelab::read_text(folder_ / "said");
    return ran;
  }
  Ran compile(Words words) const {
    words.insert(words.begin(),
                 {SIMT_CC, "--program", "--instrument", "--compiler", CXX_COMPILER, "-o", "program.so"});
    return run(words);
  }
  /// Of a program in one file.
  Ran result(const std::string& source, const Words& options = {}, const Words& arguments = {}) const {
    write("main.cu", source);
    Ran compiled = compile({"main.cu"});
    if (compiled.code != 0) return compiled;
    Words words{SIMT_RUN, "--check"};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("./program.so");
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(words);
  }

  mergelab::TemporaryFolder temporary_{"programs"};
  fs::path folder_ = temporary_.path();
};
using ProgramsSlow = Programs;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* kReduction = R"(
#include <cstdio>
#include <vector>
__global__ void reduce(const float* in, float* out) {
  __shared__ float sums[256];
  int t = threadIdx.x;
  sums[t] = in[t];
  BARRIER
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) sums[t] += sums[t + d];
    BARRIER
  }
  if (t == 0) *out = sums[0];
}
int main(int argc, char** argv) {
  std::vector<float> ones(256, 1.0f);
  float *in, *out, sum = 0;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 4);
  cudaMemcpy(in, ones.data(), 1024, cudaMemcpyHostToDevice);
  reduce<<<1, 256>>>(in, out);
  cudaMemcpy(&sum, out, 4, cudaMemcpyDeviceToHost);
  cudaFree(in);
  printf("sum %g of %s\n", sum, argc > 1 ? argv[1] : "nothing");
  return sum == 256 ? 0 : 7;
}
)";

TEST_F(ProgramsSlow, run_with_heap_arguments_and_exit_code_of_their_own) {
  const Ran right = result(std::string("#define BARRIER __syncthreads();\n") + kReduction, {}, {"some word"});
  EXPECT_EQ(right.code, 0);
  EXPECT_EQ(right.text, "sum 256 of some word\n");
}

TEST_F(ProgramsSlow, are_told_each_bug_once) {
  const std::string source = std::string("#define BARRIER\n") + kReduction;
  const Ran wrong = result(source, {"--json", "found.json"});
  EXPECT_EQ(wrong.code, 7) << wrong.text;
  EXPECT_TRUE(holds(wrong.text, "\n2 findings\n\nrace: thread ")) << wrong.text;
  EXPECT_TRUE(holds(wrong.text, "sums[")) << wrong.text;
  EXPECT_TRUE(holds(wrong.text, "\nuninitialised_read: ")) << wrong.text;
  const auto json = nlohmann::json::parse(mergelab::read_text(folder_ / "found.json"));
  ASSERT_EQ(json["findings"].size(), 2U);
  EXPECT_EQ(json["findings"][0]["rule"], "race");
  EXPECT_GE(json["findings"][0]["places"].size(), 2U) << "pairs of lines of one missing barrier";
  EXPECT_EQ(result(source, {"--error-exitcode", "33"}).code, 33);
}

TEST_F(ProgramsSlow, end_at_pointers_of_the_other_side) {
  const std::string kernel = "__global__ void k(int* p) { p[threadIdx.x] = 1; }\nint main() { int* d; ";
  const Ran device = result("#include <cstdlib>\n" + kernel +
                            "d = (int*)malloc(1 << 22); k<<<1, 32>>>(d); cudaDeviceSynchronize(); }\n");
  EXPECT_NE(device.code, 0);
  EXPECT_TRUE(holds(device.text, "host_pointer: thread 0 of block 0 writes host memory, at main.cu:2"))
      << device.text;
  const Ran host = result(kernel + "cudaMalloc(&d, 128); k<<<1, 32>>>(d); return d[3]; }\n");
  EXPECT_NE(host.code, 0);
  EXPECT_TRUE(holds(host.text, "host_access: host code reads d[3], which is device memory")) << host.text;
  const Ran freed = result(kernel + "cudaMalloc(&d, 128); cudaFree(d); k<<<1, 32>>>(d); }\n");
  EXPECT_TRUE(holds(freed.text, "which has already been freed")) << freed.text;
}

TEST_F(ProgramsSlow, tell_what_was_found_before_a_signal_or_exit) {
  const std::string race =
      "#include <cstdlib>\n__global__ void k(int* p) { *p = threadIdx.x; }\nint main() {\n"
      "  int* d; cudaMalloc(&d, 4); k<<<1, 32>>>(d); cudaDeviceSynchronize();\n  ";
  const Ran ended = result(race + "exit(5); }\n");
  EXPECT_EQ(ended.code, 5);
  EXPECT_TRUE(holds(ended.text, "race: ")) << ended.text;
  const Ran aborted = result(race + "abort(); }\n");
  EXPECT_TRUE(holds(aborted.text, "race: ")) << aborted.text;
  EXPECT_TRUE(holds(aborted.text, "was ended by signal 6")) << aborted.text;
}

TEST_F(ProgramsSlow, catch_exceptions_of_their_own_and_the_library_and_end_at_others) {
  const Ran ran = result(R"(
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
__global__ void read(const int* in, int* out) { *out = *in; }
int main() {
  try { throw std::runtime_error(std::string("own ") + cudaGetErrorString(cudaErrorInvalidValue)); }
  catch (const std::exception& error) { std::puts(error.what()); }
  try { std::vector<int>(2).at(7) = 1; }
  catch (const std::out_of_range& error) { std::puts("out of range"); }
  try { std::string("abc").at(9) = 'x'; }
  catch (const std::exception& error) { std::puts("also out of range"); }
  int *in, *out;
  cudaMalloc(&in, 4);
  cudaMalloc(&out, 4);
  read<<<1, 1>>>(in, out);
  std::fflush(stdout);
  throw std::runtime_error("the end");
})");
  EXPECT_NE(ran.code, 0);
  for (const char* part : {"own invalid argument\n", "\nout of range\n", "also out of range\n", "the end",
                           "uninitialised_read: thread 0 of block 0 reads in[0]"})
    EXPECT_TRUE(holds(ran.text, part)) << ran.text;
}

TEST_F(ProgramsSlow, are_told_of_texels_that_nobody_wrote) {
  const Ran ran = result(R"(__global__ void read(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 1);
}
int main() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 4, 2);
  const float row[] = {1, 2, 3, 4};
  cudaMemcpyToArray(array, 0, 0, row, sizeof row, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  float* out;
  cudaMalloc(&out, 16);
  read<<<1, 4>>>(texture, out);
  return cudaDeviceSynchronize();
})");
  EXPECT_TRUE(holds(ran.text, "uninitialised_read")) << ran.text;
  EXPECT_TRUE(holds(ran.text, "main.cu:2")) << ran.text;
}

TEST_F(ProgramsSlow, end_where_a_second_thread_calls_cuda) {
  const Ran ran = result(R"(#include <thread>
int main() {
  int* memory;
  cudaMalloc(&memory, 4);
  std::thread([&] { cudaFree(memory); }).join();
})");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(holds(ran.text, "host code calls CUDA from a second thread")) << ran.text;
}

TEST_F(ProgramsSlow, end_at_their_time_limit) {
  const Ran slow = result(
      "__global__ void k(volatile int* p) { while (*p == 0) {} }\n"
      "int main() { int* d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); k<<<1, 1>>>(d); cudaDeviceSynchronize(); "
      "}\n",
      {"--time-limit", "1"});
  EXPECT_EQ(slow.code, 124);
  EXPECT_TRUE(holds(slow.text, "The time limit of 1 s is reached: thread 0 of block 0 ")) << slow.text;
  EXPECT_TRUE(holds(slow.text, "main.cu:1")) << slow.text;
  EXPECT_FALSE(holds(slow.text, "finding")) << "the limit is the user's own";
  EXPECT_EQ(run({SIMT_RUN, "--time-limit", "1", "./program.so"}).code, 124) << "without checks";
}

TEST_F(ProgramsSlow, have_a_heap_in_kernels) {
  const std::string begin =
                        "#include <cstdio>\n__global__ void k(int* out, int n) {\n  int* made = new int[n];\n"
                        "  for (int i = 0; i < ",
                    end =
                        "; ++i) made[i] = i;\n  *out = made[3];\n  delete[] made;\n}\n"
                        "int main() { int *d, h; cudaMalloc(&d, 4); k<<<1, 1>>>(d, 4);\n"
                        "  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf(\"%d\\n\", h); }\n";
  EXPECT_EQ(result(begin + "4" + end).text, "3\n");
  const Ran beyond = result(begin + "5" + end);
  EXPECT_TRUE(holds(beyond.text, "out_of_bounds: thread 0 of block 0 writes ")) << beyond.text;
}

TEST_F(ProgramsSlow, show_which_lines_move_memory) {
  const Ran ran = result(std::string("#define BARRIER __syncthreads();\n") + kReduction, {"--profile"});
  EXPECT_TRUE(holds(ran.text, "        32        32           8         8  main.cu:8 sums[t] = in[t];"))
      << ran.text;
}

TEST_F(Programs, get_0_from_lanes_that_take_no_part_in_a_shuffle_and_a_note) {
  const Ran ran = result(R"(
#include <cstdio>
__global__ void k(int* out) {
  int v = threadIdx.x + 1;
  unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < 8);
  if (threadIdx.x < 8) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(mask, v, d);
  }
  if (threadIdx.x == 0) *out = v;
}
int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4);
  k<<<1, 32>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
}
)",
                         {"--error-exitcode", "9"});
  EXPECT_EQ(ran.code, 0) << "as on an H200, and no finding";
  EXPECT_TRUE(holds(ran.text, "36\n\nnote: thread 0 shuffles at main.cu:7 ")) << ran.text;
  EXPECT_TRUE(holds(ran.text, "from lane 16, which takes no part in the call; the value is undefined"))
      << ran.text;
}

TEST_F(ProgramsSlow, have_several_files_and_what_nvcc_brings_along) {
  write("twice.h", "void twice(int* values, int n);\n");
  write("twice.cu",
        "#include \"twice.h\"\nextern __shared__ int tile[];\n"
        "static __global__ void k(int* v, int n) {\n"
        "  extern __shared__ int copy[];\n  copy[threadIdx.x] = v[threadIdx.x];\n"
        "  if (threadIdx.x < n) v[threadIdx.x] = 2 * copy[threadIdx.x];\n}\n"
        "void twice(int* v, int n) { k<<<1, n, n * sizeof(int)>>>(v, n); }\n");
  write("main.cu",
        "#include <stdio.h>\n#include \"twice.h\"\n"
        "static __global__ void k(int* v) { *v = min(INT_MAX, 21); }\n"
        "int main() {\n  int *d, h = 0;\n  cudaMalloc(&d, 4);\n  k<<<1, 1>>>(d);\n  twice(d, 1);\n"
        "  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
        "#ifdef __CUDACC__\n  printf(\"%d %g\\n\", h, std::sqrt(4.0));\n#endif\n}\n");
  write("host.cpp",
        "#include <cuda_runtime.h>\nunsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }\n"
        "void CUDART_CB called(cudaStream_t, cudaError_t, void*) {}\n");
  const Ran compiled = compile({"main.cu", "twice.cu", "host.cpp", "-O3", "-arch=sm_80", "-std=c++11"});
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  const Ran ran = run({SIMT_RUN, "--check", "./program.so"});
  EXPECT_EQ(ran.text, "42 2\n");
}

TEST_F(ProgramsSlow, have_kernels_in_headers_anywhere) {
  fs::create_directories(folder_ / "source");
  fs::create_directories(folder_ / "shared");
  write("shared/kernels.cuh",
        "__global__ void set(int* x) { x[threadIdx.x] = 7; }\n"
        "template <class T> void launch(T* x) { set<<<1, 32>>>(x); }\n");
  const std::string rest =
      "#include <cstdio>\n"
      "int main() { int* x = nullptr; cudaMallocManaged(&x, 128); launch(x); cudaDeviceSynchronize();\n"
      "  printf(\"%d\\n\", x[3]); }\n";
  write("source/beside.cu", "#include \"../shared/kernels.cuh\"\n" + rest);
  write("source/named.cu", "#include \"kernels.cuh\"\n" + rest);
  for (const Words& words : {Words{"source/beside.cu"}, Words{"-I", "shared", "source/named.cu"}}) {
    const Ran compiled = compile(words);
    ASSERT_EQ(compiled.code, 0) << compiled.text;
    EXPECT_EQ(run({SIMT_RUN, "./program.so"}).text, "7\n");
  }
}

TEST_F(ProgramsSlow, take_device_code_from_the_device_s_pass) {
  const Ran ran = result(R"(
#include <cstdio>
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double*, double) { return 0; }
#endif
#ifdef __CUDA_ARCH__
__device__ int only_device(int x) { return x + 100; }
#endif
__host__ __device__ constexpr int both(int x) {
#ifdef __CUDA_ARCH__
  return x + 1;
#else
  return x + 2;
#endif
}
__global__ void k(int* out) {
#if __CUDA_ARCH__ >= 800
  out[0] = only_device(both(0));
#endif
  out[1] = __LINE__;
}
int main() {
  int *d, h[2] = {};
  cudaMalloc(&d, 8);
  k<<<1, 1>>>(d);
  cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
  constexpr int folded = both(5);
  printf("%d %d, %d %d, %d\n", h[0], h[1], both(0), folded, __LINE__);
}
)");
  EXPECT_EQ(ran.text, "101 21, 2 7, 29\n");
}

TEST_F(ProgramsSlow, are_refused_in_nvcc_s_words) {
  write("main.cu", "void f() {}\n__global__ void k() { f(); }\nint main() { k<<<1, 1>>>(); }\n");
  const Ran compiled = compile({"main.cu"});
  EXPECT_NE(compiled.code, 0);
  EXPECT_TRUE(holds(compiled.text, "main.cu:2: error: calling a __host__ function")) << compiled.text;
}

TEST(NvccOptions, leave_what_the_host_s_compiler_knows) {
  using simt::cxx::without_nvcc_options;
  EXPECT_EQ(
      without_nvcc_options({"-O3", "-arch=sm_90", "-gencode", "arch=compute_80,code=sm_80", "-Xcompiler",
                            "-Wall,-fopenmp", "-std=c++17", "-lineinfo", "-Iinc", "-std=c++20", "a.cu",
                            "-Xlinker", "-rpath,/x", "--std", "c++14", "-lcudart"}),
      (Words{"-O3", "-Wall", "-fopenmp", "-Iinc", "-std=c++20", "a.cu", "-Wl,-rpath", "-Wl,/x"}));
  EXPECT_THROW((void)without_nvcc_options({"a.cu", "-lcublas"}), simt::cxx::Error);
  EXPECT_THROW((void)without_nvcc_options({"a.cu", "-arch"}), std::runtime_error);
}

TEST(TwoPasses, are_one_where_they_agree) {
  const auto everywhere = [](std::string_view) { return true; };
  EXPECT_EQ(simt::cxx::join_passes("int a;\n", "int a;\n", everywhere), "int a;\n");
  const std::string host = "# 1 \"a.cu\"\nint f() { return 1; }\n",
                    device = "# 1 \"a.cu\"\nint f() { return 2; }\n";
  EXPECT_EQ(simt::cxx::join_passes(host, device, everywhere), host) << "host code is the host's";
}

TEST(TwoPasses, keep_what_is_in_front_of_the_device_s_functions) {
  const auto everywhere = [](std::string_view) { return true; };
  const std::string begin = "# 1 \"a.cu\"\nvoid a() {}\nstruct X;\n",
                    end = "# 5 \"a.cu\"\nint y;\nvoid b() {}\n";
  const std::string device = "__simt_device__ void d(X*) {} __simt_device__ void e(X*) {}\n";
  const std::string text = simt::cxx::join_passes(begin + end, begin + device + end, everywhere);
  std::size_t at = 0;
  for (const char* part : {"void a()", "struct X;", "void d(X*) {}", "void e(X*) {}", "int y;", "void b()"}) {
    at = text.find(part, at);
    EXPECT_NE(at, std::string::npos) << part << " in\n" << text;
  }
}

constexpr const char* kGraph = R"(
#include <cstdio>
__global__ void fill(int* out) { out[threadIdx.x] = 1; }
__global__ void sum(const int* in, int* out) {
  for (int i = 0; i < 32; ++i) *out += in[i];
}
int main() {
  int *values, *out, result = 0;
  cudaMalloc(&values, 128), cudaMalloc(&out, 4), cudaMemset(out, 0, 4);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t first, second;
  void *fills[] = {&values}, *sums[] = {&values, &out};
  cudaKernelNodeParams parameters = {(void*)fill, dim3(1), dim3(32), 0, fills, nullptr};
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &parameters);
  parameters = {(void*)sum, dim3(1), dim3(1), 0, sums, nullptr};
  cudaGraphAddKernelNode(&second, graph, &first, EDGES, &parameters);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, 0);
  cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
  printf("sum %d\n", result);
  return cudaGetLastError();
}
)";

TEST_F(ProgramsSlow, have_graphs_whose_missing_edge_is_a_race) {
  EXPECT_EQ(result(std::string("#define EDGES 1\n") + kGraph).text, "sum 32\n");
  const Ran racy = result(std::string("#define EDGES 0\n") + kGraph);
  EXPECT_TRUE(holds(racy.text, "sum 32\n\n1 finding\n\nrace: thread 0 of block 0 reads ")) << racy.text;
}

TEST_F(ProgramsSlow, end_at_the_launch_of_an_address_whose_parameters_are_unknown) {
  const Ran ran = result(
      "__global__ void k(int* p) {}\nvoid (*table[])(int*) = {k};\n"
      "int main() { void* a[] = {nullptr};\n"
      "  cudaLaunchKernel(*(void**)table, dim3(1), dim3(1), a, 0, 0); }\n");
  EXPECT_NE(ran.code, 0);
  EXPECT_TRUE(holds(ran.text, "launch_error: a kernel is launched by a pointer of type void*")) << ran.text;
}

bool has_thrust() {
  Words none;
  return !simt::cxx::take_thrust_folders(none).empty() || fs::exists("/usr/include/thrust/version.h");
}
#define SKIP_WITHOUT_THRUST \
  if (!has_thrust()) GTEST_SKIP() << "Thrust is not installed: apt-get install libthrust-dev"

constexpr const char* kAlgorithms = R"(
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <vector>
struct Saxpy { float a; __host__ __device__ float operator()(float x, float y) const { return a * x + y; } };
struct Square { __device__ int operator()(int x) const { return x * x; } };
struct Even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct Add { template <class T> __device__ void operator()(T t) { thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t); } };
__global__ void negate(int* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = -p[i]; }
__global__ void sort_inside(int* p, int n) { if (threadIdx.x == 0) thrust::sort(thrust::device, p, p + n); }
template <class V> void show(const char* name, const V& v) {
  printf("%s", name);
  for (size_t i = 0; i < v.size(); ++i) printf(" %d", (int)v[i]);
  puts("");
}
int main() {
  thrust::device_vector<float> x(300, 3), y(300, 1);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2});
  printf("saxpy %g\n", thrust::reduce(y.begin(), y.end()));
  const std::vector<int> h{3, 1, 1, 7, 0, 4, 4, 4, 6, 3};
  thrust::device_vector<int> v(h.begin(), h.end()), out(10), keys(10), counts(10);
  printf("squares %d\n", thrust::transform_reduce(v.begin(), v.end(), Square(), 0, thrust::plus<int>()));
  thrust::exclusive_scan(v.begin(), v.end(), out.begin(), 10); show("scan", out);
  out.resize(thrust::copy_if(v.begin(), v.end(), out.begin(), Even()) - out.begin()); show("even", out);
  out = v;
  thrust::sort(out.begin(), out.end());
  const auto ends = thrust::reduce_by_key(out.begin(), out.end(), thrust::constant_iterator<int>(1), keys.begin(), counts.begin());
  keys.resize(ends.first - keys.begin()); counts.resize(keys.size()); show("keys", keys); show("counts", counts);
  out.erase(thrust::unique(out.begin(), out.end()), out.end()); show("unique", out);
  thrust::stable_sort_by_key(counts.begin(), counts.end(), keys.begin(), thrust::greater<int>()); show("by count", keys);
  thrust::device_vector<int> at(2); at[0] = 4; at[1] = 5;
  show("bounds", thrust::host_vector<int>(at)), thrust::lower_bound(out.begin(), out.end(), at.begin(), at.end(), at.begin()), show("found", at);
  printf("permuted %d\n", thrust::reduce(thrust::make_permutation_iterator(v.begin(), at.begin()), thrust::make_permutation_iterator(v.begin(), at.end())));
  thrust::device_vector<int> sum(10);
  thrust::counting_iterator<int> zero(0);
  const auto zip = thrust::make_zip_iterator(thrust::make_tuple(v.begin(), zero, sum.begin()));
  thrust::for_each(zip, zip + 10, Add()); show("zip", sum);
  cudaStream_t stream; cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  thrust::sequence(thrust::cuda::par.on(stream), sum.begin(), sum.end());
  int* raw = thrust::raw_pointer_cast(sum.data());
  negate<<<1, 32, 0, stream>>>(raw, 10);
  thrust::sort(thrust::cuda::par.on(stream), raw, raw + 10);
  cudaStreamSynchronize(stream);
  show("sorted", sum);
  thrust::transform(sum.begin(), sum.end(), sum.begin(), [raw] __device__ (int n) { return n + 1; });
  negate<<<1, 32>>>(raw, 10);
  sort_inside<<<1, 32>>>(raw, 10);
  std::vector<int> back(10);
  thrust::copy(sum.begin(), sum.end(), back.begin()); show("inside", back);
  std::ostringstream text;
  thrust::copy(thrust::make_transform_iterator(sum.begin(), Square()), thrust::make_transform_iterator(sum.begin() + 3, Square()), std::ostream_iterator<int>(text, ","));
  thrust::sort(thrust::host, back.begin(), back.end(), [](int a, int b) { return a > b; });
  sum.assign(back.begin(), back.end());
  swap(sum, out);
  printf("%s %d %d\n", text.str().c_str(), (int)out[0], (int)out.back());
  try { thrust::device_vector<char> large(size_t(1) << 50); } catch (const std::bad_alloc&) { puts("too large"); }
}
)";
constexpr const char* kAlgorithmsSay =
    "saxpy 2100\nsquares 153\nscan 10 13 14 15 22 22 26 30 34 40\neven 0 4 4 4 6\nkeys 0 1 3 4 6 7\n"
    "counts 1 2 2 3 1 1\nunique 0 1 3 4 6 7\nby count 4 1 3 0 6 7\nbounds 4 5\nfound 3 4\npermuted 7\n"
    "zip 3 2 3 10 4 9 10 11 14 12\nsorted -9 -8 -7 -6 -5 -4 -3 -2 -1 0\ninside -1 0 1 2 3 4 5 6 7 8\n"
    "1,0,1, 8 -1\ntoo large\n";

TEST_F(ProgramsSlow, run_algorithms_of_thrust) {
  SKIP_WITHOUT_THRUST;
  const Ran ran = result(kAlgorithms);
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.text, kAlgorithmsSay);
}

TEST_F(ProgramsSlow, are_told_bugs_in_algorithms_of_thrust) {
  SKIP_WITHOUT_THRUST;
  write("main.cu", R"(#include <thrust/device_vector.h>
#include <thrust/device_malloc.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/execution_policy.h>
#include <cstdio>
int main(int argc, char**) {
  thrust::device_vector<int> v(100, 1);
  thrust::device_vector<int> total(1);
  int *p = thrust::raw_pointer_cast(v.data()), *t = thrust::raw_pointer_cast(total.data()), host[] = {3, 1, 2};
  const auto fresh = thrust::device_malloc<int>(100);
  if (argc == 1) printf("%d\n", p[3]);
  if (argc == 2) thrust::sort(thrust::device, host, host + 3);
  if (argc == 3) thrust::for_each(v.begin(), v.end(), [=] __device__ (int x) { *t += x; });
  if (argc == 4) thrust::transform(fresh, fresh + 100, total.begin(), thrust::negate<int>());
  if (argc == 5) thrust::reduce(fresh, fresh + 100);
})");
  const Ran compiled = compile({"main.cu"});
  ASSERT_EQ(compiled.code, 0) << compiled.text;
  const std::vector<Words> bugs{
      {"host_access: host code reads v[3], which is device memory, at main.cu:14 "},
      {"host_pointer: thread 0 of block 0 reads a host variable, at main.cu:15 `if (argc == 2) "
       "thrust::sort("},
      {"race: thread 1 of block 0 reads total[0] at main.cu:16 ", "no synchronisation orders the two"},
      {"writes total[1], but total has 1 element of 4 bytes, at main.cu:17 "},
      {"uninitialised_read: thread 0 of block 0 reads ", "uninitialised, at main.cu:18 "}};
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    Words words{SIMT_RUN, "--check", "./program.so"};
    words.insert(words.end(), i, "word");
    const Ran ran = run(words);
    for (const std::string& part : bugs[i]) EXPECT_TRUE(holds(ran.text, part)) << i << ran.text;
  }
}

TEST_F(Programs, say_how_to_get_thrust) {
  if (fs::exists("/usr/include/thrust/version.h")) GTEST_SKIP() << "Thrust is installed";
  write("main.cu", "#include <cstdio>\n#include <thrust/sort.h>\nint main() {}\n");
  const Ran ran = run({"env", "PATH=/usr/bin:/bin", "CUDA_HOME=", SIMT_CC, "--program", "--compiler",
                       CXX_COMPILER, "main.cu"});
  EXPECT_NE(ran.code, 0);
  EXPECT_TRUE(holds(ran.text, "install Debian's package libthrust-dev")) << ran.text;
}

}  // namespace
