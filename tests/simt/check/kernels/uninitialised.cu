// Reads of what has no value.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void read_shared(int* out, int skip) {
  __shared__ int values[32];
  if (static_cast<int>(threadIdx.x) != skip) values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[31 - threadIdx.x];
}
// The first block writes all; in the second one an element is missing.
extern "C" void run_read_shared(int* out, int skip) {
  read_shared<<<1, 32>>>(out, -1);
  read_shared<<<1, 32>>>(out, skip);
}

__global__ void read_global(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" void run_read_global(const int* in, int* out) { read_global<<<1, 32>>>(in, out); }

__global__ void write_some(int* values, int count) {
  if (static_cast<int>(threadIdx.x) < count) values[threadIdx.x] = 1;
}
extern "C" void run_written_by_kernel(int* values, int* out, int count) {
  write_some<<<1, 32>>>(values, count);
  read_global<<<1, 32>>>(values, out);
}

extern "C" void run_set_by_host(int* values, int* out, int count) {
  const int ones[32] = {1};
  cudaMemset(values, 0, 4 * sizeof(int));
  cudaMemcpy(values + 8, ones, (count - 8) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(values + 4, 0, 4 * sizeof(int));
  read_global<<<1, 32>>>(values, out);
}

// The copy's target has its value only after the wait.
__global__ void copy_asynchronously(const int* in, int* out, int shift, bool waits) {
  __shared__ int values[32];
  __pipeline_memcpy_async(&values[threadIdx.x], &in[threadIdx.x + shift], sizeof(int));
  __pipeline_commit();
  if (waits) __pipeline_wait_prior(0);
  out[threadIdx.x] = values[threadIdx.x];
}
extern "C" void run_copy_asynchronously(const int* in, int* out, int shift, int waits) {
  copy_asynchronously<<<1, 32>>>(in, out, shift, waits != 0);
}

// An exchange reads nothing that matters when its result is dropped; a sum needs a value to start from.
__global__ void update(int* value, int exchanges) {
  if (exchanges) atomicExch(value, 0);
  if (!exchanges) atomicAdd(value, 1);
}
extern "C" void run_update(int* value, int exchanges) { update<<<1, 1>>>(value, exchanges); }

__global__ void returned_early(int* out, int leave) {
  __shared__ int values[64];
  if (static_cast<int>(threadIdx.x) >= leave) return;
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[63 - threadIdx.x];
}
extern "C" void run_returned_early(int* out, int leave) { returned_early<<<1, 64>>>(out, leave); }

// Copies of structs with padding and with a member that nobody sets.
struct Padded {
  char letter;
  int number;
};
struct Line {
  float2 points[3];
  float2* vertices;
  int count;
};
__global__ void set(Padded* padded, Line* lines) {
  padded[threadIdx.x].letter = 'a';
  padded[threadIdx.x].number = 1;
  for (float2& point : lines[threadIdx.x].points) point = {1, 2};
  lines[threadIdx.x].count = 0;
}
__device__ __noinline__ float length(Line line) { return line.points[0].x + line.count; }
__global__ void copy_structs(Padded* padded, Line* lines, int how) {
  __shared__ Padded shared[32];
  shared[threadIdx.x].letter = padded[threadIdx.x].letter;
  shared[threadIdx.x].number = 2;
  __syncthreads();
  const Padded mine = padded[threadIdx.x], other = shared[31 - threadIdx.x];
  Line line = lines[threadIdx.x];
  if (how == 1) line = lines[threadIdx.x + 32];
  if (how == 2 && lines[threadIdx.x].vertices != nullptr) ++line.count;
  padded[threadIdx.x].number = mine.number + other.number + line.count + length(lines[threadIdx.x]);
}
extern "C" void run_copy_structs(int* padded, int* lines, int how) {
  set<<<1, 32>>>(reinterpret_cast<Padded*>(padded), reinterpret_cast<Line*>(lines));
  copy_structs<<<1, 32>>>(reinterpret_cast<Padded*>(padded), reinterpret_cast<Line*>(lines), how);
}

// What a call leaves in registers, and what a function takes from there that nobody gave it.
__host__ __device__ __noinline__ void nothing() {}
template <class T>
__host__ __device__ __noinline__ T same(T value) {
  return value;
}
template <class T>
__host__ __device__ void leave(T value) {
  void (*volatile call)(T) = reinterpret_cast<void (*)(T)>(&same<T>);
  call(value);
}
template <class T>
__host__ __device__ T take() {
  T (*volatile call)() = reinterpret_cast<T (*)()>(&nothing);
  return call();
}
template <class T>
__global__ void pass_on(double* out, bool wait) {
  if (wait) __syncthreads();
  out[threadIdx.x] = static_cast<double>(take<T>());
  leave<T>(7);
  if (wait) __syncthreads();
  out[32 + threadIdx.x] = static_cast<double>(take<T>());
  leave<T>(7);
}
template <class T>
void pass_on_from_host(double* out, bool wait) {
  leave<T>(7);
  pass_on<T><<<1, 32>>>(out, wait);
  const double left = static_cast<double>(take<T>());
  cudaMemcpy(out + 64, &left, sizeof left, cudaMemcpyHostToDevice);
}
extern "C" void run_pass_on(double* out, int kind, int wait) {
  if (kind == 0) pass_on_from_host<double>(out, wait != 0);
  if (kind == 1) pass_on_from_host<long double>(out, wait != 0);
}
extern "C" void run_copy_on_device(double* to, const double* from, double* out) {
  cudaMemcpy(to, from, 2 * sizeof *from, cudaMemcpyDeviceToDevice);
  const double left = take<double>();
  cudaMemcpy(out, &left, sizeof left, cudaMemcpyHostToDevice);
}
