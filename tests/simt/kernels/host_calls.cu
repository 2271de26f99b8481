// Host code's calls other than launches, copies and events. Each function returns 0, or the line of the
// condition that failed; all of them also hold on a GPU, unless a comment says otherwise.
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <driver_types.h>
#include <vector_functions.h>
#include <vector_types.h>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || \
    !defined(__VECTOR_TYPES_H__) || CUDART_VERSION < 13000
#error "a word that others ask for is missing"
#endif

#define HOLDS(CONDITION) \
  if (!(CONDITION)) return __LINE__

__global__ void add_one(int* values) { values[threadIdx.x] += 1; }
__global__ void add_all(int* sum, short a, double b, float c, char d, int4 e) {
  *sum = a + static_cast<int>(b) + static_cast<int>(c) + d + e.x + e.y + e.z + e.w;
}
template <class T>
__global__ void reverse(T* values) {
  __shared__ T copy[100];
  copy[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

// Its shared memory is not reverse's.
__global__ void large(int* values) {
  __shared__ int copy[2000];
  copy[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}
extern "C" void run_large(int* values) { large<<<1, 32>>>(values); }

__constant__ int constants[4];

// A direction binds only memory that CUDA does not know.
extern "C" int test_copy_directions() {
  int on_stack[4] = {}, other[4] = {};
  int *device = nullptr, *pinned = nullptr;
  const size_t bytes = sizeof on_stack;
  HOLDS(cudaMalloc(&device, bytes) == cudaSuccess && cudaMallocHost(&pinned, bytes) == cudaSuccess);
  const cudaMemcpyKind kinds[] = {cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                                  cudaMemcpyDeviceToDevice, cudaMemcpyDefault};
  for (const cudaMemcpyKind kind : kinds) {
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    HOLDS(cudaMemcpy(device, pinned, bytes, kind) == cudaSuccess);
    HOLDS(cudaMemcpy(pinned, device, bytes, kind) == cudaSuccess);
    HOLDS(cudaMemcpy(device, on_stack, bytes, kind) == (from_device ? cudaErrorInvalidValue : cudaSuccess));
    HOLDS(cudaMemcpyAsync(on_stack, device, bytes, kind) ==
          (to_device ? cudaErrorInvalidValue : cudaSuccess));
    HOLDS((cudaMemcpy(other, on_stack, bytes, kind) == cudaSuccess) == !(to_device || from_device));
    const bool binds = kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost;
    HOLDS(cudaMemcpyToSymbol(constants, device, bytes, 0, kind) ==
          (binds ? cudaErrorInvalidMemcpyDirection : cudaSuccess));
    const bool is_back = kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice;
    HOLDS(cudaMemcpyFromSymbol(device, constants, bytes, 0, kind) ==
          (is_back ? cudaErrorInvalidMemcpyDirection : cudaSuccess));
  }
  HOLDS(cudaMemset(on_stack, 0, bytes) == cudaErrorInvalidValue &&
        cudaMemset(pinned, 0, bytes) == cudaSuccess);
  HOLDS(cudaGetLastError() == cudaErrorInvalidValue);
  return 0;
}

extern "C" int test_launch_kernel() {
  int *values = nullptr, first = 0;
  HOLDS(cudaMalloc(&values, 32 * sizeof(int)) == cudaSuccess);
  HOLDS(cudaMemset(values, 0, 32 * sizeof(int)) == cudaSuccess);
  void* one[] = {&values};
  HOLDS(cudaLaunchKernel(add_one, dim3(1), dim3(32), one) == cudaSuccess);
  HOLDS(cudaLaunchKernel(&add_one, 1, 32, one, 0, nullptr) == cudaSuccess);
  HOLDS(cudaLaunchKernel((void*)add_one, dim3(1), dim3(32), one, 0, 0) == cudaSuccess);
  HOLDS(cudaLaunchKernel((const void*)&add_one, dim3(1), dim3(32), one, 0, 0) == cudaSuccess);
  HOLDS(cudaLaunchKernel(reinterpret_cast<const void*>(add_one), 1, 32, one, 0, 0) == cudaSuccess);
  HOLDS(cudaMemcpy(&first, values, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess && first == 5);
  short a = 3;
  double b = 2.5;
  float c = 4.5F;
  char d = 5;
  int4 e = make_int4(100, 200, 300, 400);
  void* all[] = {&values, &a, &b, &c, &d, &e};
  HOLDS(cudaLaunchKernel(add_all, dim3(1), dim3(1), all) == cudaSuccess);
  HOLDS(cudaMemcpy(&first, values, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess && first == 1014);
  HOLDS(cudaLaunchKernel(reverse<int>, dim3(1), dim3(32), one, 0) == cudaSuccess);
  HOLDS(cudaLaunchKernel(add_one, dim3(1), dim3(1025), one) != cudaSuccess &&
        cudaGetLastError() != cudaSuccess);
  HOLDS(cudaGetLastError() == cudaSuccess);
  HOLDS(cudaFree(values) == cudaSuccess);
  return 0;
}

static int variables[64];

extern "C" int test_registered_memory() {
  int local[64] = {};
  void* device = nullptr;
  int *typed = nullptr, *pinned = nullptr, *of_device = nullptr;
  unsigned flags = 0;
  HOLDS(cudaHostRegister(nullptr, 4, 0) == cudaErrorInvalidValue);
  HOLDS(cudaHostRegister(local, 0, 0) == cudaErrorInvalidValue);
  HOLDS(cudaHostRegister(local, sizeof(local), 99) == cudaErrorInvalidValue);
  HOLDS(cudaHostGetDevicePointer(&device, local, 0) == cudaErrorInvalidValue);
  HOLDS(cudaHostGetFlags(&flags, local) == cudaErrorInvalidValue);
  HOLDS(cudaHostUnregister(local) == cudaErrorHostMemoryNotRegistered);
  HOLDS(cudaHostUnregister(nullptr) == cudaErrorInvalidValue);
  int* const both[] = {local, variables};
  for (int* memory : both) {
    HOLDS(cudaHostRegister(memory, sizeof(local), cudaHostRegisterMapped) == cudaSuccess);
    HOLDS(cudaHostGetDevicePointer(&device, memory, 0) == cudaSuccess && device == memory);
    HOLDS(cudaHostGetDevicePointer(&typed, memory + 9, 0) == cudaSuccess && typed == memory + 9);
    HOLDS(cudaHostGetDevicePointer(&device, memory, 1) == cudaErrorInvalidValue);
    HOLDS(cudaHostGetFlags(&flags, memory) == cudaSuccess && (flags & cudaHostRegisterMapped) != 0);
    HOLDS(cudaHostRegister(memory, sizeof(local), 0) == cudaErrorHostMemoryAlreadyRegistered);
    HOLDS(cudaHostRegister(memory + 8, 8, 0) == cudaErrorHostMemoryAlreadyRegistered);
    memory[31] = 7;
    add_one<<<1, 32>>>(memory);
    HOLDS(cudaDeviceSynchronize() == cudaSuccess && memory[31] == 8 && memory[32] == 0);
    HOLDS(cudaFreeHost(memory) == cudaErrorInvalidValue);
    HOLDS(cudaHostUnregister(memory + 1) == cudaErrorInvalidValue);
    HOLDS(cudaHostUnregister(memory) == cudaSuccess);
    HOLDS(cudaHostUnregister(memory) != cudaSuccess);
  }
  HOLDS(cudaMallocHost(&pinned, 64) == cudaSuccess && cudaMalloc(&of_device, 64) == cudaSuccess);
  HOLDS(cudaHostGetDevicePointer(&device, pinned, 0) == cudaSuccess && device == pinned);
  HOLDS(cudaHostRegister(pinned, 64, 0) == cudaErrorInvalidValue);
  HOLDS(cudaHostRegister(of_device, 64, 0) == cudaErrorInvalidValue);
  HOLDS(cudaHostUnregister(pinned) == cudaErrorInvalidValue && cudaFree(pinned) == cudaErrorInvalidValue);
  HOLDS(cudaHostGetDevicePointer(&device, of_device, 0) == cudaErrorInvalidValue);
  HOLDS(cudaFreeHost(of_device) == cudaErrorInvalidValue);
  HOLDS(cudaFreeHost(pinned) == cudaSuccess && cudaFree(of_device) == cudaSuccess);
  (void)cudaGetLastError();
  return 0;
}

extern "C" int test_limits() {
  size_t value = 0;
  HOLDS(cudaDeviceGetLimit(&value, cudaLimitStackSize) == cudaSuccess && value == 1024);
  HOLDS(cudaDeviceSetLimit(cudaLimitStackSize, 8192) == cudaSuccess);
  HOLDS(cudaDeviceGetLimit(&value, cudaLimitStackSize) == cudaSuccess && value == 8192);
  HOLDS(cudaDeviceSetLimit(cudaLimitStackSize, size_t{1} << 40) == cudaErrorInvalidValue);
  HOLDS(cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t{16} << 20) == cudaSuccess);
  HOLDS(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize) == cudaSuccess && value >= size_t{16} << 20);
  HOLDS(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize) == cudaSuccess && value >= size_t{1} << 20);
  HOLDS(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, size_t{2} << 20) == cudaSuccess);
  HOLDS(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4) == cudaErrorUnsupportedLimit);
  HOLDS(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 200) == cudaErrorInvalidValue);
  HOLDS(cudaDeviceGetLimit(nullptr, cudaLimitStackSize) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
  return 0;
}

extern "C" int test_pools() {
  cudaMemPool_t pool = nullptr, other = nullptr, own = nullptr;
  int *a = nullptr, b = 5, reuse = 0;
  unsigned long long value = 0, never = ~0ULL;
  cudaStream_t stream;
  HOLDS(cudaStreamCreate(&stream) == cudaSuccess);
  HOLDS(cudaDeviceGetAttribute(&b, cudaDevAttrMemoryPoolsSupported, 0) == cudaSuccess && b == 1);
  HOLDS(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  HOLDS(cudaDeviceGetDefaultMemPool(&other, 99) == cudaErrorInvalidDevice);
  HOLDS(cudaDeviceGetMemPool(&other, 0) == cudaSuccess && other == pool);
  HOLDS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &never) == cudaSuccess);
  HOLDS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value) == cudaSuccess &&
        value == never);
  HOLDS(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse) == cudaSuccess &&
        reuse == 1);
  HOLDS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value) == cudaErrorInvalidValue);
  HOLDS(cudaMallocAsync(&a, 64 * sizeof(int), stream) == cudaSuccess);
  HOLDS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value) == cudaSuccess && value >= 256);
  HOLDS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value) == cudaSuccess && value >= 256);
  HOLDS(cudaMemsetAsync(a, 0, 64 * sizeof(int), stream) == cudaSuccess);
  add_one<<<1, 64, 0, stream>>>(a);
  HOLDS(cudaMemcpyAsync(&b, a + 63, sizeof(int), cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  HOLDS(cudaFreeAsync(a, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess && b == 1);
  HOLDS(cudaMallocAsync(&a, 0, stream) == cudaSuccess && a == nullptr);
  HOLDS(cudaMallocAsync(&a, size_t{1} << 50, stream) == cudaErrorMemoryAllocation);
  HOLDS(cudaFreeAsync(&b, stream) == cudaErrorInvalidValue);
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  HOLDS(cudaMemPoolCreate(&own, &properties) == cudaSuccess);
  HOLDS(cudaMallocFromPoolAsync(&a, 100, own, stream) == cudaSuccess &&
        cudaFreeAsync(a, stream) == cudaSuccess);
  HOLDS(cudaMallocAsync(&a, 100, own, stream) == cudaSuccess && cudaFree(a) == cudaSuccess);
  cudaMemAccessDesc access = {};
  access.location = properties.location;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  HOLDS(cudaMemPoolSetAccess(own, &access, 1) == cudaSuccess && cudaMemPoolTrimTo(own, 0) == cudaSuccess);
  HOLDS(cudaDeviceSetMemPool(0, own) == cudaSuccess);
  HOLDS(cudaDeviceGetMemPool(&other, 0) == cudaSuccess && other == own);
  HOLDS(cudaMemPoolDestroy(own) == cudaSuccess);
  HOLDS(cudaDeviceGetMemPool(&other, 0) == cudaSuccess && other == pool);
  HOLDS(cudaMemPoolDestroy(pool) == cudaErrorInvalidValue &&
        cudaMemPoolDestroy(nullptr) == cudaErrorInvalidValue);
  HOLDS(cudaMallocFromPoolAsync(&a, 100, nullptr, stream) == cudaErrorInvalidValue);
  properties.allocType = cudaMemAllocationTypeInvalid;
  HOLDS(cudaMemPoolCreate(&own, &properties) == cudaErrorInvalidValue);
  HOLDS(cudaStreamDestroy(stream) == cudaSuccess);
  (void)cudaGetLastError();
  return 0;
}

static size_t of_block(int threads) { return static_cast<size_t>(threads) * 64; }

// Exact on an H100; the static shared memory of this file's other kernels must not count.
extern "C" int test_occupancy() {
  int blocks = 0, grid = 0, block = 0;
  size_t bytes = 0;
  const struct {
    int threads;
    size_t shared_bytes;
    int blocks;
  } known[] = {{1, 0, 32},      {33, 1000, 32}, {100, 0, 16}, {256, 1000, 8}, {256, 48752, 4},
               {768, 48752, 2}, {1000, 0, 2},   {1024, 0, 2}, {1025, 0, 0},   {32, 60000, 0}};
  for (const auto& k : known) {
    blocks = -1;
    HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse<int>, k.threads, k.shared_bytes) ==
          cudaSuccess);
    HOLDS(blocks == k.blocks);
  }
  HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse<int>, 0, 0) == cudaErrorInvalidValue);
  HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, reverse<int>, 32, 0, 7) ==
        cudaErrorInvalidValue);
  HOLDS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, reverse<int>) == cudaSuccess);
  HOLDS(grid == 264 && block == 1024);
  HOLDS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, reverse<int>, 20000, 200) == cudaSuccess);
  HOLDS(grid == 1320 && block == 192);
  HOLDS(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, reverse<int>, of_block) == cudaSuccess);
  HOLDS(grid == 528 && block == 512);
  HOLDS(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, reverse<int>, 16, 32) == cudaSuccess &&
        bytes == 14192);
  HOLDS(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, reverse<int>, 1, 32) == cudaSuccess &&
        bytes == 48752);
  HOLDS(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, reverse<int>, 16, 256) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
  return 0;
}

extern "C" int test_attributes() {
  cudaFuncAttributes kernel;
  HOLDS(cudaFuncGetAttributes(&kernel, reverse<int>) == cudaSuccess);
  HOLDS(kernel.sharedSizeBytes == 400 && kernel.maxThreadsPerBlock == 1024 && kernel.numRegs > 0);
  HOLDS(kernel.binaryVersion == 90 && kernel.maxDynamicSharedSizeBytes == 48752 &&
        kernel.localSizeBytes == 0);
  HOLDS(cudaFuncGetAttributes(nullptr, reverse<int>) == cudaErrorInvalidValue);
  HOLDS(cudaFuncGetAttributes(&kernel, static_cast<const void*>(nullptr)) == cudaErrorInvalidDeviceFunction);
  cudaDeviceProp model;
  int value = -1;
  HOLDS(cudaGetDeviceProperties(&model, 0) == cudaSuccess);
  HOLDS(model.canMapHostMemory == 1 && model.hostRegisterSupported == 1 && model.memoryPoolsSupported == 1);
  HOLDS(cudaDeviceGetAttribute(&value, cudaDevAttrComputeMode, 0) == cudaSuccess &&
        value == cudaComputeModeDefault);
  HOLDS(cudaDeviceGetAttribute(&value, cudaDevAttrPageableMemoryAccess, 0) == cudaSuccess);
  HOLDS(value == model.pageableMemoryAccess && value == 0);
  HOLDS(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
  HOLDS(value == model.multiProcessorCount);
  (void)cudaGetLastError();
  return 0;
}

static void add_to(void* sum) { *static_cast<int*>(sum) += 1; }
static void add_status(cudaStream_t, cudaError_t status, void* sum) {
  *static_cast<int*>(sum) += 10 + status;
}

extern "C" int test_callbacks_and_flags() {
  int sum = 0, least = -1, greatest = 1, priority = 99;
  unsigned flags = 0;
  cudaStream_t stream;
  HOLDS(cudaLaunchHostFunc(nullptr, add_to, &sum) == cudaSuccess);
  HOLDS(cudaStreamAddCallback(nullptr, add_status, &sum, 0) == cudaSuccess);
  HOLDS(cudaDeviceSynchronize() == cudaSuccess && sum == 11);
  HOLDS(cudaLaunchHostFunc(nullptr, nullptr, &sum) == cudaErrorInvalidValue);
  HOLDS(cudaStreamAddCallback(nullptr, add_status, &sum, 1) == cudaErrorInvalidValue);
  HOLDS(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && least == 0 && greatest < 0);
  HOLDS(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest) == cudaSuccess);
  HOLDS(cudaStreamGetPriority(stream, &priority) == cudaSuccess && priority == greatest);
  HOLDS(cudaStreamGetFlags(stream, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
  HOLDS(cudaStreamDestroy(stream) == cudaSuccess);
  HOLDS(cudaProfilerStart() == cudaSuccess && cudaProfilerStop() == cudaSuccess);
  HOLDS(cudaSetDeviceFlags(0x700) == cudaErrorInvalidValue);
  HOLDS(cudaSetDeviceFlags(cudaDeviceMapHost) == cudaSuccess);
  HOLDS(cudaGetDeviceFlags(&flags) == cudaSuccess && (flags & cudaDeviceMapHost) != 0);
  (void)cudaGetLastError();
  return 0;
}

extern "C" int test_cooperative_launch() {
  int value = 0, per_multiprocessor = 0, multiprocessors = 0, *values = nullptr;
  HOLDS(cudaDeviceGetAttribute(&value, cudaDevAttrCooperativeLaunch, 0) == cudaSuccess && value == 1);
  HOLDS(cudaMalloc(&values, 32 * sizeof(int)) == cudaSuccess);
  HOLDS(cudaMemset(values, 0, 32 * sizeof(int)) == cudaSuccess);
  void* arguments[] = {&values};
  HOLDS(cudaLaunchCooperativeKernel(add_one, 1, 32, arguments) == cudaSuccess);
  HOLDS(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(add_one), 1, 32, arguments) == cudaSuccess);
  HOLDS(cudaMemcpy(&value, values + 31, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess && value == 2);
  HOLDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, add_one, 32, 0) == cudaSuccess);
  HOLDS(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
  const int most = per_multiprocessor * multiprocessors;
  HOLDS(cudaLaunchCooperativeKernel(add_one, most + 1, 32, arguments) == cudaErrorCooperativeLaunchTooLarge);
  HOLDS(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  HOLDS(cudaFree(values) == cudaSuccess);
  return 0;
}

extern "C" int test_boxes_and_hints() {
  cudaPitchedPtr box;
  HOLDS(cudaMalloc3D(&box, make_cudaExtent(12, 3, 2)) == cudaSuccess && box.pitch >= 12);
  unsigned char bytes[2][3][12] = {};
  HOLDS(cudaMemset3D(box, 1, make_cudaExtent(12, 3, 2)) == cudaSuccess);
  HOLDS(cudaMemset3DAsync(box, 7, make_cudaExtent(4, 2, 2), nullptr) == cudaSuccess);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(bytes, 12, 12, 3);
  copy.extent = make_cudaExtent(12, 3, 2);
  copy.kind = cudaMemcpyDeviceToHost;
  HOLDS(cudaMemcpy3DAsync(&copy, nullptr) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess);
  for (int z = 0; z < 2; ++z) {
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 12; ++x) HOLDS(bytes[z][y][x] == (x < 4 && y < 2 ? 7 : 1));
    }
  }
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  int* managed = nullptr;
  cudaMallocManaged(&managed, 64);
  HOLDS(cudaStreamAttachMemAsync(stream, managed) == cudaSuccess);
  HOLDS(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachHost) == cudaSuccess);
  HOLDS(cudaStreamAttachMemAsync(stream, managed, 0, 8) == cudaErrorInvalidValue);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = managed;
  HOLDS(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value) == cudaSuccess);
  HOLDS(cudaCtxResetPersistingL2Cache() == cudaSuccess);
  return 0;
}
