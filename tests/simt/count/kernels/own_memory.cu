// Kernels whose threads keep much or little in local arrays, in all ways to do so. Each copies `in`, which
// has kElements for each thread.
#include <cuda_runtime.h>

namespace {

constexpr int kElements = 384, kThreads = 32;

struct Pair {
  int key, origin;
};

/// What no compiler sees through.
__device__ int turned(int i, int by) { return (i + by) % kElements; }

template <int N>
__global__ void in_an_array(const int* in, int by, int* out) {
  int own[N];
  for (int first = 0; first < kElements; first += N) {
    for (int i = 0; i < N; ++i) own[(i + by) % N] = in[(first + i) * kThreads + threadIdx.x];
    for (int i = 0; i < N; ++i) out[(first + i) * kThreads + threadIdx.x] = own[(i + by) % N];
  }
}

// What a sort in registers has: the elements, and those of its neighbours.
__global__ void in_pairs(const int* in, int by, int* out) {
  Pair own[32], other[32];
  for (int first = 0; first < kElements; first += 32) {
    for (int i = 0; i < 32; ++i) own[(i + by) % 32] = {in[(first + i) * kThreads + threadIdx.x], i};
    for (int i = 0; i < 32; ++i) other[(i + 2 * by) % 32] = own[(i + by) % 32];
    for (int i = 0; i < 32; ++i) out[(first + i) * kThreads + threadIdx.x] = other[(i + 2 * by) % 32].key;
  }
}

struct Both {
  int low[kElements / 2], high[kElements / 2];
};
__global__ void in_a_struct(const int* in, int by, int* out) {
  Both own;
  for (int i = 0; i < kElements; ++i) {
    const int at = turned(i, by), half = at % (kElements / 2);
    (at < kElements / 2 ? own.low : own.high)[half] = in[i * kThreads + threadIdx.x];
  }
  for (int i = 0; i < kElements; ++i) {
    const int at = turned(i, by), half = at % (kElements / 2);
    out[i * kThreads + threadIdx.x] = (at < kElements / 2 ? own.low : own.high)[half];
  }
}

// The second half in the frame of a function that is called.
__device__ __attribute__((noinline)) void rest(const int* in, int by, int* out) {
  int own[kElements / 2];
  for (int i = 0; i < kElements / 2; ++i)
    own[turned(i, by) % (kElements / 2)] = in[(i + kElements / 2) * kThreads + threadIdx.x];
  for (int i = 0; i < kElements / 2; ++i)
    out[(i + kElements / 2) * kThreads + threadIdx.x] = own[turned(i, by) % (kElements / 2)];
}
__global__ void in_two_frames(const int* in, int by, int* out) {
  int own[kElements / 2];
  for (int i = 0; i < kElements / 2; ++i)
    own[turned(i, by) % (kElements / 2)] = in[i * kThreads + threadIdx.x];
  rest(in, by, out);
  for (int i = 0; i < kElements / 2; ++i)
    out[i * kThreads + threadIdx.x] = own[turned(i, by) % (kElements / 2)];
}

// An element in each frame.
__device__ __attribute__((noinline)) int in_frames(const int* in, int i, int* out) {
  const int own = in[i * kThreads + threadIdx.x];
  const int more = i + 1 < kElements ? in_frames(in, i + 1, out) : 0;
  out[i * kThreads + threadIdx.x] = own;
  return more + 1;
}
__global__ void in_a_recursion(const int* in, int by, int* out) {
  if (in_frames(in, 0, out) < by) out[0] = 0;
}

// A parameter is a copy of the thread's own.
__device__ int index_of(int i, int by) { return turned(i, by); }
struct Kept {
  int values[kElements];
};
__global__ void in_a_parameter(Kept own, const int* in, int by, int* out) {
  for (int i = 0; i < kElements; ++i) own.values[index_of(i, by)] = in[i * kThreads + threadIdx.x];
  for (int i = 0; i < kElements; ++i) out[i * kThreads + threadIdx.x] = own.values[index_of(i, by)];
}

// One that is only read is constant memory.
struct Places {
  int at[kElements];
};
__global__ void by_a_table(const __grid_constant__ Places in_order, const int* in, int by, int* out) {
  int own[24];
  for (int first = 0; first < kElements; first += 24) {
    for (int i = 0; i < 24; ++i) own[(i + by) % 24] = in[in_order.at[first + i] * kThreads + threadIdx.x];
    for (int i = 0; i < 24; ++i) out[(first + i) * kThreads + threadIdx.x] = own[(i + by) % 24];
  }
}
template <class T>
__global__ void by_a_table_of(const T* in, int by, T* out, const Places in_order) {
  for (int i = 0; i < kElements; ++i)
    out[in_order.at[turned(i, by)] * kThreads + threadIdx.x] = in[turned(i, by) * kThreads + threadIdx.x];
}
template <class T>
__global__ void in_a_parameter_of(Kept own, const T* in, int by, T* out) {
  for (int i = 0; i < kElements; ++i) own.values[index_of(i, by)] = in[i * kThreads + threadIdx.x];
  for (int i = 0; i < kElements; ++i) out[i * kThreads + threadIdx.x] = own.values[index_of(i, by)];
}
Places in_order() {
  Places places;
  for (int i = 0; i < kElements; ++i) places.at[i] = i;
  return places;
}

// Only the first thread has a long array.
__device__ __attribute__((noinline)) void alone(const int* in, int by, int* out) {
  int own[kElements];
  for (int i = 0; i < kElements; ++i) own[turned(i, by)] = in[i * kThreads];
  for (int i = 0; i < kElements; ++i) out[i * kThreads] = own[turned(i, by)];
}
__global__ void in_one_thread(const int* in, int by, int* out) {
  if (threadIdx.x == 0) {
    alone(in, by, out);
  } else {
    for (int i = 0; i < kElements; ++i) out[i * kThreads + threadIdx.x] = in[i * kThreads + threadIdx.x];
  }
}

// The first block leaves marks below its kernel's frame; the second one looks there.
template <int N>
__device__ __attribute__((noinline)) void leave(int mark, unsigned long long* where) {
  volatile int own[N];
  for (int i = 0; i < N; ++i) own[i] = mark + 1 + i;
  *where = reinterpret_cast<unsigned long long>(&own[0]);
}
template <int N>
__global__ void from_block_to_block(int mark, int* out) {
  unsigned long long where = 0;
  if (blockIdx.x == 0) return leave<N>(mark, &where);
  leave<1>(0, &where);
  const auto* const below = reinterpret_cast<const volatile int*>(where) - N;
  int times = 0;
  for (int i = 0; i < N; ++i) times += static_cast<unsigned>(below[i] - mark - 1) < N;
  out[threadIdx.x] = times;
}

}  // namespace

extern "C" void run_few(const int* in, int by, int* out) { in_an_array<24><<<1, kThreads>>>(in, by, out); }
extern "C" void run_many(const int* in, int by, int* out) { in_an_array<96><<<1, kThreads>>>(in, by, out); }
extern "C" void run_all(const int* in, int by, int* out) {
  in_an_array<kElements><<<1, kThreads>>>(in, by, out);
}
extern "C" void run_pairs(const int* in, int by, int* out) { in_pairs<<<1, kThreads>>>(in, by, out); }
extern "C" void run_struct(const int* in, int by, int* out) { in_a_struct<<<1, kThreads>>>(in, by, out); }
extern "C" void run_frames(const int* in, int by, int* out) { in_two_frames<<<1, kThreads>>>(in, by, out); }
extern "C" void run_recursion(const int* in, int by, int* out) {
  in_a_recursion<<<1, kThreads>>>(in, by, out);
}
extern "C" void run_parameter(const int* in, int by, int* out) {
  in_a_parameter<<<1, kThreads>>>(Kept{}, in, by, out);
}
extern "C" void run_parameter_of(const int* in, int by, int* out) {
  in_a_parameter_of<<<1, kThreads>>>(Kept{}, in, by, out);
}
extern "C" void run_table(const int* in, int by, int* out) {
  by_a_table<<<1, kThreads>>>(in_order(), in, by, out);
}
extern "C" void run_table_of(const int* in, int by, int* out) {
  by_a_table_of<<<1, kThreads>>>(in, by, out, in_order());
}
extern "C" void run_one_thread(const int* in, int by, int* out) {
  in_one_thread<<<1, kThreads>>>(in, by, out);
}
// Writes for each thread how many words it has found.
extern "C" void run_leftovers(int mark, int* out) {
  from_block_to_block<300><<<2, kThreads>>>(mark, out);
  from_block_to_block<4000><<<2, kThreads>>>(mark, out + kThreads);
}
