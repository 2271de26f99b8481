// Loses: nothing. A square tile and four pixels for each thread, the filter in shared memory, sums in double,
// the radius as a template's parameter, and cooperative groups.
#pragma once

#include <cooperative_groups.h>

#include <mergelab/lab.cuh>

namespace groups = cooperative_groups;

constexpr int kSquare = 32;
constexpr int kRows = 8;  // of threads: each thread makes kSquare / kRows pixels

template <int kRadius>
__global__ void blur_square(const unsigned char* in, unsigned char* out, int width, int height,
                            const float* filter) {
  constexpr int kSide = 2 * kRadius + 1;
  constexpr int kLoaded = kSquare + 2 * kRadius;
  __shared__ unsigned char tile[kLoaded * kLoaded];
  __shared__ float weights[kSide * kSide];
  const groups::thread_block block = groups::this_thread_block();
  const int left = blockIdx.x * kSquare;
  const int top = blockIdx.y * kSquare;

  for (unsigned i = block.thread_rank(); i < kSide * kSide; i += block.size()) weights[i] = filter[i];
  for (unsigned i = block.thread_rank(); i < kLoaded * kLoaded; i += block.size()) {
    const int x = min(max(left - kRadius + static_cast<int>(i % kLoaded), 0), width - 1);
    const int y = min(max(top - kRadius + static_cast<int>(i / kLoaded), 0), height - 1);
    tile[i] = in[static_cast<size_t>(y) * width + x];
  }
  block.sync();  // the tile and the weights are complete

  const int x = left + threadIdx.x;
  for (int row = threadIdx.y; row < kSquare; row += kRows) {
    if (x >= width || top + row >= height) continue;
    double sum = 0;
    for (int j = 0; j < kSide; ++j) {
      for (int i = 0; i < kSide; ++i)
        sum += static_cast<double>(weights[j * kSide + i]) * tile[(row + j) * kLoaded + threadIdx.x + i];
    }
    out[static_cast<size_t>(top + row) * width + x] = sum <= 0     ? 0
                                                      : sum >= 255 ? 255
                                                                   : static_cast<unsigned char>(rint(sum));
  }
}

template <int kRadius>
void launch_square(const unsigned char* in, unsigned char* out, int width, int height, const float* filter,
                   int radius) {
  if (radius == kRadius) {
    const dim3 grid((width + kSquare - 1) / kSquare, (height + kSquare - 1) / kSquare);
    blur_square<kRadius><<<grid, dim3(kSquare, kRows)>>>(in, out, width, height, filter);
  } else if constexpr (kRadius > 0) {
    launch_square<kRadius - 1>(in, out, width, height, filter, radius);
  }
}

inline void blur(const unsigned char* in, unsigned char* out, int width, int height, const float* filter,
                 int radius) {
  if (width > 0 && height > 0) launch_square<7>(in, out, width, height, filter, radius);
}
