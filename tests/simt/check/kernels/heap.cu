// Host code with arrays of its own: what it may do with the heap, and what it may not.
#include <cuda_runtime.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

__global__ void use(int* values) { values[threadIdx.x] += 1; }
__global__ void make(int* out) {
  int* mine = new int[4];
  mine[threadIdx.x % 4] = 7;
  out[threadIdx.x] = mine[threadIdx.x % 4];
  delete[] mine;
}

struct alignas(128) Wide {
  int value = 3;
};

/// The sum of what all ways to allocate give.
extern "C" int run_all_ways(int count) {
  std::vector<int> grown;
  for (int i = 0; i < count; ++i) grown.push_back(1);
  int* made = new int[count]();
  int* one = new (std::nothrow) int(2);
  Wide* wide = new Wide;
  auto owned = std::make_unique<int[]>(count);
  int* plain = static_cast<int*>(malloc(count * sizeof(int)));
  for (int i = 0; i < count; ++i) plain[i] = i;
  plain = static_cast<int*>(realloc(plain, 2 * count * sizeof(int)));
  plain[2 * count - 1] = 5;
  int* zeros = static_cast<int*>(calloc(count, sizeof(int)));
  int sum = *one + wide->value + plain[count - 1] + plain[2 * count - 1];
  for (int i = 0; i < count; ++i) sum += grown[i] + made[i] + owned[i] + zeros[i];
  if (reinterpret_cast<size_t>(wide) % alignof(Wide) != 0) sum = -1;
  delete[] made;
  delete one;
  delete wide;
  delete static_cast<int*>(nullptr);
  free(plain);
  free(zeros);
  free(nullptr);
  return sum;
}

extern "C" int run_copies(const int* device, int count) {
  std::vector<int> values(count);
  cudaMemcpy(values.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
  return values[count - 1];
}
extern "C" void run_copies_too_much(const int* device, int count) {
  std::vector<int> values(count - 1);
  cudaMemcpy(values.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
}
extern "C" void run_at(int count, int index) {
  int* values = new int[count];
  values[index] = 1;
  delete[] values;
}
extern "C" int run_freed(int count) {
  int* values = new int[count];
  delete[] values;
  return values[0];
}
extern "C" void run_frees_twice() {
  void* memory = malloc(8);
  free(memory);
  free(memory);
}
extern "C" void run_frees(void* memory) { free(memory); }
extern "C" void run_kernel_with_heap() {
  std::vector<int> values(32);
  use<<<1, 32>>>(values.data());
}
extern "C" void run_kernel_that_allocates(int* out) { make<<<1, 32>>>(out); }

__host__ __device__ inline void* resized(void* memory, size_t bytes) { return realloc(memory, bytes); }
__global__ void resize(void* memory) { resized(memory, 8); }
/// What host code sees of a kernel's allocations: how free memory and the distance of two arrays change.
__device__ void* volatile kept;
__global__ void allocate_in_kernel(int bytes) { kept = malloc(bytes); }
extern "C" int run_kernel_allocates(int bytes) {
  size_t before = 0, after = 0, total = 0;
  char *first = nullptr, *second = nullptr;
  cudaMalloc(&first, 64);
  cudaMemGetInfo(&before, &total);
  allocate_in_kernel<<<1, 1>>>(bytes);
  cudaDeviceSynchronize();
  cudaMemGetInfo(&after, &total);
  cudaMalloc(&second, 64);
  const int distance = static_cast<int>(second - first);
  cudaFree(second);
  cudaFree(first);
  return static_cast<int>(before - after) + distance;
}

/// What host code sees of where its own memory lies, before and after a kernel that uses memory.
__global__ void use_memory(char* array) {
  array[threadIdx.x << 12] = 1;
  kept = malloc(1000 * (threadIdx.x + 1));
  __threadfence();
  atomicAdd(reinterpret_cast<int*>(array + (threadIdx.x << 12) + 64), 1);
}
struct Places {
  char *large, *small, *exception;
  cudaEvent_t event;
  Places() : large(static_cast<char*>(malloc(1 << 20))), small(new char[100]) {
    cudaEventCreate(&event);
    try {
      throw 7;
    } catch (const int& caught) {
      exception = reinterpret_cast<char*>(const_cast<int*>(&caught));
    }
  }
  ~Places() {
    cudaEventDestroy(event);
    delete[] small;
    free(large);
  }
};
extern "C" long run_kernel_uses_memory(int kernels) {
  char* array = nullptr;
  cudaMalloc(&array, 8 << 20);
  cudaMemset(array, 0, 8 << 20);
  const Places before;
  for (int kernel = 0; kernel < kernels; ++kernel) use_memory<<<1, 64>>>(array);
  cudaDeviceSynchronize();
  const Places after;
  cudaFree(array);
  const auto distance = [](const auto* a, const auto* b) {
    return reinterpret_cast<const char*>(b) - reinterpret_cast<const char*>(a);
  };
  return distance(before.large, after.large) + 3 * distance(before.small, after.small) +
         5 * distance(before.event, after.event) + 7 * distance(before.exception, after.exception);
}
/// Until there is none left. An error would tell host code what kernels have used.
extern "C" int run_takes_all(bool of_device) {
  for (int pieces = 0;; ++pieces) {
    void* memory = nullptr;
    if (of_device)
      cudaMalloc(&memory, 1 << 26);
    else
      memory = malloc(1 << 26);
    if (memory == nullptr) return pieces;
  }
}

/// Each thread keeps `bytes`, and each other one frees them.
__global__ void allocate_in_turns(size_t bytes, char** where) {
  where[threadIdx.x] = static_cast<char*>(malloc(bytes));
  if (threadIdx.x % 2 != 0) free(where[threadIdx.x]);
}
extern "C" void run_allocates_in_turns(size_t bytes, char** where, int threads) {
  allocate_in_turns<<<1, threads>>>(bytes, where);
}
extern "C" void run_resize_in_kernel() { resize<<<1, 1>>>(malloc(8)); }
__global__ void free_it(void* memory) { free(memory); }
extern "C" void run_free_in_kernel(void* memory) { free_it<<<1, 1>>>(memory); }
extern "C" void run_resize_from(int offset) {
  char* memory = static_cast<char*>(malloc(100));
  free(realloc(memory + offset, 1000));
}
/// Freed memory that the device knew.
extern "C" int run_registered() {
  int* memory = static_cast<int*>(malloc(8));
  cudaHostRegister(memory, 8, 0);
  memory[0] = 1;
  free(memory);
  return memory[0];
}
/// Each round changes the heap alone.
extern "C" void run_slow(int rounds) {
  int* volatile values = new int[4];
  values[0] = 0;
  while (values[0] < rounds) values[0] = values[0] + 1;
  delete[] values;
}
