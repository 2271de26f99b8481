// nvcc: refuses argument of type "float *" is incompatible with parameter of type "int *"
__global__ void kernel(int* out) { out[0] = 1; }
void run(float* out) { kernel<<<1, 1>>>(out); }
