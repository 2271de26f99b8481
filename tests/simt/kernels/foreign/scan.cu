// Inclusive prefix sums, in blocks and then over the blocks' totals: Hillis and Steele (double buffer), and
// Blelloch (up-sweep and down-sweep, two elements per thread).
#include "host.cuh"

__global__ void scan_hillis_steele(const int* in, int* out, int* totals, int n) {
  extern __shared__ int buffers[];
  int from = 0, to = 1;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, size = blockDim.x;
  buffers[t] = i < n ? in[i] : 0;
  __syncthreads();  // the elements are there
  for (int distance = 1; distance < size; distance *= 2) {
    int value = buffers[from * size + t];
    if (t >= distance) value += buffers[from * size + t - distance];
    buffers[to * size + t] = value;
    from = 1 - from;
    to = 1 - to;
    __syncthreads();  // this step is complete, and its input may be overwritten
  }
  const int result = buffers[from * size + t];
  if (i < n) out[i] = result;
  if (t == size - 1 && totals != NULL) totals[blockIdx.x] = result;
}

// blockDim.x is a power of two; the block scans twice as many elements.
__global__ void scan_blelloch(const int* in, int* out, int* totals, int n) {
  extern __shared__ int tree[];
  const int t = threadIdx.x, size = 2 * blockDim.x, base = blockIdx.x * size;
  const int left = base + t, right = base + t + blockDim.x;
  const int a = left < n ? in[left] : 0, b = right < n ? in[right] : 0;
  tree[t] = a;
  tree[t + blockDim.x] = b;
  int distance = 1;
  for (int active = size / 2; active > 0; active /= 2) {
    __syncthreads();  // the level below is done
    if (t < active) tree[distance * (2 * t + 2) - 1] += tree[distance * (2 * t + 1) - 1];
    distance *= 2;
  }
  __syncthreads();  // the root holds the total
  if (t == 0) {
    if (totals != NULL) totals[blockIdx.x] = tree[size - 1];
    tree[size - 1] = 0;
  }
  for (int active = 1; active < size; active *= 2) {
    distance /= 2;
    __syncthreads();  // the level above is done
    if (t < active) {
      const int low = distance * (2 * t + 1) - 1, high = distance * (2 * t + 2) - 1;
      const int value = tree[low];
      tree[low] = tree[high];
      tree[high] += value;
    }
  }
  __syncthreads();  // the exclusive sums are complete
  if (left < n) out[left] = tree[t] + a;
  if (right < n) out[right] = tree[t + blockDim.x] + b;
}

// Adds to each block's elements what stands before them.
__global__ void add_totals(int* out, const int* scanned_totals, int n, int per_block) {
  const int base = blockIdx.x * per_block;
  const int before = blockIdx.x == 0 ? 0 : scanned_totals[blockIdx.x - 1];
  for (int i = base + threadIdx.x; i < base + per_block && i < n; i += blockDim.x) out[i] += before;
}

static void scan_on_device(const int* in, int* out, int n, int threads, bool blelloch) {
  const int per_block = blelloch ? 2 * threads : threads;
  const int blocks = (n + per_block - 1) / per_block;
  if (blocks == 0) return;
  int* totals = zeros_on_device<int>(blocks);
  const size_t shared = 2 * threads * sizeof(int);
  if (blelloch) {
    scan_blelloch<<<blocks, threads, shared>>>(in, out, totals, n);
  } else {
    scan_hillis_steele<<<blocks, threads, shared>>>(in, out, totals, n);
  }
  if (blocks > 1) {
    int* scanned = zeros_on_device<int>(blocks);
    scan_on_device(totals, scanned, blocks, threads, blelloch);
    add_totals<<<blocks, threads>>>(out, scanned, n, per_block);
    CHECK(cudaFree(scanned));
  }
  CHECK(cudaFree(totals));
}

extern "C" void inclusive_scan(const int* in, int* out, int n, int threads, int blelloch) {
  int* device_in = to_device(in, n);
  int* device_out = zeros_on_device<int>(n);
  scan_on_device(device_in, device_out, n, threads, blelloch != 0);
  to_host(out, device_out, n);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
}
