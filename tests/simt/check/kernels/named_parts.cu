// Kernels that divide their dynamic shared array, and break a rule in one part of it: `at` is where in the
// part that begins at `tile`, thread 0 writes what thread 1 reads.
#include <cuda_runtime.h>
#include <mergelab/lab.cuh>

struct Pair {
  int key, origin;
};
struct Slots {
  Pair* slots;
  int size, start;
  __device__ Pair& operator[](int i) const { return slots[(start + i) % size]; }
  __device__ Slots from(int i) const { return {slots, size, (start + i) % size}; }
};
struct Loose {
  Pair* first;
  int size;
};

__global__ void pointers(int* out, int at, int tile) {
  extern __shared__ int tiles[];
  int* const tile_a = tiles;
  int *tile_b = tiles + tile, *tile_c = tile_b + 1 * tile;
  if (threadIdx.x == 0) tile_b[at] = 1;
  if (threadIdx.x == 1) *out = tile_b[at];
  if (threadIdx.x == 2) *out = tile_a[0] + tile_c[0];
}
extern "C" void run_pointers(int* out, int at, int tile) {
  pointers<<<1, 2, 3 * tile * sizeof(int)>>>(out, at, tile);
}

__global__ void addresses(long first, const int*, int* out, int at, unsigned tile) {
  extern __shared__ int tiles[];
  const auto tile_a = &tiles[2];
  auto* tile_b = (&tiles[first + 2 * tile]);
  if (threadIdx.x == 0) tile_b[at] = 1;
  if (threadIdx.x == 1) *out = tile_b[at];
  if (threadIdx.x == 2) *out = tile_a[0];
}
extern "C" void run_addresses(int* out, int at, int tile) {
  addresses<<<1, 2, 4 * tile * sizeof(int)>>>(3, nullptr, out, at, tile);
}

__global__ void spans(int* out, int at, int tile) {
  extern __shared__ int tiles[];
  int* tile_a = LAB_SPAN(tiles, tile);
  int* tile_b = LAB_SPAN(tiles + tile, tile);
  if (threadIdx.x == 0) tile_b[at] = 1;
  if (threadIdx.x == 1) *out = tile_b[at];
  if (threadIdx.x == 2) *out = tile_a[0];
}
extern "C" void run_spans(int* out, int at, int tile) {
  spans<<<1, 2, 2 * tile * sizeof(int)>>>(out, at, tile);
}

// An access of half an element.
__global__ void structs(int* out, int at, int tile) {
  extern __shared__ Pair pairs[];
  Slots a{pairs, tile, 0};
  Slots b = {pairs + tile, tile, 0};
  for (int turn = 0; turn < 2; ++turn) {
    if (threadIdx.x == 0) b[at].origin = 1;
    if (threadIdx.x == 1) *out = b[at].origin + a.size;
    b = b.from(1);
  }
}
extern "C" void run_structs(int* out, int at, int tile) {
  structs<<<1, 2, 2 * tile * sizeof(Pair)>>>(out, at, tile);
}

// Thread 0 leaves tile_a at its end.
__global__ void past_the_end(const int* A, int* out, int at, int tile) {
  extern __shared__ int tiles[];
  int* tile_a = tiles;
  int* tile_b = tiles + tile;
  if (threadIdx.x == 0) {
    tile_a[tile + at] = A[at];
  } else {
    *out = tile_b[at];
  }
}
extern "C" void run_past_the_end(const int* A, int* out, int at, int tile) {
  past_the_end<<<1, 2, 2 * tile * sizeof(int)>>>(A, out, at, tile);
}

// The same from a line that names no other part, but has another pointer.
__global__ void past_by_another(const int* A, int* out, int at, int tile) {
  extern __shared__ int tiles[];
  int* tile_a = tiles;
  int* tile_b = tiles + tile;
  int* mine = tile_b + at + threadIdx.y;
  if (threadIdx.x == 0) {
    mine[0] = 1;
  } else {
    tile_a[0] = mine[0];
    *out = tile_a[0] + A[0];
  }
}
extern "C" void run_past_by_another(const int* A, int* out, int at, int tile) {
  past_by_another<<<1, 2, 2 * tile * sizeof(int)>>>(A, out, at, tile);
}

__global__ void overlapping(int* out, int at, int tile) {
  extern __shared__ int tiles[];
  int* tile_b = tiles + tile;
  int* tile_c = tile_b;
  if (threadIdx.x == 0) tile_c[at] = 1;
  if (threadIdx.x == 1) *out = tile_b[at];
}
extern "C" void run_overlapping(int* out, int at, int tile) {
  overlapping<<<1, 2, 3 * tile * sizeof(int)>>>(out, at, tile);
}

// What is not certain has no name.
#define UNSURE(name, declarations)                               \
  __global__ void name(int* out, int at, int tile, int other) {  \
    extern __shared__ int tiles[];                               \
    declarations;                                                \
    if (threadIdx.x == 0) tile_b[at] = 1;                        \
    if (threadIdx.x == 1) *out = tile_b[at] + other;             \
  }                                                              \
  extern "C" void run_##name(int* out, int at, int tile) {       \
    name<<<1, 2, 4 * tile * sizeof(int)>>>(out, at, tile, tile); \
  }
// clang-format off
UNSURE(moved, int* tile_b = tiles; tile_b += tile)
UNSURE(stepped, int* tile_b = tiles; for (int i = 0; i < tile; ++i)++ tile_b)
UNSURE(assigned, int* tile_b = tiles; tile_b = tile_b + tile)
UNSURE(exchanged, int* tile_b = tiles; int* tile_a = tiles + tile; int* t = tile_a; tile_a = tile_b; tile_b = t)
UNSURE(by_address, int* tile_b = tiles; int** p = &tile_b; *p += tile)
UNSURE(resized, tile = other; int* tile_b = tiles + tile)
UNSURE(computed, int half = tile / 2; int* tile_b = tiles + 2 * half)
UNSURE(subtracted, int* tile_b = tiles + 2 * tile - other)
UNSURE(indexed_whole, int* tile_b = tiles + tile; if (threadIdx.x > 2) tiles[3] = 1)
UNSURE(twice, int* tile_b = tiles + other; if (tile < 0) { int* tile_b = tiles; *tile_b = 1; })
UNSURE(chosen, int* tile_b = at < 0 ? tiles : tiles + tile)
// clang-format on

__global__ void loose(int* out, int at, int tile) {
  extern __shared__ Pair pairs[];
  Loose b{pairs, tile};
  b.first += tile;
  if (threadIdx.x == 0) b.first[at].key = 1;
  if (threadIdx.x == 1) *out = b.first[at].key;
}
extern "C" void run_loose(int* out, int at, int tile) {
  loose<<<1, 2, 2 * tile * sizeof(Pair)>>>(out, at, tile);
}

// Two names of the array, as for different types: the second one's declaration must not break the first's.
__global__ void two_arrays(int* out, int at, int tile) {
  extern __shared__ int tiles[];
  extern __shared__ unsigned others[];
  int* tile_b = tiles + tile;
  if (threadIdx.x == 0) tile_b[at] = 1;
  if (threadIdx.x == 1) *out = tile_b[at] + static_cast<int>(others[tile + at]);
}
extern "C" void run_two_arrays(int* out, int at, int tile) {
  two_arrays<<<1, 2, 2 * tile * sizeof(int)>>>(out, at, tile);
}

template <class T>
__global__ void templated(T* out, int at, int tile) {
  extern __shared__ int tiles[];
  int* tile_b = tiles + tile;
  if (threadIdx.x == 0) tile_b[at] = 1;
  if (threadIdx.x == 1) *out = tile_b[at];
}
extern "C" void run_templated(int* out, int at, int tile) {
  templated<int><<<1, 2, 2 * tile * sizeof(int)>>>(out, at, tile);
}
extern "C" void run_deduced(int* out, int at, int tile) {
  templated<<<1, 2, 2 * tile * sizeof(int)>>>(out, at, tile);
}
