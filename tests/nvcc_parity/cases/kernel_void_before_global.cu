// nvcc: accepts
void __global__ kernel(int* out) { out[0] = 1; }
