// Accesses outside of what they are meant for.
#include <cuda_runtime.h>

#include <iostream>
#include <mergelab/lab.cuh>

__global__ void copy(const int* A, int* C, int from, int count) {
  const int i = from + static_cast<int>(threadIdx.x);
  if (static_cast<int>(threadIdx.x) < count) C[threadIdx.x] = A[i];
}
extern "C" void run_copy(const int* A, int* C, int from, int count) { copy<<<1, 64>>>(A, C, from, count); }

__global__ void write_at(int* C, int at) { C[at] = 1; }
extern "C" void run_write_at(int* C, int at) { write_at<<<1, 1>>>(C, at); }

__global__ void read_at(const int* in, int at) {
  __shared__ volatile int seen;
  seen = in[at];
}
extern "C" void run_read_at(const int* in, int at) { read_at<<<1, 1>>>(in, at); }

template <class T>
struct Array {
  explicit Array(int count) { cudaMalloc(&memory, count * sizeof(T)); }
  T* memory = nullptr;
};
template <class T>
Array<T> device_array(int count) {
  return Array<T>(count);
}
// Each allocation is for another variable, or for none that a line names.
extern "C" void run_allocated(int which) {
  int* plain = nullptr;
  cudaMalloc((void**)&plain, 4 * sizeof(int));
  const Array<int> parts = device_array<int>(4);
  const Array<int> cuts(4);
  if (which == 0) write_at<<<1, 1>>>(plain, 4);
  if (which == 1) write_at<<<1, 1>>>(parts.memory, 4);
  if (which == 2) write_at<<<1, 1>>>(cuts.memory, 4);
  if (which == 3) write_at<<<1, 1>>>(Array<int>(4).memory, 4);
}

extern "C" void run_freed(int* C) {
  cudaFree(C);
  write_at<<<1, 1>>>(C, 3);
}

__global__ void fixed(int* out, int index) {
  __shared__ int first[16];
  __shared__ int second[16];
  first[threadIdx.x] = second[threadIdx.x] = 1;
  out[threadIdx.x] = first[threadIdx.x + index];
}
extern "C" void run_fixed(int* out, int index) { fixed<<<1, 16>>>(out, index); }

/// A kernel that is never launched, and one that reaches for its variable.
__global__ void has_foreign(int* out) {
  __shared__ int foreign[64];
  foreign[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = foreign[63 - threadIdx.x];
}
__global__ void reaches_foreign(int distance) {
  __shared__ int own[4];
  __shared__ int* volatile at;
  at = own;
  at[distance] = 1;
}
extern "C" void run_reaches_foreign(int distance) { reaches_foreign<<<1, 1>>>(distance); }
extern "C" void run_has_foreign(int* out) { has_foreign<<<1, 64>>>(out); }

__global__ void dynamic(int* out, int index) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x + index];
}
extern "C" void run_dynamic(int* out, int index, int shared_bytes) {
  dynamic<<<1, 16, shared_bytes>>>(out, index);
}

// A dynamic array of three parts, of which the last is smaller than the others by two.
__global__ void parts(int* out, int count) {
  extern __shared__ int array[];
  int* first = LAB_SPAN(array, 16);
  int* second = LAB_SPAN(array + 16, 14);
  first[threadIdx.x] = threadIdx.x;
  if (static_cast<int>(threadIdx.x) < count) second[threadIdx.x] = first[threadIdx.x];
  if (static_cast<int>(threadIdx.x) < count) out[16 * blockIdx.x + threadIdx.x] = second[threadIdx.x];
}
extern "C" void run_parts(int* out, int count) { parts<<<2, 16, 32 * sizeof(int)>>>(out, count); }

__global__ void vectors(const int4* in, int4* out) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" void run_vectors(const int* in, int* out, int shift) {
  vectors<<<1, 4>>>(reinterpret_cast<const int4*>(in + shift), reinterpret_cast<int4*>(out));
}

__global__ void sums(const int4* in, int* out) {
  const int4 four = in[threadIdx.x];
  out[threadIdx.x] = four.x + four.y + four.z + four.w;
}
extern "C" void run_sums(const int* in, int* out, int shift) {
  sums<<<1, 4>>>(reinterpret_cast<const int4*>(in + shift), out);
}

__global__ void wide(const long long* in, long long* out) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" void run_wide(const int* in, int* out, int shift) {
  wide<<<1, 4>>>(reinterpret_cast<const long long*>(in + shift), reinterpret_cast<long long*>(out));
}

struct Words {
  long long first, second;
};
__global__ void words(const Words* in, Words* out) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" void run_words(const int* in, int* out, int shift) {
  words<<<1, 4>>>(reinterpret_cast<const Words*>(in + shift), reinterpret_cast<Words*>(out + shift));
}

__global__ void write_input(int* A, int* C) { C[threadIdx.x] = ++A[threadIdx.x]; }
extern "C" void run_write_input(int* A, int* C) { write_input<<<1, 32>>>(A, C); }

__global__ void null(int* out) { *out = 1; }
extern "C" void run_null() { null<<<1, 1>>>(nullptr); }

extern "C" void run_host_variable() {
  int variable = 0;
  null<<<1, 1>>>(&variable);
}

extern "C" void run_copy_api(int* A, int* C, int count) {
  cudaMemcpy(C, A, count * sizeof(int), cudaMemcpyDeviceToDevice);
}

// Variables of the object itself.
__device__ int device_counter;
__constant__ int constants[4] = {1, 2, 3, 4};
__global__ void use_variables(int* out, int broken) {
  if (broken) device_counter = threadIdx.x;
  if (!broken) atomicAdd(&device_counter, 1);
  out[threadIdx.x] = constants[threadIdx.x % 4];
}
extern "C" void run_variables(int* out, int broken) { use_variables<<<1, 32>>>(out, broken); }

// A local array whose address escapes is the thread's own.
__device__ void fill(int* values, int count) {
  for (int i = 0; i < count; ++i) values[i] = i;
}
__global__ void local_array(int* out) {
  int values[8];
  fill(values, 8);
  out[threadIdx.x] = values[threadIdx.x % 8];
}
extern "C" void run_local_array(int* out) { local_array<<<1, 32>>>(out); }

// Compilers tell of no read that begins at a constant, wherever it leads.
extern const int powers[];
__device__ int power(long i) { return powers[i]; }
__device__ const int powers[4] = {1, 2, 4, 8};
__global__ void past_constants(const int* A, int* C) { C[0] = power(A != nullptr ? A - powers : 3); }
extern "C" void run_past_constants(const int* A, int* C) { past_constants<<<1, 1>>>(A, C); }

#if !defined(__clang__) || __clang_major__ >= 19  // clang 14 gives such an array no values in C++
struct Counted {
  int count;
  int values[];
};
__device__ const Counted counted = {2, {5, 6}};
__global__ void past_flexible(const int* A, int* C) {
  C[0] = counted.values[A != nullptr ? A - counted.values : 1];
}
extern "C" void run_past_flexible(const int* A, int* C) { past_flexible<<<1, 1>>>(A, C); }
#endif

// A function that has to return a value, and ends without a return where `i` is not positive.
#pragma GCC diagnostic ignored "-Wreturn-type"
__host__ __device__ int one_way(int i) {
  if (i > 0) return i;
}
__global__ void missing_return(int* out) { out[threadIdx.x] = one_way(static_cast<int>(threadIdx.x) - 5); }
extern "C" void run_missing_return(int* out, int i) {
  if (out != nullptr) missing_return<<<1, i>>>(out);
  if (out == nullptr) one_way(i);
}

// A struct's copy has the line that asks for it.
struct Triple {
  int first, second, third;
};
__global__ void copy_triple(const Triple* in, int at, Triple* out) {
  Triple triple = in[at];
  triple.first += 1;
  out[0] = triple;
}
extern "C" void run_copy_triple(const Triple* in, int at, Triple* out) { copy_triple<<<1, 1>>>(in, at, out); }

// Calls by pointers: of a kernel's own functions, of functions that the object names, and of a byte of a
// constant.
__device__ __noinline__ int hides_code(int x) { return x ^ static_cast<int>(0x90c3078bU); }
__device__ __noinline__ int one_more(int x) { return x + 1; }
struct Shape {
  __device__ virtual int corners() const = 0;
  __device__ virtual ~Shape() = default;
};
struct Square : Shape {
  __device__ int corners() const override { return 4; }
};
using Function = int (*)(const int*);
__global__ void call(const int* in, int* out, int offset) {
  int (*const functions[])(int) = {one_more, hides_code};
  const Square square;
  const Shape* const shape = &square;
  const auto twice = [](int x) { return 2 * x; };
  int (*const by_pointer)(int) = twice;
  out[0] = functions[in[0] & 1](in[0]) + shape->corners() + by_pointer(3);
  if (offset > 0)
    out[1] = reinterpret_cast<Function>(reinterpret_cast<const char*>(&hides_code) + offset)(in);
}
// By those who call what host code hands them.
extern "C" void run_call_by_others(int way, int offset) {
  const char* const at = reinterpret_cast<const char*>(&hides_code) + offset;
  if (way == 0) cudaLaunchHostFunc(nullptr, reinterpret_cast<cudaHostFn_t>(at), nullptr);
  if (way == 1) cudaStreamAddCallback(nullptr, reinterpret_cast<cudaStreamCallback_t>(at), nullptr, 0);
  std::ostream& (std::ostream::*volatile insert)(std::ostream & (*)(std::ostream&)) =
      &std::ostream::operator<<;
  std::ostream& (std::ostream::*volatile set)(std::ios_base & (*)(std::ios_base&)) =
      &std::ostream::operator<<;
  if (way == 2) (std::cout.*insert)(reinterpret_cast<std::ostream& (*)(std::ostream&)>(at));
  if (way == 3) (std::cout.*set)(reinterpret_cast<std::ios_base& (*)(std::ios_base&)>(at));
}
// Of libraries: one that the file names, and others, found from a pointer into their library. An exception's
// text, or what compilers call, would be read where the argument points.
__global__ void call_of_library(int which, unsigned long get_pointer, unsigned long what, double* out) {
  double (*volatile named)(double) = floor;
  const unsigned long addresses[] = {0, get_pointer, what};
  const auto found = reinterpret_cast<unsigned long (*)(double*)>(addresses[which]);
  *out = which == 0 ? named(2.5) : static_cast<double>(found(out));
}
extern "C" void run_call_of_library(int which, unsigned long get_pointer, unsigned long what, double* out) {
  call_of_library<<<1, 1>>>(which, get_pointer, what, out);
}
// A variable that has it reads the exception by that function.
extern "C" int run_catch_by_value() {
  struct Large {
    Large() = default;
    Large(const Large& other) : value(other.value + 1) {}
    int value = 1;
  };
  try {
    throw Large();
  } catch (Large caught) {
    return caught.value;
  }
}
extern "C" int run_look_at(const int* address) { return *address; }

extern "C" void run_call(const int* in, int* out, int offset) {
  cudaError_t (*const set)(void*, int, size_t) = cudaMemset;
  if (set(out, 0, 2 * sizeof(int)) == cudaSuccess) call<<<1, 1>>>(in, out, offset);
}

// Stores relative to an array of the own frame. Way 0: by the thread itself, over what its function returns
// to; 1 and 2: by functions of the library and of the engine, whose frames are below.
__device__ __noinline__ int store_beside(int way, int words, int value) {
  unsigned long long own[2] = {1, 2};
  const unsigned long long with[2] = {7, 7};
  unsigned long long* volatile hidden = own;
  unsigned long long* const at = hidden + words;
  if (way == 0) *at = 7;
  if (way == 1) memcpy(at, with, sizeof with);
  if (way == 2) atomicExch(at, 7ULL);
  return value + static_cast<int>(own[0]);
}
__global__ void store(int way, int words, int* out) {
  out[threadIdx.x] = store_beside(way, words, out[threadIdx.x]);
}
extern "C" void run_store(int way, int words, int* out) { store<<<1, 1>>>(way, words, out); }
extern "C" int run_store_by_host(int way, int words) { return store_beside(way, words, 1); }
// By a function of the API.
extern "C" int run_get_device(int words) {
  int own[2] = {1, 2};
  int* volatile hidden = own;
  cudaGetDevice(hidden + words);
  return own[0];
}

// Arrays of computed sizes.
__device__ __noinline__ void fill(volatile int* values, int count) {
  for (int i = 0; i < count; ++i) values[i] = i;
}
__global__ void computed_sizes(int rounds, long bytes, int* out) {
  for (int i = 0; i < rounds; ++i) {
    volatile int* const values = static_cast<volatile int*>(alloca(bytes));
    fill(values, 4);
    out[threadIdx.x] = values[3];
  }
}
extern "C" void run_computed_sizes(int rounds, long bytes, int* out) {
  computed_sizes<<<1, 2>>>(rounds, bytes, out);
}
__device__ __noinline__ int in_a_large_frame(int i) {
  volatile int values[1 << 20];
  values[i] = i;
  return values[i];
}
__global__ void large_frame(int i, int* out) { *out = in_a_large_frame(i); }
extern "C" void run_large_frame(int i, int* out) { large_frame<<<1, 1>>>(i, out); }

// Host functions, which a kernel calls by pointers.
void set_attribute() { cudaFuncSetAttribute(&call, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024); }
void set_pool() {
  unsigned long long most = 5;
  cudaMemPool_t pool = nullptr;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most);
}
void set_flags() { cudaSetDeviceFlags(cudaDeviceScheduleSpin); }
void throw_again() { throw; }
using HostFunction = void (*)();
__global__ void call_host(HostFunction function) { function(); }
extern "C" void run_call_of_host(int which) {
  const HostFunction functions[] = {set_attribute, set_pool, set_flags, throw_again};
  call_host<<<1, 1>>>(functions[which]);
}
