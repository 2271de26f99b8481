// Loses: shape, loads, searches, search_reads, stores, wavefronts, barriers, span. Hands in lab 3's kernel:
// its file is included, and its function called. Told: "The number of blocks
// differs from the number of sections in C".
#pragma once

#include <mergelab/lab.cuh>

#include "merge_basic.cuh"

inline void merge_tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int /*section*/,
                        int /*tile*/) {
  merge_basic(A, m, B, n, C);
}
