// Loses: shared. Hands in lab 6's merge by tiles: its file is included, and its function called. Told:
// "Elements go through shared memory".
#pragma once

#include <mergelab/lab.cuh>

#include "merge_path.cuh"

inline void merge_scatter(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge_path(A, m, B, n, C);
}
