// nvcc: refuses no instance of overloaded function "atomicAdd" matches the argument list
__global__ void kernel(short* out) { atomicAdd(out, short(1)); }
