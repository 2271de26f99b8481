// Every atomic with every type that CUDA gives it, in global and in shared memory.
#include <cuda_runtime.h>

// What `n` threads leave in memory, each with its own number; `results` are 9 values that start as `start`.
template <class T>
__device__ void integers(T* r, T mine) {
  atomicMin(&r[0], mine);
  atomicMax(&r[1], mine);
  atomicAnd(&r[2], ~mine);
  atomicOr(&r[3], mine);
  atomicXor(&r[4], mine);
}
template <class T>
__device__ void adding(T* r, T mine) {
  atomicAdd(&r[5], mine);
  atomicExch(&r[6], mine + 1);
  // A sum by compare and swap, as one writes it for types that have no atomicAdd.
  T seen = r[7];
  T assumed;
  do {
    assumed = seen;
    seen = atomicCAS(&r[7], assumed, assumed + mine);
  } while (seen != assumed);
}

template <class T>
__device__ void all_of(T* r) {
  integers<T>(r, threadIdx.x);
  adding<T>(r, threadIdx.x);
}

template <class T>
__global__ void global_integers(T* results) {
  all_of(results);
}
template <class T>
__global__ void shared_integers(T* results) {
  __shared__ T local[8];
  if (threadIdx.x < 8) local[threadIdx.x] = results[threadIdx.x];
  __syncthreads();  // the start values are there
  all_of(local);
  __syncthreads();  // every thread has done its part
  if (threadIdx.x < 8) results[threadIdx.x] = local[threadIdx.x];
}
template <class T>
void integers_in(T* results, bool shared) {
  if (shared) {
    shared_integers<T><<<1, 64>>>(results);
  } else {
    global_integers<T><<<1, 64>>>(results);
  }
}
extern "C" void run_int(int* results, bool shared) { integers_in(results, shared); }
extern "C" void run_unsigned(unsigned* results, bool shared) { integers_in(results, shared); }
extern "C" void run_wide(unsigned long long* results, bool shared) { integers_in(results, shared); }

__global__ void signed_wide(long long* r) { integers<long long>(r, threadIdx.x); }
extern "C" void run_signed_wide(long long* results) { signed_wide<<<1, 64>>>(results); }

__global__ void floats(float* r) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();  // sum is 0
  atomicAdd(&sum, 0.25F);
  atomicAdd(&r[0], threadIdx.x);
  atomicExch(&r[1], 7.0F);
  __syncthreads();  // sum is complete
  if (threadIdx.x == 0) r[2] = sum;
}
extern "C" void run_floats(float* results) { floats<<<1, 64>>>(results); }

__global__ void doubles(double* r) {
  atomicAdd(&r[0], 1e-3);
  if (blockIdx.x == 0) atomicAdd_block(&r[1], 0.5);
  atomicAdd_system(&r[2], 0.5);
}
extern "C" void run_doubles(double* results) { doubles<<<2, 64>>>(results); }

__global__ void counting(int* i, unsigned* u) {
  atomicSub(&i[0], 2);
  atomicSub(&u[0], 1);
  atomicInc(&u[1], 9);
  atomicDec(&u[2], 9);
}
extern "C" void run_counting(int* i, unsigned* u) { counting<<<1, 64>>>(i, u); }

__global__ void halves(unsigned short* r, unsigned short* old) {
  *old = atomicCAS(&r[0], 5, 6);
  atomicCAS(&r[1], 4, 6);
}
extern "C" void run_halves(unsigned short* r, unsigned short* old) { halves<<<1, 1>>>(r, old); }
