// Races, each beside the same kernel without.
#include <cuda_runtime.h>

__global__ void neighbour(int* out, bool broken) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  if (!broken) __syncthreads();
  out[threadIdx.x] = tile[(threadIdx.x + 64) % 128];
}
extern "C" void run_neighbour(int* out, int broken) { neighbour<<<1, 128>>>(out, broken != 0); }

// The barrier at the end of the loop keeps the next round's writes behind this round's reads.
__global__ void rounds(const int* in, int* out, bool broken) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    tile[threadIdx.x] = in[round * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    if (!broken) __syncthreads();
  }
  out[threadIdx.x] = sum;
}
extern "C" void run_rounds(const int* in, int* out, int broken) { rounds<<<1, 64>>>(in, out, broken != 0); }

// Two lanes of a warp; only __syncwarp orders them.
enum Order { kNothing, kSyncwarp, kShuffle, kVote, kOtherLanes, kTheseLanes };
__global__ void in_a_warp(int* out, Order order) {
  __shared__ int values[32];
  const int lane = threadIdx.x;
  values[lane] = lane;
  if (order == kSyncwarp) __syncwarp();
  if (order == kShuffle) out[lane] = __shfl_sync(0xffffffffu, lane, 0);
  if (order == kVote) out[lane] = __any_sync(0xffffffffu, lane);
  // Lanes 0 to 15, which all read and write in pairs; or others.
  if (order == kOtherLanes && lane % 2 == 0) __syncwarp(0x55555555u);
  if (order == kTheseLanes) __syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);
  out[lane] = values[lane ^ 1];
}
extern "C" void run_in_a_warp(int* out, int order) { in_a_warp<<<1, 32>>>(out, static_cast<Order>(order)); }

// Threads 0 and 1 read, then one of the two writes: the other's read must not be forgotten.
__global__ void two_readers(int* out, int writer) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 7;
  __syncthreads();
  if (threadIdx.x < 2) out[threadIdx.x] = value;
  __nanosleep(100);  // both have read
  if (static_cast<int>(threadIdx.x) == writer) value = 8;
}
extern "C" void run_two_readers(int* out, int writer) { two_readers<<<1, 2>>>(out, writer); }

// Threads 0, 1, ... of several warps read; a thread of the first or the last warp writes.
__global__ void many_readers(int* out, int writer) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 7;
  __syncthreads();
  out[threadIdx.x] = value;
  __syncwarp();
  if (static_cast<int>(threadIdx.x) == writer) value = 8;
}
extern "C" void run_many_readers(int* out, int writer) { many_readers<<<1, 128>>>(out, writer); }

// Blocks that write their own element, or all the same one; and one that reads a neighbour's.
enum Element { kOwn, kSame, kReadNeighbour };
__global__ void blocks(int* out, Element element) {
  if (threadIdx.x != 0) return;
  out[element == kSame ? 0 : blockIdx.x] = 1;
  if (element == kReadNeighbour) out[gridDim.x] = out[(blockIdx.x + 1) % gridDim.x];
}
extern "C" void run_blocks(int* out, int element) { blocks<<<4, 32>>>(out, static_cast<Element>(element)); }

// Every block reads what the last one then writes.
__global__ void read_then_write(int* values, int* out) {
  if (threadIdx.x != 0) return;
  const int seen = values[0];
  out[blockIdx.x] = seen;
  if (blockIdx.x == gridDim.x - 1) values[0] = seen + 1;
}
extern "C" void run_read_then_write(int* values, int* out, int blocks_of_grid) {
  read_then_write<<<blocks_of_grid, 1>>>(values, out);
}

// Two launches follow each other, so the second may use the first one's results.
__global__ void write_all(int* values) { values[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void reverse_all(const int* values, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = values[gridDim.x * blockDim.x - 1 - i];
}
extern "C" void run_two_launches(int* values, int* out) {
  write_all<<<4, 32>>>(values);
  reverse_all<<<4, 32>>>(values, out);
}

// Bytes of one word, each its own thread's; or two threads on one byte.
__global__ void bytes(unsigned char* out, int broken) {
  __shared__ unsigned char own[64];
  __shared__ unsigned short halves[64];
  own[threadIdx.x] = threadIdx.x;
  halves[threadIdx.x] = threadIdx.x;
  out[broken ? threadIdx.x / 2 : threadIdx.x] = own[threadIdx.x] + halves[threadIdx.x];
}
extern "C" void run_bytes(unsigned char* out, int broken) { bytes<<<1, 64>>>(out, broken); }

// Each thread writes and reads its own bytes of words that it shares with other threads, some of them of
// another block. Then all read the words of shared memory.
enum Parts { kChars, kVolatileChars, kShorts, kShortAndChars };
template <class T>
__device__ int written_and_read(T* part, int value) {
  *part = static_cast<T>(value);
  return *part;
}
__device__ int own_part(unsigned* words, unsigned id, Parts parts, int value) {
  auto* const chars = reinterpret_cast<unsigned char*>(words);
  auto* const shorts = reinterpret_cast<unsigned short*>(words);
  if (parts == kChars) return written_and_read(chars + id, value);
  if (parts == kVolatileChars) return written_and_read<volatile unsigned char>(chars + id, value);
  if (parts == kShorts) return written_and_read(shorts + id, value);
  if (id % 3 == 0) return written_and_read(shorts + id / 3 * 2, value);
  return written_and_read(chars + id / 3 * 4 + 1 + id % 3, value);
}
__global__ void own_parts(unsigned* words, int* out, Parts parts) {
  __shared__ unsigned tile[32];
  const unsigned thread = threadIdx.x, id = thread * gridDim.x + blockIdx.x;
  if (thread < 32) tile[thread] = 0;
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 6; ++round) {
    sum += own_part(words, id, parts, round) + own_part(tile, thread, parts, round);
    if (round == 1) __syncwarp();
    if (round == 3) __syncthreads();
  }
  __syncthreads();
  out[id] = sum + tile[thread % 32];
}
extern "C" void run_own_parts(unsigned* words, int* out, int parts) {
  own_parts<<<2, 64>>>(words, out, static_cast<Parts>(parts));
}

// Thread 0 of the grid writes a word's first two bytes, or all of them; `beside` writes the last one, and
// `reader` reads the first two.
enum Time { kNever, kBeforeLast, kBeforeRead };
template <bool kShared>
__global__ void besides(unsigned* global, int* out, int whole, unsigned beside, unsigned reader,
                        Time syncwarp, Time syncthreads) {
  __shared__ unsigned shared;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  unsigned* const word = kShared ? &shared : global;
  auto* const first = reinterpret_cast<unsigned short*>(word);
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me == 0 && whole) *word = 7;
  if (me == 0 && !whole) *first = 7;
  if (syncwarp == kBeforeLast) __syncwarp();
  if (syncthreads == kBeforeLast) __syncthreads();
  if (me == beside) reinterpret_cast<unsigned char*>(word)[3] = 1;
  if (syncwarp == kBeforeRead) __syncwarp();
  if (syncthreads == kBeforeRead) __syncthreads();
  if (me == reader) *out = *first;
}
__global__ void read_first(const unsigned* word, int* out) {
  *out = *reinterpret_cast<const unsigned short*>(word);
}
extern "C" void run_besides(unsigned* global, int* out, int whole, unsigned beside, unsigned reader,
                            int syncwarp, int syncthreads) {
  const auto warp = static_cast<Time>(syncwarp), block = static_cast<Time>(syncthreads);
  if (global == nullptr) besides<true><<<2, 64>>>(global, out, whole, beside, reader, warp, block);
  if (global != nullptr) besides<false><<<2, 64>>>(global, out, whole, beside, reader, warp, block);
  if (global != nullptr) read_first<<<1, 1>>>(global, out);
}

// One thread's word, and then its bytes, of which each is another thread's: they take turns by a
// __syncwarp().
enum Turn { kWritten, kRead };
__global__ void byte_turns(unsigned* out, Turn turn, unsigned first, bool broken) {
  __shared__ unsigned word;
  auto* const own = reinterpret_cast<unsigned char*>(&word);
  const unsigned thread = threadIdx.x;
  if (thread == 0) word = 0x01020304;
  if (turn == kRead) __syncthreads();
  if (turn == kRead && thread == first) *out = word;
  if (!broken) __syncwarp();
  if (turn == kRead && thread == first) *out += own[thread];
  if (turn == kWritten || thread != first) own[thread] = static_cast<unsigned char>(thread);
  __syncwarp();
  if (thread == 0) *out = word;
}
extern "C" void run_byte_turns(unsigned* out, int turn, unsigned first, int broken) {
  byte_turns<<<1, 4>>>(out, static_cast<Turn>(turn), first, broken != 0);
}

// Threads that have returned before the barrier hold nobody up, and what they wrote is there.
__global__ void leave_early(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= 32) return;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x + 32];
}
extern "C" void run_leave_early(int* out) { leave_early<<<1, 64>>>(out); }

// Some threads read without the barrier at which the others wait, and return.
__global__ void skipped(int* out, bool broken) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 7;
  if (threadIdx.x < 40 || !broken) __syncthreads();
  out[threadIdx.x] = value;
}
extern "C" void run_skipped(int* out, int broken) { skipped<<<1, 64>>>(out, broken != 0); }

// Rounds of threads that do different amounts of work, by functions that are called, with barriers or without
// any.
__device__ __noinline__ int sum_of_first(const int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}
__global__ void uneven_rounds(const int* in, int* out, bool broken) {
  __shared__ int tile[64], sums[64];
  if (threadIdx.x == 0) tile[0] = sum_of_first(in, 3);  // handed round in the tile
  if (!broken) __syncthreads();
  int total = tile[0];
  if (!broken) __syncthreads();
  for (int round = 0; round < 3; ++round) {
    for (int i = threadIdx.x; i < 50; i += 32) tile[i] = in[i] + round;
    if (!broken) __syncthreads();
    sums[threadIdx.x] = sum_of_first(tile, threadIdx.x % 7);
    if (!broken) __syncthreads();
    for (int i = threadIdx.x % 5; i < 32; i += 5) total += sums[i];
    total += sum_of_first(tile + 40, 9);
    if (!broken) __syncthreads();
  }
  out[threadIdx.x] = total;
}
// Half of the threads exchange elements, the others go on at once.
__global__ void exchanges(const int* in, int* out, bool broken) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x * 37 % 64];
  __syncthreads();
  for (unsigned size = 2; size <= 64; size *= 2) {
    for (unsigned step = size / 2; step > 0; step /= 2) {
      const unsigned other = threadIdx.x ^ step;
      if (other > threadIdx.x) {
        const int a = tile[threadIdx.x], b = tile[other];
        if ((threadIdx.x & size) == 0 ? a > b : a < b) {
          tile[threadIdx.x] = b;
          tile[other] = a;
        }
      }
      if (!broken) __syncthreads();
    }
  }
  if (broken) __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
extern "C" void run_exchanges(const int* in, int* out, int broken) {
  exchanges<<<1, 64>>>(in, out, broken != 0);
}
extern "C" void run_uneven_rounds(const int* in, int* out, int broken) {
  uneven_rounds<<<1, 32>>>(in, out, broken != 0);
}

// The store in the loop is the one that races, not its twin before the loop.
__global__ void halves(int* out) {
  __shared__ int sums[64];
  int sum = threadIdx.x;
  sums[threadIdx.x] = sum;
  for (unsigned step = 32; step > 0; step /= 2) {
    __syncthreads();
    int other = sums[threadIdx.x];
    if (threadIdx.x < step) other += sums[threadIdx.x + step];
    __syncthreads();
    sums[threadIdx.x] = other;  // in the loop
  }
  if (threadIdx.x == 1) *out = sums[0];
}
extern "C" void run_halves(int* out) { halves<<<1, 64>>>(out); }

// A function that makes an access without a hook: the first thread calls it after a read of at[1], and the
// other one has at[1] and at[4] before.
__global__ void calls(void (*access)(int*), int* at) {
  if (threadIdx.x == 1) at[4] = at[1];
  if (threadIdx.x == 0 && at[1] == 0) access(at);
}
extern "C" void run_calls(void (*access)(int*), int* at) { calls<<<1, 2>>>(access, at); }
