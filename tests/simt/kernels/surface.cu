// The rest of CUDA's surface: vectors, intrinsics, lambdas, null pointers, streams, pitched and pinned
// memory.
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#define SIZES(NAME, T, ALIGN_2, ALIGN_4)                                               \
  static_assert(sizeof(NAME##1) == sizeof(T) && sizeof(NAME##2) == 2 * sizeof(T) &&    \
                sizeof(NAME##3) == 3 * sizeof(T) && sizeof(NAME##4) == 4 * sizeof(T)); \
  static_assert(alignof(NAME##1) == alignof(T) && alignof(NAME##2) == ALIGN_2 &&       \
                alignof(NAME##3) == alignof(T) && alignof(NAME##4) == ALIGN_4);
SIZES(char, char, 2, 4)
SIZES(uchar, char, 2, 4)
SIZES(short, short, 4, 8)
SIZES(ushort, short, 4, 8)
SIZES(int, int, 8, 16)
SIZES(uint, int, 8, 16)
SIZES(long, long, 16, 16)
SIZES(ulong, long, 16, 16)
SIZES(longlong, long long, 16, 16)
SIZES(ulonglong, long long, 16, 16)
SIZES(float, float, 8, 16)
SIZES(double, double, 16, 16)

#define MADE(NAME)                                                                              \
  (make_##NAME##1(5).x == 5 && make_##NAME##2(1, 2).y == 2 && make_##NAME##3(1, 2, 3).z == 3 && \
   make_##NAME##4(1, 2, 3, 4).w == 4)
extern "C" int vectors_made() {
  return MADE(char) + MADE(uchar) + MADE(short) + MADE(ushort) + MADE(int) + MADE(uint) + MADE(long) +
         MADE(ulong) + MADE(longlong) + MADE(ulonglong) + MADE(float) + MADE(double);
}

// 16 bytes at a time, with every kind of load and store.
__global__ void copy_wide(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 a = __ldg(&in[i]), b = __ldcs(&in[i]);
  __stcg(&out[i], make_float4(a.w, b.z, a.y, b.x));
}
extern "C" void run_copy_wide(const float* in, float* out, int n) {
  copy_wide<<<(n / 4 + 31) / 32, 32>>>(reinterpret_cast<const float4*>(in), reinterpret_cast<float4*>(out),
                                       n / 4);
}

// Lambdas and functors as arguments of a kernel template.
template <class F>
__global__ void for_each_index(int n, F body) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) body(i);
}
struct Doubler {
  int* out;
  __device__ void operator()(int i) const { out[i] *= 2; }
};
extern "C" void run_lambda(int* out, int n, int factor) {
  for_each_index<<<(n + 63) / 64, 64>>>(n, [=] __device__(int i) { out[i] = factor * i; });
  for_each_index<<<(n + 63) / 64, 64>>>(n, Doubler{out});
}

__global__ void is_null(const int* pointer, bool* answer) { *answer = pointer == nullptr; }
extern "C" int nulls(bool* answer) {
  int null = 0;
  is_null<<<1, 1>>>(0, answer);
  null += *answer;
  is_null<<<1, 1>>>(NULL, answer);
  null += *answer;
  is_null<<<1, 1>>>(nullptr, answer);
  return null + *answer;
}
extern "C" void run_integer_for_pointer(bool* answer) { is_null<<<1, 1>>>(5, answer); }

__global__ void intrinsics(int* ok) {
  ok[0] = __brevll(1ULL) == 1ULL << 63 && __byte_perm(0x33221100U, 0x77665544U, 0x0415U) == 0x00441155U;
  ok[1] = __funnelshift_l(0x80000000U, 1U, 1) == 3U && __funnelshift_r(0x80000000U, 1U, 31) == 3U;
  ok[2] = __mulhi(1 << 30, 8) == 2 && __umulhi(0xffffffffU, 2U) == 1U && __mul24(-3, 5) == -15 &&
          __umul64hi(~0ULL, 2ULL) == 1ULL && __mul64hi(-1LL, 2LL) == -1LL;
  ok[3] = __float_as_int(1.0F) == 0x3f800000 && __int_as_float(0x40000000) == 2.0F &&
          __longlong_as_double(__double_as_longlong(0.1)) == 0.1;
  ok[4] = __fmaf_rn(2.0F, 3.0F, 1.0F) == 7.0F && __saturatef(-1.0F) == 0.0F && __saturatef(2.0F) == 1.0F;
  ok[5] = __float2int_rd(-1.5F) == -2 && __float2int_ru(1.2F) == 2 && __float2int_rn(2.5F) == 2 &&
          __float2int_rz(-1.7F) == -1;
}
extern "C" void run_intrinsics(int* ok) { intrinsics<<<1, 1>>>(ok); }

// A matrix in pitched memory, filled on a separate stream.
__global__ void fill_rows(int* matrix, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int* row = reinterpret_cast<int*>(reinterpret_cast<char*>(matrix) + y * pitch);
  row[x] = row[x] + y * 100 + x;
}
extern "C" int pitched(int* out, int width, int height) {
  int *device = nullptr, *pinned = nullptr;
  size_t pitch = 0;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMallocHost(&pinned, sizeof(int) * width * height);
  if (cudaMallocPitch(&device, &pitch, width * sizeof(int), height) != cudaSuccess) return -1;
  cudaMemset2D(device, pitch, 0, width * sizeof(int), height);
  fill_rows<<<dim3((width + 7) / 8, (height + 7) / 8), dim3(8, 8), 0, stream>>>(device, pitch, width, height);
  cudaMemcpy2DAsync(pinned, width * sizeof(int), device, pitch, width * sizeof(int), height,
                    cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < width * height; ++i) out[i] = pinned[i];
  const bool refused =
      cudaMemcpy2D(pinned, 4, device, pitch, 8, 1, cudaMemcpyDeviceToHost) == cudaErrorInvalidPitchValue;
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
  return cudaGetLastError() == cudaErrorInvalidPitchValue && refused && pitch % 512 == 0;
}

__global__ void count_up(int* numbers) { ++numbers[threadIdx.x]; }
__device__ int variable;
__global__ void allocate(void** memory) { *memory = malloc(64); }
/// How many of the answers about pointers and advice are not a GPU's.
extern "C" int kinds_of_memory() {
  int *device = nullptr, *managed = nullptr, *pinned = nullptr, wrong = 0;
  void* address = nullptr;
  cudaPitchedPtr box;
  cudaMalloc(&device, 64);
  cudaMallocManaged(&managed, 64);
  cudaMallocHost(&pinned, 64);
  cudaGetSymbolAddress(&address, variable);
  const auto is = [](const void* memory, cudaMemoryType type) {
    cudaPointerAttributes found{};
    const cudaError_t error = cudaPointerGetAttributes(&found, memory);
    return error == cudaSuccess && found.type == type &&
           (found.devicePointer == nullptr) == (type == cudaMemoryTypeUnregistered) &&
           (found.hostPointer == nullptr) == (type == cudaMemoryTypeDevice);
  };
  wrong += !is(device + 3, cudaMemoryTypeDevice) + !is(managed, cudaMemoryTypeManaged);
  wrong += !is(pinned + 1, cudaMemoryTypeHost) + !is(&wrong, cudaMemoryTypeUnregistered);
  wrong += !is(address, cudaMemoryTypeDevice);
  void* of_kernel = nullptr;
  allocate<<<1, 1>>>(reinterpret_cast<void**>(device));
  cudaMemcpy(&of_kernel, device, sizeof of_kernel, cudaMemcpyDeviceToHost);
  wrong += of_kernel == nullptr || !is(of_kernel, cudaMemoryTypeUnregistered);
  const cudaMemLocation here{cudaMemLocationTypeDevice, 0};
  wrong += cudaMemAdvise(managed, 64, cudaMemAdviseSetPreferredLocation, here) != cudaSuccess;
  wrong += cudaMemPrefetchAsync(managed, 64, here, 0, nullptr) != cudaSuccess;
  wrong += cudaMemAdvise(device, 64, cudaMemAdviseSetReadMostly, here) != cudaErrorInvalidValue;
  wrong += cudaMemPrefetchAsync(managed, 65, here, 0, nullptr) != cudaErrorInvalidValue;
  for (int i = 0; i < 16; ++i) managed[i] = i;
  count_up<<<1, 16>>>(managed);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) wrong += managed[i] != i + 1;
  wrong += cudaMalloc3D(&box, make_cudaExtent(20, 3, 2)) != cudaSuccess || box.pitch < 20 || box.ysize != 3;
  cudaMemset2DAsync(box.ptr, box.pitch, 1, 20, 6, nullptr);
  int last = 0;
  cudaMemcpy(&last, static_cast<char*>(box.ptr) + 5 * box.pitch + 16, 4, cudaMemcpyDeviceToHost);
  wrong += last != 0x01010101;
  cudaFree(box.ptr);
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
  cudaGetLastError();
  return wrong;
}

__constant__ float coefficients[3];
__device__ int counter;
extern "C" int symbols() {
  const float values[2] = {2.0F, 3.0F};
  float back[3] = {};
  void* address = nullptr;
  size_t bytes = 0;
  cudaMemcpyToSymbol(coefficients, values, sizeof(values), sizeof(float));
  cudaMemcpyFromSymbol(back, coefficients, sizeof(back));
  cudaGetSymbolAddress(&address, counter);
  cudaGetSymbolSize(&bytes, coefficients);
  const bool over = cudaMemcpyToSymbol(coefficients, values, 8, 8) == cudaErrorInvalidValue;
  cudaGetLastError();
  return back[1] == 2.0F && back[2] == 3.0F && address == &counter && bytes == 12 && over;
}

extern "C" int attributes_agree() {
  cudaDeviceProp model;
  int value = 0;
  size_t free_bytes = 0, total = 0, after = 0;
  int* memory = nullptr;
  if (cudaGetDeviceProperties(&model, 0) != cudaSuccess) return 0;
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimY, 0);
  const bool grid = value == model.maxGridSize[1];
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  const bool shared = static_cast<size_t>(value) == model.sharedMemPerBlockOptin;
  const bool unknown =
      cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0) == cudaErrorInvalidValue;
  cudaGetLastError();
  cudaMemGetInfo(&free_bytes, &total);
  cudaMallocAsync(&memory, 1000, nullptr);
  cudaMemGetInfo(&after, &total);
  cudaFreeAsync(memory, nullptr);
  return grid && shared && unknown && total == model.totalGlobalMem && after == free_bytes - 1000;
}
