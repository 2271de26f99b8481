// nvcc: refuses no instance of constructor "cuda::__4::atomic_ref<_Tp, _Sco>::atomic_ref [with _Tp=int, _Sco=cuda::std::__4::thread_scope_device]" matches the argument list
#include <cuda/atomic>
__global__ void kernel(const int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> set(*flag);
  *out = set.load();
}
