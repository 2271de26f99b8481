// nvcc: accepts
template <class T>
using Value = T;
static_assert(sizeof(int) == 4, "");
typedef int (*Function)(int);
__global__ void kernel(Value<int>* out) { out[0] = sizeof(Function); }
