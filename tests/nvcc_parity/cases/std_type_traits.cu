// nvcc: accepts
#include <type_traits>

template <class T>
__global__ void kernel(T* out) {
  if constexpr (std::is_same<T, int>::value) out[0] = 1;
}
void run(int* out) { kernel<<<1, 1>>>(out); }
