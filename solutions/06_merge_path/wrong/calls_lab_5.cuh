// Loses: partly loads. Hands in lab 5's kernel, in sections of two tiles: its file is included, and its
// function called. Told: "search by warp".
#pragma once

#include <mergelab/lab.cuh>

#include "merge_circular.cuh"

inline void merge_path(const value_t* A, int m, const value_t* B, int n, value_t* C) {
  merge_circular(A, m, B, n, C, 2048, 1024);
}
