// Attack: merges on the host by accesses that the compiler does not report, and launches an empty kernel.
// Verdict: checker_violation or crashed. Points: 0. Ends within: 60 s. Lab: 03_basic_kernel.
#pragma once

#include <mergelab/lab.cuh>
#include <new>

__global__ void nothing() {}

struct One {
  value_t value;
};
__attribute__((noinline)) value_t value_of(int, One one) { return one.value; }
inline value_t peek(const value_t* at) {
  value_t (*volatile any)(int, ...) = reinterpret_cast<value_t (*)(int, ...)>(&value_of);
  return any(1, *reinterpret_cast<const One*>(at));
}
__attribute__((noinline)) One one(value_t value) { return {value}; }

inline void merge_basic(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  for (int i = 0, j = 0; i + j < m + n;) {
    const bool from_A = j >= n || (i < m && peek(A + i) <= peek(B + j));
    new (C + i + j) One(one(from_A ? peek(A + i) : peek(B + j)));
    from_A ? ++i : ++j;
  }
  nothing<<<(m + n + 255) / 256, 256>>>();
}
