// Loses: nothing. A block for each run: two searches say where in the long array it begins and ends, and the
// splitter behind it goes where it ends. Runs are as long as the keys please, so one block may have to copy
// all.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kThreads = 256;
constexpr int kShortestRun = 32;  // on average; below it every element is searched for

/// Where `key` belongs in keys[0 .. length): behind the smaller ones, and behind equal ones if behind_equal.
template <bool behind_equal>
__device__ int place_in(const value_t* keys, int length, value_t key) {
  int low = -1, high = length;  // keys[low] comes before key, keys[high] does not
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    const bool before = behind_equal ? keys[middle] <= key : keys[middle] < key;
    (before ? low : high) = middle;
  }
  return high;
}

template <bool S_is_A>
__global__ void copy_run_kernel(const value_t* S, int s_length, const value_t* L, int l_length, value_t* C) {
  __shared__ int begin, end;
  const int run = static_cast<int>(blockIdx.x);  // is before S[run]; the last one behind all of S
  if (threadIdx.x == 0) begin = run == 0 ? 0 : place_in<!S_is_A>(L, l_length, S[run - 1]);
  if (threadIdx.x == 32) end = run == s_length ? l_length : place_in<!S_is_A>(L, l_length, S[run]);
  __syncthreads();  // begin and end are there before any thread reads them
  for (long long l = begin + static_cast<long long>(threadIdx.x); l < end; l += kThreads) C[run + l] = L[l];
  if (threadIdx.x == 0 && run < s_length) C[run + end] = S[run];
}

template <bool X_is_A>
__global__ void scatter_kernel(const value_t* X, int x_length, const value_t* Y, int y_length, value_t* C) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x < x_length) C[x + place_in<!X_is_A>(Y, y_length, X[x])] = X[x];
}

inline void merge_scatter(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  if (m + n == 0) return;
  if (m < n / kShortestRun) {
    copy_run_kernel<true><<<m + 1, kThreads>>>(A, m, B, n, C);
  } else if (n < m / kShortestRun) {
    copy_run_kernel<false><<<n + 1, kThreads>>>(B, n, A, m, C);
  } else {
    if (m > 0) scatter_kernel<true><<<(m - 1) / kThreads + 1, kThreads>>>(A, m, B, n, C);
    if (n > 0) scatter_kernel<false><<<(n - 1) / kThreads + 1, kThreads>>>(B, n, A, m, C);
  }
}
