// Loses: nothing. Blocks of one dimension that go on to further tiles, floats in dynamic shared memory, the
// filter in global memory.
#pragma once

#include <mergelab/lab.cuh>

constexpr int kThreads = 256;
constexpr int kStripWidth = 64;
constexpr int kStripHeight = 4;

__global__ void blur_strips(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, int width,
                            int height, const float* __restrict__ filter, int radius) {
  extern __shared__ float strip[];
  const int side = 2 * radius + 1;
  const int pitch = kStripWidth + 2 * radius;
  const int loaded = pitch * (kStripHeight + 2 * radius);
  const int across = (width + kStripWidth - 1) / kStripWidth;
  const int strips = across * ((height + kStripHeight - 1) / kStripHeight);

  for (int s = blockIdx.x; s < strips; s += gridDim.x) {
    const int left = s % across * kStripWidth;
    const int top = s / across * kStripHeight;
    for (int i = threadIdx.x; i < loaded; i += blockDim.x) {
      const int x = min(max(left - radius + i % pitch, 0), width - 1);
      const int y = min(max(top - radius + i / pitch, 0), height - 1);
      strip[i] = __ldg(&in[y * width + x]);
    }
    __syncthreads();  // the strip is complete before it is read
    const int x = threadIdx.x % kStripWidth;
    const int y = threadIdx.x / kStripWidth;
    if (left + x < width && top + y < height) {
      float sum = 0.5F;  // so that cutting off the fraction rounds
      for (int j = 0; j < side; ++j) {
        for (int i = 0; i < side; ++i)
          sum = fmaf(__ldg(&filter[j * side + i]), strip[(y + j) * pitch + x + i], sum);
      }
      out[(top + y) * width + left + x] = static_cast<unsigned char>(fminf(fmaxf(sum, 0.0F), 255.0F));
    }
    __syncthreads();  // all sums are made before the next strip replaces this one
  }
}

inline void blur(const unsigned char* in, unsigned char* out, int width, int height, const float* filter,
                 int radius) {
  if (width == 0 || height == 0) return;
  const int strips = ((width + kStripWidth - 1) / kStripWidth) * ((height + kStripHeight - 1) / kStripHeight);
  const int bytes =
      (kStripWidth + 2 * radius) * (kStripHeight + 2 * radius) * static_cast<int>(sizeof(float));
  blur_strips<<<min(strips, 1024), kThreads, bytes>>>(in, out, width, height, filter, radius);
}
