// What nvcc refuses of calls and variables on the wrong side; C++ knows no sides.
#include <algorithm>

namespace helpers {
int twice(int x) { return 2 * x; }
}  // namespace helpers
int limit = 3;
__device__ __forceinline__ int once(int x) { return x; }
__host__ __device__ constexpr int both(int x) { return x; }

__global__ void kernel(int* out) {
  out[0] = helpers::twice(once(1));
  out[1] = std::max(out[0], 2);
  out[2] = limit;
}
void run(int* out) {
  kernel(out);
  out[0] = once(1);
}

__device__ int start = helpers::twice(2);
