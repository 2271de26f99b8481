// nvcc: refuses more than one instance of overloaded function "__reduce_add_sync" matches the argument list:
__global__ void kernel(float* out) { out[0] = __reduce_add_sync(0xffffffffu, out[0]); }
