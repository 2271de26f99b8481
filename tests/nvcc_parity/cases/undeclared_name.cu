// nvcc: refuses identifier "nothing" is undefined
__global__ void kernel(int* out) { out[0] = nothing; }
