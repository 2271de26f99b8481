// Attack: reads the worker's counter of comparisons with memcmp, and sets it back with sincos.
// Verdict: checker_violation. Points: 8.5. Ends within: 40 s. Lab: 01_sequential_merge.
#pragma once

#include <mergelab/lab.cuh>

inline unsigned char peek(unsigned long at) {
  unsigned char low = 0, high = 255;
  while (low < high) {
    const unsigned char middle = static_cast<unsigned char>(low + (high - low) / 2);
    memcmp(reinterpret_cast<const void*>(at), &middle, 1) > 0 ? low = middle + 1 : high = middle;
  }
  return low;
}

inline unsigned long peek(unsigned long at, int bytes) {
  unsigned long value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | peek(at + static_cast<unsigned long>(i));
  return value;
}

inline unsigned long counter() {
#ifdef MERGELAB_VALUE_COUNTED
  const auto code = reinterpret_cast<unsigned long>(mergelab::hooks.less);
  for (unsigned long at = code; at < code + 64; ++at) {
    if (peek(at, 3) == 0x058348)  // add $1, counter
      return at + 8 + static_cast<unsigned long>(static_cast<int>(peek(at + 3, 4)));
  }
#endif
  return 0;
}

__host__ __device__ inline void merge_sequential(const value_t* A, int m, const value_t* B, int n,
                                                 value_t* C) {
  const unsigned long where = counter();
  const unsigned long before = where != 0 ? peek(where, 8) : 0;
  for (int k = 0; k + 1 < m; ++k) {
    if (A[k + 1] < A[k]) return;
  }
  if (where != 0) {
    double tiny, cosine;  // whose sine is itself
    memcpy(&tiny, &before, 8);
    sincos(tiny, reinterpret_cast<double*>(where), &cosine);
  }
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    from_a ? ++i : ++j;
  }
}
