// Memory of the host that kernels are shown: what they may use then, and for how long.
#include <cuda_runtime.h>

__global__ void fill(int* values, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) values[i] = i;
}

static int static_values[64];

extern "C" int run_registered(int count) {
  int values[64] = {};
  cudaHostRegister(values, sizeof(values), cudaHostRegisterDefault);
  cudaHostRegister(static_values, sizeof(static_values), cudaHostRegisterDefault);
  fill<<<1, 32>>>(values, count);
  fill<<<1, 32>>>(static_values, count);
  cudaDeviceSynchronize();
  (void)cudaGetLastError();
  const int last = values[count - 1] + static_values[count - 1];
  cudaHostUnregister(values);
  cudaHostUnregister(static_values);
  return last;
}

extern "C" void run_unregistered() {
  int values[64] = {};
  cudaHostRegister(values, sizeof(values), cudaHostRegisterDefault);
  cudaHostUnregister(values);
  fill<<<1, 32>>>(values, 64);
}

extern "C" int run_register(void* memory, int bytes) { return cudaHostRegister(memory, bytes, 0); }

// A frame that has ended when the kernel runs: the memory is no longer the object's.
__attribute__((noinline)) static int* register_a_frame() {
  int values[256];
  for (int& value : values) value = 1;
  int* volatile begin = values;
  cudaHostRegister(begin, sizeof(values), cudaHostRegisterDefault);
  return begin;
}
extern "C" void run_dead_frame() {
  int* const values = register_a_frame();
  fill<<<1, 32>>>(values, 256);
}

// Every call that writes for its caller.
extern "C" void run_writing_call(int call, void* memory) {
  cudaMemPool_t pool = nullptr;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  static int own[16];
  cudaHostRegister(own, sizeof(own), 0);
  int* const ints = static_cast<int*>(memory);
  unsigned* const flags = static_cast<unsigned*>(memory);
  size_t* const sizes = static_cast<size_t*>(memory);
  cudaMemPool_t* const pools = static_cast<cudaMemPool_t*>(memory);
  if (call == 0) cudaDeviceGetLimit(sizes, cudaLimitStackSize);
  if (call == 1) cudaGetDeviceFlags(flags);
  if (call == 2) cudaDeviceGetStreamPriorityRange(ints, nullptr);
  if (call == 3) cudaDeviceGetStreamPriorityRange(nullptr, ints);
  if (call == 4) cudaHostGetDevicePointer(static_cast<void**>(memory), own, 0);
  if (call == 5) cudaHostGetFlags(flags, own);
  if (call == 6) cudaStreamGetPriority(nullptr, ints);
  if (call == 7) cudaStreamGetFlags(nullptr, flags);
  if (call == 8) cudaDeviceGetDefaultMemPool(pools, 0);
  if (call == 9) cudaDeviceGetMemPool(pools, 0);
  if (call == 10) cudaMemPoolCreate(pools, &properties);
  if (call == 11) cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, memory);
  if (call == 12) cudaMallocAsync(static_cast<void**>(memory), 64, nullptr);
  if (call == 13) cudaFuncGetAttributes(static_cast<cudaFuncAttributes*>(memory), fill);
  if (call == 14) cudaOccupancyMaxActiveBlocksPerMultiprocessor(ints, fill, 32, 0);
  if (call == 15) cudaOccupancyAvailableDynamicSMemPerBlock(sizes, fill, 1, 32);
  if (call == 16) cudaOccupancyMaxPotentialBlockSize(ints, ints + 1, fill);
  if (call == 17) cudaHostRegister(memory, 4, 0);
  cudaHostUnregister(own);
}
