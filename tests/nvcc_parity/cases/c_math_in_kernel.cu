// nvcc: accepts
__global__ void kernel(float* out) { out[0] = sqrtf(out[1]) + fmaxf(out[2], 1.0f) + fabsf(out[3]); }
