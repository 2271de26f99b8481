// Launches of every form, in grids of every dimension.
#include <cuda_runtime.h>

#include "launch_in_header.cuh"

__global__ void add_2d(const int* a, const int* b, int* c, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) c[y * width + x] = a[y * width + x] + b[y * width + x];
}

extern "C" void run_add_2d(const int* a, const int* b, int* c, int width, int height) {
  const dim3 block(8, 4);
  add_2d<<<dim3((width + 7) / 8, (height + 3) / 4), block>>>(a, b, c, width, height);
}

// Each thread writes its own coordinates, packed, at its place.
__global__ void where(unsigned* out) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * threads + thread] = blockIdx.x | blockIdx.y << 4 | blockIdx.z << 8 | threadIdx.x << 12 |
                                  threadIdx.y << 16 | threadIdx.z << 20;
}

extern "C" void run_where(unsigned* out) { where<<<dim3(3, 2, 4), dim3(5, 3, 2)>>>(out); }

template <int N, class T>
__global__ void fill(T* out, T value) {
  if (threadIdx.x < N) out[threadIdx.x] = value;
}

extern "C" void run_template(int* out) { fill<3, int><<<1, 8>>>(out, 7); }

// The kernel's template argument is deduced from the arguments of the launch.
template <class T>
__global__ void scale(const T* in, T* out, T factor) {
  out[threadIdx.x] = in[threadIdx.x] * factor;
}

extern "C" void run_deduced(int* in, int* out) { scale<<<1, 4>>>(in, out, 3); }

#define LAUNCH_ONE(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

__global__ void store(int* out, int value) { *out = value; }

extern "C" void run_macro(int* out) { LAUNCH_ONE(store, out, 11); }

extern "C" void run_included(int* out) { launch_from_header(out); }

extern "C" void run_pointer(int* out) {
  void (*const kernels[])(int*, int) = {store};
  kernels[0]<<<1, 1, 0, nullptr>>>(out, 13);
}

extern "C" void run_config(int* out) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(1);
  cudaLaunchKernelEx(&config, store, out, 17);
}

// What looks like a launch in a literal stays as it is.
extern "C" const char* text_of_a_launch() {
  return "kernel<<<1, 2>>>(x)"
         R"(raw<<<1>>>())";
}
extern "C" int line_after_launches() { return __LINE__; }

// Every thread gets its own copy of an argument passed by value, and the argument is evaluated once.
struct Counter {
  int value;
};
__global__ void count_up(Counter counter, int* out) { out[threadIdx.x] = ++counter.value; }
extern "C" int run_by_value(int* out) {
  int evaluations = 0;
  count_up<<<1, 4>>>(Counter{evaluations++}, out);
  return evaluations;
}

namespace defaults {
enum class Way { plain, twice };
__global__ void add(int* out, const int a, long b = 20, Way way = Way::plain, int* more = nullptr);
__global__ void add(int* out, const int a, long b, Way way, int* more) {
  *out += (a + static_cast<int>(b)) * (way == Way::twice ? 2 : 1) + (more == nullptr ? 0 : *more);
}
template <class T, int N = 3>
__global__ void multiply(T* out, T by = T{2}) {
  *out *= by * N;
}
}  // namespace defaults

// Launches that leave out arguments, all or none of those that have defaults.
extern "C" void run_defaults(int* out) {
  using namespace defaults;
  add<<<1, 1>>>(out, 1u);                                           // 21
  defaults::add<<<1, 1>>>(out, 1, 2);                               // 24
  add<<<1, 1>>>(out, 1, 2, Way::twice);                             // 30
  add<<<1, 1>>>(out, 1, 2, Way::twice, 0);                          // 36
  multiply<<<1, 1>>>(out, 1);                                       // 108
  multiply<int><<<1, 1>>>(out);                                     // 648
  for (int i = 0; i < 1; ++i) multiply<int, 1><<<1, 1>>>(out, -1);  // -648
}

// Arguments whose types the kernel's parameters give.
__global__ void add_lists(int* out, int2 a, Counter b, int c = 0) { *out += a.x + a.y + b.value + c; }
extern "C" void run_braced(int* out) {
  const int one = 1;
  add_lists<<<1, 1>>>(out, {one, 2 * one}, {4}, {});
  add_lists<<<1, 1>>>({out}, {10, 0}, Counter{20}, one);
}

// Two kernels of one name, a launch as older formatters write it, and a header that nothing needs.
#include <cuda.h>
__global__ void put(int* out, int value) { out[threadIdx.x] = value; }
__global__ void put(int* out) { out[4 + threadIdx.x] = 9; }
extern "C" void run_overloaded(int* out) {
  put<<<1, 4>>>(out, 8);
  // clang-format off
  put << <1, 4 >> > (out);
  // clang-format on
}
