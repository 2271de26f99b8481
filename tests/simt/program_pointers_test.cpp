// What programs pass to kernels and calls by address: references, kernels as void*, variables of the other
// side, and what is told of memory that is not theirs.
#include "programs.hpp"

namespace simt {
namespace {

TEST_F(ProgramsSlow, have_kernels_whose_references_are_deduced) {
  const std::string source = R"(#include <cstdio>
template <class T> __global__ void add(T& x) { x += 1; }
template <class T> __global__ void copy(T* to, const T& from) { *to = from; }
template <class U, class T> __global__ void add_as(T& x) { x += U(2); }
template <class... T> __global__ void add_all(int by, T&... x) { ((x += by), ...); }
template <class T, int N> __global__ void fill(T (&array)[N]) { array[N - 1] = N; }
template <class T> __global__ void value(T* to, T from, int& (*)(int&)) { *to = from; }
template <class T> __global__ void first(T* array) { *array = 1; }
struct Array { int elements[4]; };
int main() {
  int* m;
  cudaMallocManaged(&m, 64);
  m[0] = 1;
#ifdef HOST
  int host = 1;
  add<<<1, 1>>>(host);
#elif defined ARRAY
  int host[2];
  first<<<1, 1>>>(host);
#else
  add<<<1, 1>>>(*m);
  copy<<<1, 1>>>(m + 1, m[0]);
  add_as<int><<<1, 1>>>(*m);
  add_all<<<1, 1>>>(10, m[0], m[1]);
  fill<<<1, 1>>>(reinterpret_cast<Array*>(m + 4)->elements);
  int two = 2;
  value<<<1, 1>>>(m + 2, two, static_cast<int& (*)(int&)>(nullptr));
#endif
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d\n", m[0], m[1], m[2], m[7]);
})";
  EXPECT_EQ(result(source).text, "14 12 2 4\n");
  EXPECT_TRUE(holds(result("#define HOST\n" + source).text, "thread 0 of block 0 reads a host variable"));
  EXPECT_TRUE(holds(result("#define ARRAY\n" + source).text, "thread 0 of block 0 writes a host variable"));
}

TEST_F(ProgramsSlow, launch_kernels_by_addresses_whose_types_are_deduced) {
  const Ran ran = result(R"(#include <cstdio>
template <class T, int N> __global__ void k(T* x) { *x += N; }
void launch(const void* kernel, int* m) {
  void* arguments[] = {&m};
  if (cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr) != cudaSuccess) std::printf("fails\n");
}
template <class F> void by_pointer(F* f, int* m) { void* p = (void*)f; launch(p, m); }
template <class F> void by_cast(F f, int* m) { launch(reinterpret_cast<const void*>(f), m); }
int main() {
  int* m;
  cudaMallocManaged(&m, 4);
  *m = 0;
  launch((const void*)k<int, 1>, m);
  by_pointer(&k<int, 10>, m);
  by_cast(k<int, 100>, m);
  auto deduced = k<int, 1000>;
  const void* p = (const void*)deduced;
  launch(p, m);
  void (*table[])(int*) = {k<int, 10000>};
  launch((void*)table[0], m);
  int number = 5;
  void* other = (void*)m;
  void* text = (void*)&number;
  cudaFuncAttributes attributes;
  auto f = k<int, 2>;
  std::printf("%d", cudaFuncGetAttributes(&attributes, f));
  cudaDeviceSynchronize();
  std::printf(" %d %d\n", *m, other == m && text != nullptr && sizeof(void*) * number == 40);
})");
  EXPECT_EQ(ran.text, "0 11111 1\n");
}

TEST_F(ProgramsSlow, get_addresses_of_variables_on_the_device_from_cuda_only) {
  const std::string source = R"(#include <cstdio>
__device__ int count = 3;
__constant__ float table[8];
__device__ int *pointer, many[4];
namespace n { struct Pair { int a, b; }; __device__ Pair pair; }
__managed__ int managed = 4;
__global__ void read(const int* p, int* out) { *out = *p; }
__global__ void address(int** out) { *out = &count; }
template <class T> __global__ void deduced(T* p, T* out) { *out = *p; }
int main() {
  int *d, h = 7;
  cudaMalloc(&d, 16);
  cudaError_t error = cudaSuccess;
#if CASE == 1
  error = cudaMemcpy(&count, &h, 4, cudaMemcpyHostToDevice);
#elif CASE == 2
  error = cudaMemset(many, 0, 16);
#elif CASE == 3
  error = cudaMemcpyAsync((void*)&n::pair.b, d, 4, cudaMemcpyDeviceToDevice);
#elif CASE == 4
  error = cudaMemcpy(&h, &many[1], 4, cudaMemcpyDeviceToHost);
#elif CASE == 5
  error = cudaMemcpy(table + 1, &h, 4, cudaMemcpyDefault);
#elif CASE == 6
  read<<<1, 1>>>(&count, d);
#elif CASE == 7
  deduced<<<1, 1>>>(many, d);
#else
  void* p;
  cudaGetSymbolAddress(&p, count);
  cudaMemcpy(p, &h, 4, cudaMemcpyHostToDevice);
  read<<<1, 1>>>(static_cast<int*>(p), d);
  cudaMemcpy(d, &n::pair, 4, cudaMemcpyHostToDevice);
  int* count;  // hides the variable
  cudaMalloc(&count, 16);
  cudaMemset(&count[1], 0, 4);
  cudaMemcpy(count, &h, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(&managed, &h, 4, cudaMemcpyHostToDevice);
  read<<<1, 1>>>(&managed, d);
  read<<<1, 1>>>(count, d);
  int many[4];
  cudaMemcpy(many, d, 4, cudaMemcpyDeviceToHost);
  int** by_kernel;
  cudaMallocManaged(&by_kernel, sizeof(int*));
  address<<<1, 1>>>(by_kernel);
  cudaDeviceSynchronize();
  cudaMemcpy(many, *by_kernel, 4, cudaMemcpyDeviceToHost);
  read<<<1, 1>>>(*by_kernel, d);
  error = cudaGetLastError();
  std::printf("%d ", many[0]);
#endif
  std::printf("%d\n", error);
})";
  const std::string calls[] = {"cudaMemcpy", "cudaMemset", "cudaMemcpyAsync", "cudaMemcpy", "cudaMemcpy"};
  const std::string names[] = {"count", "many", "pair", "many", "table"};
  for (int i = 1; i <= 5; ++i) {
    const Ran ran = result("#define CASE " + std::to_string(i) + "\n" + source);
    EXPECT_TRUE(holds(ran.text, "1\n\n1 finding\n\nhost_pointer: " + calls[i - 1] + " at main.cu:"))
        << ran.text;
    EXPECT_TRUE(
        holds(ran.text, "fails: it got the address of the host's copy of " + names[i - 1] + ", a __device__"))
        << ran.text;
    EXPECT_TRUE(holds(ran.text, "cudaGetSymbolAddress")) << ran.text;
  }
  for (const char* used : {"6\ncount", "7\nmany"}) {
    const Ran ran = result("#define CASE " + std::string(1, *used) + "\n" + source);
    EXPECT_TRUE(holds(ran.text,
                      "reads the host's copy of " + std::string(used + 2) + ", a __device__ or __constant__"))
        << ran.text;
  }
  EXPECT_EQ(result(source).text, "7 0\n");
}

TEST_F(ProgramsSlow, are_told_of_an_update_outside_an_array_once_and_what_fits_managed_memory) {
  const std::string source = R"(
__global__ void add(int* x, int* out) { x[threadIdx.x + 1] += 1; }
__global__ void read(int* x, int* out) { *out = *x; }
int main() {
  int *m, *d, host = 1;
  KIND(&m, 64);
  cudaMalloc(&d, 4);
  for (int i = 0; i < FILLED; ++i) m[i] = 1;
  KERNEL<<<1, 16>>>(ARGUMENT, d);
  return cudaDeviceSynchronize();
})";
  const auto text = [&](const std::string& names) { return result(names + source).text; };
  const std::string managed = "#define KIND cudaMallocManaged\n", pinned = "#define KIND cudaMallocHost\n";
  const std::string update = text(managed + "#define FILLED 16\n#define KERNEL add\n#define ARGUMENT m\n");
  EXPECT_TRUE(holds(update, "1 finding\n\nout_of_bounds: thread 15 of block 0 reads buffer 1[16]")) << update;
  const std::string unfilled = "#define FILLED 0\n#define KERNEL read\n#define ARGUMENT m\n";
  EXPECT_TRUE(holds(text(managed + unfilled),
                    "memory from cudaMallocManaged is uninitialised: write it in host code"));
  EXPECT_TRUE(holds(text(pinned + unfilled), "memory from cudaMallocHost is uninitialised"));
  const std::string of_host = "#define FILLED 0\n#define KERNEL read\n#define ARGUMENT &host\n";
  EXPECT_TRUE(holds(text(managed + of_host), "put the data into memory from cudaMallocManaged"));
  EXPECT_TRUE(holds(text(pinned + of_host), "copy the data to memory from cudaMalloc, "));
}

}  // namespace
}  // namespace simt
