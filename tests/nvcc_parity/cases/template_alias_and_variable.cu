// nvcc: accepts
template <class T>
constexpr int kBytes = sizeof(T);
template <class T>
using Pointer = T*;
__global__ void kernel(Pointer<int> out) { out[0] = kBytes<double>; }
