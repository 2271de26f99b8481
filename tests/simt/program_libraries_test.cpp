// Whole programs that use cuRAND, cuBLAS and Thrust.
#include "programs.hpp"
#include "simt/cxx/thrust.hpp"

namespace {

using namespace simt;

constexpr const char* kRandom = R"(
#include <curand_kernel.h>
#include <cstdio>
#include <vector>
__global__ void init(curandState* states) { curand_init(1234, threadIdx.x, 0, &states[threadIdx.x]); }
__global__ void use(curandState* states, const float* in, float* out) {
  curandState own = states[threadIdx.x];
  const float uniform = curand_uniform(&own);
  out[threadIdx.x] = in[threadIdx.x] + uniform + curand_normal(&own);
  states[threadIdx.x] = own;
}
int main() {
  curandState* states;
  float *in, *out;
  cudaMalloc(&states, 64 * sizeof *states);
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  std::vector<float> host(64);
  curandGenerator_t generator;
  CREATE(&generator, CURAND_RNG_PSEUDO_XORWOW);
  curandSetStream(generator, stream);
  const int status = curandGenerateUniform(generator, ARRAY, 64);
  WAIT;
  init<<<1, 64>>>(states);
  use<<<1, 64>>>(states, in, out);
  cudaMemcpy(host.data(), out, 256, cudaMemcpyDeviceToHost);
  printf("%d %.5f\n", status, host[5]);
  return cudaGetLastError();
}
)";

TEST_F(ProgramsSlow, have_random_numbers_and_are_told_of_wrong_arrays) {
  const auto with = [&](const char* create, const char* array, const char* wait) {
    return result(std::string("#define CREATE curandCreateGenerator") + create + "\n#define ARRAY " + array +
                  "\n#define WAIT " + wait + kRandom);
  };
  const char* const wait = "cudaStreamSynchronize(stream)";
  EXPECT_EQ(with("", "in", wait).text, "0 2.46082\n");
  EXPECT_TRUE(holds(with("", "in", "").text, "\n1 finding\n\nrace: thread 0 of block 0 reads "));
  EXPECT_TRUE(holds(with("", "host.data()", wait).text, "host_pointer: curandGenerateUniform at main.cu:26"));
  EXPECT_TRUE(holds(with("Host", "in", wait).text, "host_access: curandGenerateUniform writes "));
}

// What cuBLAS 13.0 printed for this program on an H200, without its own messages about wrong parameters.
constexpr const char* kProducts = R"(
#include <cublas_v2.h>
#include <cstdio>
#include <vector>
cublasHandle_t handle;
template <class T>
struct Array {
  T* data;
  int count;
  Array(int n, int seed, T at_least = 0) : count(n) {
    cudaMallocManaged(&data, n * sizeof(T));
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) data[i] = T(i * seed % 7) - 2 + at_least;
  }
  operator T*() const { return data; }
  void print(const char* name, cublasStatus_t status) const {
    cudaDeviceSynchronize();
    printf("%s %d:", name, status);
    for (int i = 0; i < count; ++i) printf(" %g", double(data[i]));
    printf("\n");
  }
};
#define BOTH(NAME) \
  cublasStatus_t call_##NAME(float, auto... a) { return cublasS##NAME(handle, a...); } \
  cublasStatus_t call_##NAME(double, auto... a) { return cublasD##NAME(handle, a...); }
BOTH(asum) BOTH(nrm2) BOTH(dot) BOTH(axpy) BOTH(scal) BOTH(copy) BOTH(swap) BOTH(gemv) BOTH(symv) BOTH(ger) BOTH(gemm)
BOTH(gemmStridedBatched) BOTH(symm) BOTH(syrk) BOTH(geam) BOTH(trsm) BOTH(trsv)
template <class T>
void all() {
  const T t{}, two = 2, minus = -1, nothing = 0;
  const auto N = CUBLAS_OP_N, C = CUBLAS_OP_T;
  T number = 0;
  auto say = [&](const char* name, cublasStatus_t status) { printf("%s %d: %g\n", name, status, double(number)); };
  { Array<T> x(9, 3), y(9, 5);
    say("asum", call_asum(t, 4, x.data, 2, &number));
    say("nrm2", call_nrm2(t, 9, x.data, 1, &number));
    say("dot", call_dot(t, 3, x.data, -2, y.data, 3, &number));
    y.print("axpy", call_axpy(t, 4, &two, x.data, -2, y.data, 2));
    x.print("scal", call_scal(t, 3, &minus, x.data, 3));
    y.print("copy", call_copy(t, 3, x.data, 1, y.data, -2));
    y.print("swap", call_swap(t, 4, x.data, 2, y.data, 1)); }
  { Array<T> a(20, 3), x(8, 2), y(8, 5);
    y.print("gemv", call_gemv(t, N, 4, 3, &two, a.data, 5, x.data, 2, &minus, y.data, 1));
    y.print("gemv", call_gemv(t, C, 4, 3, &two, a.data, 5, x.data, 1, &nothing, y.data, 2));
    y.print("symv", call_symv(t, CUBLAS_FILL_MODE_UPPER, 4, &two, a.data, 4, x.data, 1, &minus, y.data, 1));
    a.print("ger", call_ger(t, 4, 3, &minus, x.data, 1, y.data, 2, a.data, 5)); }
  { Array<T> a(24, 3), b(24, 4), c(24, 5);
    c.print("gemm", call_gemm(t, N, N, 4, 3, 5, &two, a.data, 4, b.data, 5, &minus, c.data, 6));
    c.print("gemm", call_gemm(t, C, C, 4, 3, 5, &two, a.data, 5, b.data, 3, &nothing, c.data, 4));
    c.print("gemm", call_gemm(t, N, C, 2, 2, 2, &two, a.data, 2, b.data, 1, &nothing, c.data, 4));
    c.print("strided", call_gemmStridedBatched(t, N, N, 2, 2, 2, &two, a.data, 2, 4LL, b.data, 2, 5LL, &minus, c.data, 2, 6LL, 3));
    c.print("symm", call_symm(t, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, 3, 4, &two, a.data, 3, b.data, 3, &minus, c.data, 3));
    c.print("symm", call_symm(t, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER, 3, 4, &two, a.data, 4, b.data, 3, &nothing, c.data, 3));
    c.print("syrk", call_syrk(t, CUBLAS_FILL_MODE_LOWER, N, 3, 4, &two, a.data, 3, &minus, c.data, 4));
    c.print("syrk", call_syrk(t, CUBLAS_FILL_MODE_UPPER, C, 3, 4, &two, a.data, 4, &nothing, c.data, 4));
    c.print("geam", call_geam(t, N, C, 3, 4, &two, a.data, 3, &minus, b.data, 4, c.data, 5)); }
  for (const auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})
    for (const auto fill : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
      for (const auto op : {N, C}) {
        Array<T> a(16, 3), b(12, 4);
        for (int i = 0; i < 4; ++i) a.data[5 * i] = i % 2 ? 1 : -2;
        b.print("trsm", call_trsm(t, side, fill, op, CUBLAS_DIAG_NON_UNIT, 3, 4, &two, a.data, 4, b.data, 3));
        Array<T> x(7, 4);
        x.print("trsv", call_trsv(t, fill, op, CUBLAS_DIAG_UNIT, 4, a.data, 4, x.data, 2));
      }
}
int main() {
  cublasCreate(&handle);
  all<float>();
  all<double>();
  Array<float> x(9, 3), y(1, 1);
  int index = 0;
  cublasIsamax(handle, 9, x, 1, &index); printf("%d", index);
  cublasIsamin(handle, 4, x, 2, &index); printf(" %d\n", index);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(handle, 3, x, 1, x, 1, y); y.print("dot", CUBLAS_STATUS_SUCCESS);
  cublasSscal(handle, 3, y, x, 1); x.print("scal", CUBLAS_STATUS_SUCCESS);
  float one = 1;
  printf("%d %d\n", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, x, 3, x, 4, &one, x, 4), cublasDestroy(handle));
}
)";
constexpr const char* kOfEachType = R"(asum 0: 11
nrm2 0: 6.32456
dot 0: -10
axpy 0: 2 3 7 -1 12 2 -4 -2 3
scal 0: 2 1 4 -0 3 -1 -2 -2 1
copy 0: 4 3 1 -1 2 2 -4 -2 3
swap 0: 2 4 3 -2 2 2 -4 -2 3
gemv 0: 6 -5 -23 1 4 2 0 -2
gemv 0: 24 -5 4 1 12 2 0 -2
symv 0: -20 25 -24 3 12 2 0 -2
ger 0: -42 1 44 80 3 -49 2 46 97 4 24 3 -25 -46 -2 1 4 0 3 -1
gemm 0: 14 -7 -21 -7 4 2 -26 0 19 -11 -1 4 -24 42 10 27 1 -1 4 2 0 -2 3 1
gemm 0: 46 42 -4 6 -18 18 12 20 16 -6 28 34 -24 42 10 27 1 -1 4 2 0 -2 3 1
gemm 7: 46 42 -4 6 -18 18 12 20 16 -6 28 34 -24 42 10 27 1 -1 4 2 0 -2 3 1
strided 0: -22 -46 32 -8 -18 18 16 -32 -20 2 28 34 30 -18 -2 11 1 -1 4 2 0 -2 3 1
symm 0: 26 56 -54 28 16 14 -8 18 36 8 -12 -48 30 -18 -2 11 1 -1 4 2 0 -2 3 1
symm 0: 30 -18 32 -14 8 2 24 -8 30 10 10 10 30 -18 -2 11 1 -1 4 2 0 -2 3 1
syrk 0: 18 6 -20 -14 8 26 -26 -8 30 10 44 10 30 -18 -2 11 1 -1 4 2 0 -2 3 1
syrk 0: 42 6 -20 -14 2 36 -26 -8 4 -14 52 10 30 -18 -2 11 1 -1 4 2 0 -2 3 1
geam 0: -2 2 6 -14 2 -2 2 -1 4 -14 5 -5 -1 -18 -2 5 2 6 4 2 0 -2 3 1
trsm 0: 2 2 7 -3 3 -7 -1 -3 -7 1 5 7
trsv 0: -2 2 1 3 6 4 -15
trsm 0: 5 2 1 -7 8 -4 -5 0 -2 4 6 -0
trsv 0: 3 2 7 3 -3 4 1
trsm 0: 2.5 0 1 19 16 -4 4 4 -2 10 6 -0
trsv 0: 30 2 -11 3 2 4 1
trsm 0: 2 -2 -2 -3 9 12.5 -1 -1 -4.5 1 3 6.5
trsv 0: -2 2 5 3 -18 4 -47
trsm 0: -1 15 3 10 -10 12 -4 11 -2 -2 6 0
trsv 0: -2 2 1 3 6 4 -15
trsm 0: 2 -2 1 4 2 7 7 -0 7 -15 10 -7
trsv 0: 3 2 7 3 -3 4 1
trsm 0: 2 -2 1 0 6 5 -0 13 8.5 0 18 8
trsv 0: 30 2 -11 3 2 4 1
trsm 0: 12.5 -1 24 6 4 16 1 -4 -2 -2 6 0
trsv 0: -2 2 5 3 -18 4 -47
)";

constexpr const char* kMixedProducts = R"(
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
template <class T>
T* filled(int n, int seed) {
  T* p;
  cudaMallocManaged(&p, n * sizeof(T));
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) p[i] = T(float(i * seed % 7 - 2));
  return p;
}
template <class T, class C, class S>
void product(cublasHandle_t handle, cudaDataType type, cudaDataType to, auto compute) {
  const S two = S(2.0f), one = S(1.0f);
  T *a = filled<T>(64, 3), *b = filled<T>(64, 4);
  C* c = filled<C>(64, 5);
  const cublasStatus_t status = cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 8, 8, 8, &two, a, type, 8, b, type, 8, &one,
                                             c, to, 8, compute, CUBLAS_GEMM_DEFAULT);
  cudaDeviceSynchronize();
  printf("%d:", status);
  for (int i = 0; i < 64; i += 5) printf(" %g", double(float(c[i])));
  printf("\n");
}
int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  product<__half, __half, __half>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
  product<__half, float, float>(handle, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
  product<__nv_bfloat16, __nv_bfloat16, float>(handle, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
  product<signed char, int, int>(handle, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I);
  product<float, float, float>(handle, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F);  // as before CUDA 11
  product<double, double, double>(handle, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
  const __half one = 1.0f;
  __half *a = filled<__half>(64, 3), *c = filled<__half>(64, 2);
  cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &one, a, 8, a, 8, &one, c, 8);
  cudaDeviceSynchronize();
  printf("%g %g %g\n", float(c[0]), float(c[9]), float(c[63]));
}
)";

TEST_F(ProgramsSlow, have_cublas_and_are_told_bugs_in_its_arrays) {
  EXPECT_EQ(
      result(kProducts, {}, {}, {"-lcublas"}).text,
      std::string(kOfEachType) + kOfEachType + "3 1\ndot 0: 21\nscal 0: -42 21 84 0 3 -1 2 -2 1\n7 0\n");
  std::string mixed;
  for (int i = 0; i < 6; ++i) mixed += "0: 6 34 57 23 -48 38 55 26 -56 -9 53 38 -8\n";
  EXPECT_EQ(result(kMixedProducts).text, mixed + "37 38 37\n");
  const std::string short_array = R"(
#include <cublas_v2.h>
int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  float *x, *y, two = 2;
  cudaMalloc(&x, 40);
  cudaMalloc(&y, 36);
  cudaMemset(x, 0, 40), cudaMemset(y, 0, 36);
  cublasSaxpy(handle, 10, &two, x, 1, y, 1);
  return cublasDestroy(handle);
}
)";
  EXPECT_TRUE(holds(
      result(short_array).text,
      "out_of_bounds: thread 9 of block 0 reads y[9], but y has 9 elements of 4 bytes, at main.cu:10 "));
}

TEST_F(Programs, call_each_api_of_curand_on_its_side) {
  write("main.cu",
        "#include <curand_kernel.h>\n"
        "__global__ void k(curandGenerator_t g, float* out) {\n  curandGenerateUniform(g, out, 1); }\n"
        "int main() {\n  curandState state;\n  curand_init(1, 2, 3, &state); }\n");
  const Ran compiled = run({SIMT_CC, "--program", "--compiler", CXX_COMPILER, "-o", "program.so", "main.cu"});
  EXPECT_NE(compiled.code, 0);
  EXPECT_TRUE(
      holds(compiled.text, "main.cu:3: error: calling a __host__ function(\"curandGenerateUniform\")"));
  EXPECT_TRUE(holds(compiled.text, "main.cu:6: error: calling a __device__ function(\"curand_init\")"))
      << compiled.text;
  const Ran lab = run({SIMT_CC, "--compiler", CXX_COMPILER, "-o", "lab.so", "main.cu"});
  EXPECT_TRUE(holds(lab.text, "a lab gets its arrays from the grader and has no cuRAND")) << lab.text;
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

TEST_F(ProgramsSlow, print_numbers_with_a_static_library_of_cpp) {
  const char* const program = "#include <iostream>\nint main() { std::cout << 3 << ' ' << 1.5 << '\\n'; }\n";
  EXPECT_EQ(result(program, {}, {}, {"-Xcompiler", "-static-libstdc++"}).text, "3 1.5\n");
}

// -DN=1024 is usual. T and U are names in nvcc's own headers, too.
TEST_F(ProgramsSlow, may_have_macros_of_one_letter) {
  std::string program;
  for (const char* header :
       {"cooperative_groups.h", "cooperative_groups/memcpy_async.h", "cooperative_groups/reduce.h",
        "cooperative_groups/scan.h", "cublas_v2.h", "cuda.h", "cuda/atomic", "cuda/barrier", "cuda/pipeline",
        "cuda/ptx", "cuda_bf16.h", "cuda_fp16.h", "cuda_pipeline.h", "curand_kernel.h", "mma.h"})
    program += std::string("#include <") + header + ">\n";
  std::vector<std::string> macros;
  for (const char letter : std::string_view("ABCDEFGHIJKLMNOPQRSVWXYZ"))
    macros.push_back(std::string("-D") + letter + "=5");
  program += "int main() { printf(\"%d\\n\", N); }\n";
  EXPECT_EQ(result(program, {}, {}, macros).text, "5\n");
}

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
