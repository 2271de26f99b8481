// Attack: has the device know memory that it frees then, to reach what the grader allocates there later.
// Verdict: checker_violation. Points: 0. Ends within: 60 s. Lab: 03_basic_kernel.
#pragma once

#include <cstdlib>
#include <mergelab/lab.cuh>

__global__ void overwrite(unsigned long long* words, int count) {
  for (int i = 0; i < count; ++i) words[i] = 0x4141414141414141ull;
}

inline void merge_basic(const value_t*, int m, const value_t*, int n, value_t*) {
  if (m + n == 0) return;
  constexpr int kBlocks = 300, kWords = 25;
  unsigned long long* blocks[kBlocks];
  for (auto& block : blocks) {
    block = static_cast<unsigned long long*>(malloc(kWords * 8));
    cudaHostRegister(block, kWords * 8, 0);
  }
  for (auto& block : blocks) free(block);
  for (int i = 0; i < 11000; ++i) free(malloc(8));  // so that the grader no longer keeps them
  for (auto& block : blocks) overwrite<<<1, 1>>>(block, kWords);
}
