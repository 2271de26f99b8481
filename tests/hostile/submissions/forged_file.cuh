// Attack: writes to memory with its own FILE, past all hooks.
// Verdict: checker_violation. Points: 0. Ends within: 20 s.
#pragma once

#include <mergelab/lab.cuh>

inline void poke(value_t* memory, const value_t& value) {
  unsigned long forged[28];  // as the C library lays it out
  for (int i = 0; i < 28; ++i) forged[i] = reinterpret_cast<const unsigned long*>(stdout)[i];
  for (int i = 1; i < 8; ++i) forged[i] = reinterpret_cast<unsigned long>(memory);
  forged[6] = forged[8] = forged[1] + sizeof value;  // where its buffer ends
  for (unsigned i = 0; i < sizeof value; ++i)
    fputc(reinterpret_cast<const unsigned char*>(&value)[i], reinterpret_cast<FILE*>(forged));
}

__host__ __device__ inline void merge(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  int i = 0, j = 0;
  while (i + j < m + n) {
    const bool from_a = j == n || (i < m && A[i] <= B[j]);
    poke(C + i + j, from_a ? A[i] : B[j]);
    from_a ? ++i : ++j;
  }
}
