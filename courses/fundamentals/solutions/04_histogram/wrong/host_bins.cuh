// Loses: plain, large, rules, atomics, stores, loads, sectors, span. Host code counts, and a kernel stores
// the bins. Those of short arrays fit into what host code may pass. On a GPU: plain, large, time. Nothing is
// counted there. Told: "copied the data to itself".
#pragma once

#include <mergelab/lab.cuh>
#include <vector>

struct Planes {
  unsigned char low[256], middle[256], high[256];
};

__global__ void expand(Planes planes, int* bins) {
  const int i = threadIdx.x;
  bins[i] = planes.low[i] | planes.middle[i] << 8 | planes.high[i] << 16;
}

inline void histogram(const unsigned char* data, int n, int* bins) {
  std::vector<unsigned char> values(n);
  if (n > 0) cudaMemcpy(values.data(), data, n, cudaMemcpyDeviceToHost);
  std::vector<int> counts(256);
  for (const unsigned char value : values) ++counts[value];
  Planes planes = {};
  for (int i = 0; i < 256; ++i) {
    planes.low[i] = static_cast<unsigned char>(counts[i]);
    planes.middle[i] = static_cast<unsigned char>(counts[i] >> 8);
    planes.high[i] = static_cast<unsigned char>(counts[i] >> 16);
  }
  expand<<<1, 256>>>(planes, bins);
}
