// nvcc: refuses no instance of overloaded function "__ldg" matches the argument list
__global__ void kernel(const bool* in, int* out) { out[0] = __ldg(in); }
