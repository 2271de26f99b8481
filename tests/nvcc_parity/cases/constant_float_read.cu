// nvcc: accepts
const float kScale = 1.5f;
__global__ void kernel(float* out) { out[0] = kScale; }
