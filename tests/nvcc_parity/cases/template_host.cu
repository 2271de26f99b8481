// nvcc: refuses calling a __host__ function("T1 case_template_host::smaller<int> (T1, T1)") from a __global__ function("case_template_host::kernel") is not allowed
template <class T>
T smaller(T a, T b) { return b < a ? b : a; }
__global__ void kernel(int* out) { out[threadIdx.x] = smaller(1, 2); }
