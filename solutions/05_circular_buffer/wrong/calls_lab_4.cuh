// Loses: loads. Hands in lab 4's kernel: its file is included, and its function called. Told: "Elements are
// loaded more than once".
#pragma once

#include <mergelab/lab.cuh>

#include "merge_tiled.cuh"

inline void merge_circular(const value_t* A, int m, const value_t* B, int n, value_t* C, int section,
                           int tile) {
  merge_tiled(A, m, B, n, C, section, tile);
}
