// nvcc: accepts
// engine: refuses, a reference to what the host has cannot be used on a GPU
__global__ void kernel(int& out) { out = 1; }
void run(int* out) { kernel<<<1, 1>>>(*out); }
