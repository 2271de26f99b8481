// The function of lab 8 for a program that loads it: bench/k_way/files.cpp.
#include "k_way_merge.cuh"

extern "C" void run_k_way_merge(const void* lists, const int* starts, int k, int total, void* C) {
  k_way_merge(static_cast<const value_t*>(lists), starts, k, total, static_cast<value_t*>(C));
}

/// Whether value_t matches the loading program's elements.
extern "C" int k_way_merge_element_bytes() { return static_cast<int>(sizeof(value_t)); }
