// Ways by which host code gets values from the device and gives them back: those of honest code, and those of
// code that merges on the host.
#include <cuda_runtime.h>

#include <cstring>

constexpr int kCount = 1024;  // of A and of C

__global__ void copy(const int* from, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

static void launch_copy(const int* from, int* to, int count = kCount) {
  copy<<<(count + 127) / 128, 128>>>(from, to, count);
  cudaDeviceSynchronize();
}

struct Values {
  int of[kCount / 4];
};
__constant__ Values constant_values;
static int static_values[kCount];

__global__ void from_argument(Values values, int* to) { to[threadIdx.x] = values.of[threadIdx.x]; }
__global__ void from_constant(int* to) { to[threadIdx.x] = constant_values.of[threadIdx.x]; }

// --- host code that has all of A in `values`, and gives it to the device by one way each

static void give_by_copy(const int* values, int* C) {
  cudaMemcpy(C, values, kCount * sizeof(int), cudaMemcpyHostToDevice);
}
static void give_by_rows(const int* values, int* C) {
  cudaMemcpy2D(C, 2 * sizeof(int), values, 2 * sizeof(int), sizeof(int), kCount / 2, cudaMemcpyDefault);
}
static void give_in_arguments(const int* values, int* C) {
  for (int i = 0; i < kCount; i += 256) {
    Values some;
    memcpy(some.of, values + i, sizeof(some));
    from_argument<<<1, 256>>>(some, C + i);
  }
}
static void give_in_shapes(const int* values, int* C) {
  for (int i = 0; i < kCount; ++i) copy<<<1 + values[i] % 7, 32>>>(C, C, 0);
}
static void give_in_a_symbol(const int* values, int* C) {
  cudaMemcpyToSymbol(constant_values, values, sizeof(constant_values));
  from_constant<<<1, 256>>>(C);
}
static void give_in_pinned_memory(const int* values, int* C) {
  int* pinned = nullptr;
  cudaMallocHost(&pinned, kCount * sizeof(int));
  for (int i = 0; i < kCount; ++i) pinned[i] = values[i];
  launch_copy(pinned, C);
  cudaFreeHost(pinned);
}
static void give_in_managed_memory(const int* values, int* C) {
  int* managed = nullptr;
  cudaMallocManaged(&managed, kCount * sizeof(int));
  for (int i = 0; i < kCount; ++i) managed[i] = values[i];
  cudaMemcpy(C, managed, kCount * sizeof(int), cudaMemcpyDefault);
  cudaFree(managed);
}
static void give_in_registered_memory(const int* values, int* C) {
  int own[kCount];
  cudaHostRegister(own, sizeof(own), 0);
  for (int i = 0; i < kCount; ++i) own[i] = values[i];
  launch_copy(own, C);
  cudaHostUnregister(own);
}
static void give_in_a_variable(const int* values, int* C) {
  for (int i = 0; i < kCount; ++i) static_values[i] = values[i];
  launch_copy(static_values, C);
}
static void give_by_fills(const int* values, int* C) {
  for (int i = 0; i < kCount; ++i) cudaMemset(reinterpret_cast<char*>(C) + i, values[i], 1);
}
static void give_by_choice_of_copies(const int* values, int* C) {
  for (int i = 0; i < kCount; ++i) cudaMemcpy(C + i, C + values[i], sizeof(int), cudaMemcpyDeviceToDevice);
}
// Copies from the device, into memory that kernels also read.
static void give_by_choice_of_places(const int* values, int* C) {
  for (int i = 0; i < kCount; ++i) {
    cudaMemcpy(static_values + i, C + values[i], sizeof(int), cudaMemcpyDeviceToHost);
  }
  launch_copy(static_values, C);
}

static void describe(const int* values, int* C, bool in_colours) {
  cudaResourceDesc memory{};
  memory.resType = cudaResourceTypeLinear;
  memory.res.linear.desc = cudaCreateChannelDesc<int>();
  memory.res.linear.sizeInBytes = sizeof(int);
  for (int i = 0; i < kCount; ++i) {
    cudaTextureDesc how{};
    memory.res.linear.devPtr = in_colours ? C : C + values[i];
    if (in_colours) how.borderColor[0] = static_cast<float>(values[i]);
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &memory, &how, nullptr);
  }
}
static void give_in_colours(const int* values, int* C) { describe(values, C, true); }
static void give_by_choice_of_textures(const int* values, int* C) { describe(values, C, false); }

extern "C" int ways_to_give() { return 14; }
extern "C" void run_give(int way, const int* A, int* C) {
  void (*const ways[])(const int*, int*) = {give_by_copy,
                                            give_by_rows,
                                            give_in_arguments,
                                            give_in_shapes,
                                            give_in_a_symbol,
                                            give_in_pinned_memory,
                                            give_in_managed_memory,
                                            give_in_registered_memory,
                                            give_in_a_variable,
                                            give_by_fills,
                                            give_by_choice_of_copies,
                                            give_by_choice_of_places,
                                            give_in_colours,
                                            give_by_choice_of_textures};
  int values[kCount];
  cudaMemcpy(values, A, sizeof(values), cudaMemcpyDeviceToHost);
  ways[way](values, C);
}

// --- host code that gets all of A by one way each

static int values_got[kCount];  // that C's call finds

static void get_by_copy(const int* A, int* values) {
  cudaMemcpy(values, A, kCount * sizeof(int), cudaMemcpyDeviceToHost);
}
static void get_by_elements(const int* A, int* values) {
  for (int i = 0; i < kCount; ++i) cudaMemcpy(values + i, A + i, sizeof(int), cudaMemcpyDeviceToHost);
}
static void get_in_pinned_memory(const int* A, int* values) {
  int* pinned = nullptr;
  cudaMallocHost(&pinned, kCount * sizeof(int));
  launch_copy(A, pinned);
  for (int i = 0; i < kCount; ++i) values[i] = pinned[i];
  cudaFreeHost(pinned);
}
static void get_in_managed_memory(const int* A, int* values) {
  int* managed = nullptr;
  cudaMallocManaged(&managed, kCount * sizeof(int));
  launch_copy(A, managed);
  for (int i = 0; i < kCount; ++i) values[i] = managed[i];
  cudaFree(managed);
}
static void get_in_a_variable(const int* A, int* values) {
  launch_copy(A, static_values);
  for (int i = 0; i < kCount; ++i) values[i] = static_values[i];
}
static void get_in_registered_memory(const int* A, int* values) {
  int own[kCount] = {};
  cudaHostRegister(own, sizeof(own), 0);
  launch_copy(A, own);
  for (int i = 0; i < kCount; ++i) values[i] = own[i];
  cudaHostUnregister(own);
}

extern "C" int ways_to_get() { return 6; }
extern "C" void run_get(int way, const int* A) {
  void (*const ways[])(const int*, int*) = {get_by_copy,          get_by_elements,
                                            get_in_pinned_memory, get_in_managed_memory,
                                            get_in_a_variable,    get_in_registered_memory};
  int values[kCount];
  ways[way](A, values);
  memcpy(values_got, values, sizeof(values));
}
extern "C" void run_give_what_was_got(int* C) {
  int values[kCount];
  memcpy(values, values_got, sizeof(values));
  give_by_copy(values, C);
}

// --- ways around copies

extern "C" void run_pool_reads(const int* A) {
  cudaMemPool_t pool = nullptr;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, const_cast<int*>(A));
}
extern "C" void run_pool_writes(int* C) {
  cudaMemPool_t pool = nullptr;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, C);
}
__global__ void write_builtin(const int* A) {
  *const_cast<unsigned*>(&gridDim.z) = static_cast<unsigned>(*A);
}
extern "C" void run_write_builtin(const int* A) { write_builtin<<<1, 1>>>(A); }
__global__ void write_at(const int* A, char* arguments) {
  // The kernel's arguments lie below the variables of the function that launches it, or above.
  for (int at = -512; at < 512; at += 8) *reinterpret_cast<int*>(arguments + at) = *A;
}
extern "C" void run_write_arguments(const int* A) {
  char here[8] = {};
  write_at<<<1, 1>>>(A, here);
}

// --- honest code

extern "C" void run_look_at_C(const int* A, int* C, int* wrong) {
  launch_copy(A, C);
  int* pinned = nullptr;
  cudaMallocHost(&pinned, kCount * sizeof(int));
  cudaMemcpy(pinned, C, kCount * sizeof(int), cudaMemcpyDeviceToHost);
  int values[kCount];
  cudaMemcpy(values, C, sizeof(values), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < kCount; ++i) {
    int one = 0;
    cudaMemcpy(&one, C + i, sizeof(int), cudaMemcpyDeviceToHost);
    static_values[i] = one;  // the expected value, for the comparison
    bad += pinned[i] != values[i] || static_values[i] != values[i];
  }
  *wrong = bad;
  cudaFreeHost(pinned);
}

extern "C" void run_scratch_and_look(const int* A, int* C) {
  int* scratch = nullptr;
  cudaMalloc(&scratch, kCount * sizeof(int));
  launch_copy(A, scratch);
  launch_copy(scratch, C);
  cudaFree(scratch);
  cudaMemcpy(static_values, C, sizeof(static_values), cudaMemcpyDeviceToHost);
}

extern "C" void run_look_before(const int* A, int* C) {
  static int shown[kCount];
  int last = 0;
  cudaMemcpy(shown, A, sizeof(shown), cudaMemcpyDeviceToHost);
  cudaMemcpy(&last, A + kCount - 1, sizeof(last), cudaMemcpyDeviceToHost);
  if (shown[kCount - 1] == last) launch_copy(A, C);
}

__global__ void find_bounds(const int* A, int* bounds, int count) {
  if (static_cast<int>(threadIdx.x) < count) bounds[threadIdx.x] = A[threadIdx.x * (kCount / count)];
}
extern "C" void run_bounds(const int* A, int* C) {
  int* bounds = nullptr;
  int of_host[64];
  cudaMalloc(&bounds, sizeof(of_host));
  find_bounds<<<1, 64>>>(A, bounds, 64);
  cudaMemcpy(of_host, bounds, sizeof(of_host), cudaMemcpyDeviceToHost);
  if (of_host[63] >= of_host[0]) launch_copy(A, C);
  cudaFree(bounds);
}

extern "C" void run_copy_on_device(const int* A, int* C) {
  cudaMemcpy(C, A, kCount * sizeof(int), cudaMemcpyDeviceToDevice);
}

struct Parameters {
  const int* from;
  int* to;
  int count, share;
};
__constant__ Parameters parameters;
__global__ void copy_by_parameters() {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < parameters.count) parameters.to[i] = parameters.from[i];
}
extern "C" void run_parameters(const int* A, int* C) {
  const Parameters mine{A, C, kCount, 1};
  cudaMemcpyToSymbol(parameters, &mine, sizeof(mine));
  copy_by_parameters<<<kCount / 128, 128>>>();
}

extern "C" void run_scratch(const int* A, int* C) {
  static bool is_set_up = false;
  if (!is_set_up) cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  is_set_up = true;
  int *scratch = nullptr, *managed = nullptr;
  cudaMalloc(&scratch, kCount * sizeof(int));
  cudaMemset(scratch, 0xff, kCount * sizeof(int));
  cudaMallocManaged(&managed, kCount * sizeof(int));
  cudaMemset(managed, 0xff, kCount * sizeof(int));
  launch_copy(A, managed);
  launch_copy(managed, scratch);
  launch_copy(scratch, C);
  cudaFree(scratch);
  cudaFree(managed);
}
