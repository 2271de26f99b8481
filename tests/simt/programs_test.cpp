// Whole programs: what they print, how they end, what is found.
#include <nlohmann/json.hpp>

#include "programs.hpp"
#include "simt/cxx/files.hpp"
#include "simt/cxx/nvcc_options.hpp"
#include "simt/cxx/options.hpp"
#include "simt/cxx/two_passes.hpp"

namespace {

using namespace simt;

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

TEST_F(ProgramsSlow, know_what_host_code_has_written_for_a_kernel) {
  const std::string source = R"(
__global__ void sum(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i) *out += in[i];
}
struct Sum { int value; };
__global__ void add(Sum& sum, const int& by) { sum.value += by; }
int main() {
  int *in, *out, *device;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  cudaMalloc(&device, sizeof(int));
  *out = 0;
  for (int i = 0; i < 20; ++i) in[i] = 1;
  in[5] = 2;
#ifdef GAP
  for (int i = 21; i < 40; ++i) in[i] = 1;
#else
  for (int i = 20; i < 40; ++i) in[i] = 1;
#endif
  sum<<<1, 1>>>(in, out, 40);
  add<<<1, 1>>>(*reinterpret_cast<Sum*>(out), in[5]);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
#ifdef DEVICE
  return *device;
#else
  return *out;
#endif
}
)";
  const Ran right = result(source);
  EXPECT_EQ(right.text, "");
  EXPECT_EQ(right.code, 43);
  const Ran gap = result("#define GAP\n" + source);
  EXPECT_TRUE(holds(gap.text, "1 finding\n\nuninitialised_read: thread 0 of block 0 reads in[20]"))
      << gap.text;
  EXPECT_TRUE(holds(result("#define DEVICE\n" + source).text, "host_access: host code reads device[0]"))
      << gap.text;
}

// nvcc copies parameters to the device as memory, and returns a local object without a copy.
TEST_F(ProgramsSlow, run_constructors_where_nvcc_does) {
  EXPECT_EQ(result(R"(
#include <atomic>
#include <cstdio>
struct Buffer {
  int* data = nullptr;
  explicit Buffer(int n) { cudaMalloc(&data, n * sizeof(int)); }
  ~Buffer() { printf("freed %d\n", cudaFree(data)); }
};
Buffer make(int n) {
  Buffer b(n);
  cudaMemset(b.data, 0, n * sizeof(int));
  return b;
}
template <class T>
struct Shared {
  T* data;
  std::atomic<int>* owners;
  Shared(T* d) : data(d), owners(new std::atomic<int>(1)) {}
  Shared(const Shared& other) : data(other.data), owners(other.owners) { ++*owners; }
  ~Shared() { if (--*owners == 0) { printf("last\n"); cudaFree(data); delete owners; } }
};
__global__ void add(Shared<int> to, int by, Shared<int> other) { to.data[threadIdx.x] += by + other.data[threadIdx.x]; to.data = nullptr; }
int main() {
  int* memory;
  cudaMalloc(&memory, 128);
  cudaMemset(memory, 0, 128);
  Shared<int> all(memory);
  add<<<1, 32>>>(all, 3, all);
  int value = 0;
  cudaMemcpy(&value, memory + 5, 4, cudaMemcpyDeviceToHost);
  Buffer b = make(10);
  printf("%d %d\n", value, all.owners->load());
}
)")
                .text,
            "3 1\nfreed 0\nlast\n");
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
  const Ran large = result(
      "__global__ void k(int* p) { for (int i = 0; i < 1 << 20; ++i) p[blockIdx.x] += i; }\n"
      "int main() { int* d; cudaMalloc(&d, 4000); cudaMemset(d, 0, 4000); k<<<1000, 1>>>(d); }\n",
      {"--time-limit", "1"});
  EXPECT_TRUE(
      holds(large.text, " of this launch's 1,000 blocks have ended. Try a smaller input, or --no-checks."))
      << large.text;
}

TEST_F(ProgramsSlow, ask_the_driver_about_the_device) {
  EXPECT_EQ(result(R"(
#include <cstdio>
#include <cuda.h>
int main() {
  CUdevice device = 1;
  int count = 0, major = 0;
  char name[4];
  const char* text = "";
  cuInit(0), cuDeviceGetCount(&count), cuDeviceGet(&device, 0), cuDeviceGetName(name, sizeof name, device);
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuGetErrorString(cuDeviceGet(&device, 1), &text);
  printf("%d %d %d %s %s\n", count, device, major, name, text);
}
)")
                .text,
            "1 0 9 CPU invalid device ordinal\n");
}

constexpr const char* kMatrices = R"(
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
template <int m, int n, int k, class T, class Sum, class A, class B, class P>
__global__ void multiply(const P* a, const P* b, Sum* c, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, A> x;
  wmma::fragment<wmma::matrix_b, m, n, k, T, B> y;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> sum;
  wmma::load_matrix_sync(x, a, std::is_same_v<A, wmma::col_major> ? m : k);
  wmma::load_matrix_sync(y, b, std::is_same_v<B, wmma::col_major> ? k : n);
  wmma::load_matrix_sync(sum, c, layout == wmma::mem_row_major ? n : m, layout);
  wmma::mma_sync(sum, x, y, sum);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = (Sum)(float)(2 * (float)sum.x[i]);
  wmma::store_matrix_sync(c, sum, layout == wmma::mem_row_major ? n : m, layout);
}
template <int m, int n, int k, class T, class Sum, class A, class B, class P = T>
void check(const char* name, wmma::layout_t layout) {
  P *a, *b;
  Sum* c;
  cudaMallocManaged(&a, m * k * sizeof(P)), cudaMallocManaged(&b, k * n * sizeof(P));
  cudaMallocManaged(&c, m * n * sizeof(Sum));
  for (int i = 0; i < m * k; ++i) a[i] = (P)(float)(i * 7 % 5);
  for (int i = 0; i < k * n; ++i) b[i] = (P)(float)(i * 3 % 4);
  for (int i = 0; i < m * n; ++i) c[i] = (Sum)(float)(i % 9);
  multiply<m, n, k, T, Sum, A, B, P><<<1, THREADS>>>(a, b, c, layout);
  if (cudaDeviceSynchronize() != cudaSuccess) printf("failed ");
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      const int at = layout == wmma::mem_row_major ? i * n + j : j * m + i;
      float sum = at % 9;
      for (int l = 0; l < k; ++l)
        sum += (float)a[std::is_same_v<A, wmma::row_major> ? i * k + l : l * m + i] *
               (float)b[std::is_same_v<B, wmma::row_major> ? l * n + j : j * k + l];
      wrong += (float)c[at] != 2 * sum;
    }
  printf("%s %d\n", name, wrong);
}
int main() {
  using R = wmma::row_major;
  using C = wmma::col_major;
  check<16, 16, 16, half, float, R, C>("half", wmma::mem_row_major);
  check<32, 8, 16, half, half, C, R>("wide", wmma::mem_col_major);
  check<8, 32, 16, __nv_bfloat16, float, R, R>("bfloat16", wmma::mem_row_major);
  check<16, 16, 8, wmma::precision::tf32, float, R, C, float>("tf32", wmma::mem_col_major);
  check<16, 16, 16, signed char, int, C, C>("int8", wmma::mem_row_major);
  check<8, 8, 4, double, double, R, C>("double", wmma::mem_row_major);
}
)";

TEST_F(ProgramsSlow, multiply_matrices_by_warps) {
  const Ran all = result("#include <type_traits>\n#define THREADS 32\n" + std::string(kMatrices));
  EXPECT_EQ(all.text, "half 0\nwide 0\nbfloat16 0\ntf32 0\nint8 0\ndouble 0\n");
  EXPECT_EQ(run({SIMT_RUN, "./program.so"}).text, all.text) << "without checks";
  EXPECT_TRUE(holds(result("#include <type_traits>\n#define THREADS 20\n" + std::string(kMatrices)).text,
                    "in a warp of 20 threads; all 32 have to call it together"));
  const std::string unwritten =
      "#include <type_traits>\n#define THREADS 32\n" +
      std::string(kMatrices).replace(std::string(kMatrices).find("i < m * k"), 9, "i < 9");
  EXPECT_TRUE(
      holds(result(unwritten).text, "which is uninitialised, at main.cu:12 `wmma::load_matrix_sync(x, a, "));
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

TEST_F(ProgramsSlow, are_told_of_the_first_call_that_failed_unless_they_asked) {
  const std::string source = R"(
int main(int argc, char**) {
  int* p = nullptr;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddEmptyNode(&node, graph, nullptr, 1);
  cudaMalloc(&p, size_t{1} << 50);
  if (argc > 1) cudaPeekAtLastError();
})";
  EXPECT_EQ(result(source).text,
            "\nnote: cudaGraphAddNode failed: invalid argument (cudaErrorInvalidValue)\n");
  EXPECT_EQ(run({SIMT_RUN, "--check", "./program.so", "ask"}).text, "");
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

TEST_F(ProgramsSlow, are_told_launches_arrays_of_one_line_and_bytes_of_another_type) {
  const Ran ran = result(R"(__global__ void fill(int* p) { p[threadIdx.x] = 1; }
__global__ void add(int* a, const int* b) { a[threadIdx.x] += b[31 - threadIdx.x]; }
__global__ void late(char* p) { reinterpret_cast<double*>(p)[17] = 0; }
int main() {
  int *a, *b; char* chars;
  cudaMalloc(&a, 128), cudaMalloc(&b, 128), cudaMalloc(&chars, 128);
  cudaStream_t one, two;
  cudaStreamCreate(&one), cudaStreamCreate(&two);
  cudaMemset(a, 0, 128);
  cudaDeviceSynchronize();
  fill<<<1, 32, 0, one>>>(b);
  add<<<1, 32, 0, two>>>(a, b);
  cudaDeviceSynchronize();
  late<<<1, 1>>>(chars);
  cudaDeviceSynchronize();
})");
  for (const char* part :
       {"reads b[31] at main.cu:2", "`, launched at main.cu:12 `add<<<1, 32, 0, two>>>(a, b);`, and thread ",
        " of an earlier kernel, launched at main.cu:11 `fill<<<1, 32, 0, one>>>(b);`, writes it at main.cu:1",
        "writes 8 bytes at byte 136 of chars, which has 128 bytes, at main.cu:3"})
    EXPECT_TRUE(holds(ran.text, part)) << ran.text;
}

TEST(NvccOptions, leave_what_the_host_s_compiler_knows) {
  using simt::cxx::without_nvcc_options;
  EXPECT_EQ(
      without_nvcc_options({"-O3", "-lcurand", "-arch=sm_90", "-gencode", "arch=compute_80,code=sm_80",
                            "-Xcompiler", "-Wall,-fopenmp", "-std=c++17", "-lineinfo", "-Iinc", "-std=c++20",
                            "a.cu", "-Xlinker", "-rpath,/x", "--std", "c++14", "-lcudart"}),
      (Words{"-O3", "-Wall", "-fopenmp", "-Iinc", "-std=c++20", "a.cu", "-Wl,-rpath", "-Wl,/x"}));
  const Words relocatable{simt::cxx::kRelocatable};
  for (const Words& words :
       {Words{"-rdc=true"}, Words{"-rdc", "true"}, Words{"--relocatable-device-code=true"}})
    EXPECT_EQ(without_nvcc_options(words), relocatable) << words.front();
  for (const char* word : {"-dc", "--device-c"})
    EXPECT_EQ(without_nvcc_options({word}), (Words{simt::cxx::kRelocatable, "-c"})) << word;
  EXPECT_EQ(without_nvcc_options({"-rdc=false"}), Words{});
  EXPECT_THROW((void)without_nvcc_options({"a.cu", "-lcufft"}), simt::cxx::Error);
  EXPECT_THROW((void)without_nvcc_options({"a.cu", "-arch"}), std::runtime_error);
  const auto refusal = [](const char* word) -> std::string {
    try {
      return without_nvcc_options({"a.cu", word}).back();
    } catch (const simt::cxx::UsageError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal("--use-fast-mth"),
            "there is no option '--use-fast-mth'; did you mean '--use_fast_math'?");
  EXPECT_EQ(refusal("--gpu-archtecture=sm_90"),
            "there is no option '--gpu-archtecture'; did you mean '--gpu-architecture'?");
  EXPECT_EQ(refusal("-use-fast-math"), "there is no option '-use-fast-math'; did you mean '-use_fast_math'?");
  for (const char* word :
       {"-march=native", "-fno-exceptions", "-Wno-unused", "--param=x=1", "-pthread", "-pedantic",
        "-static-libgcc", "-nostdinc", "-save-temps", "--coverage", "-std=c++20", "--sysroot=/x", "-rdynamic",
        "-nodefaultlibs", "-nostartfiles", "--verbose", "-gdwarf-4", "-print-libgcc-file-name"})
    EXPECT_EQ(refusal(word), word);
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

}  // namespace
