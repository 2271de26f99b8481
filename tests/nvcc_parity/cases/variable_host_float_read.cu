// nvcc: refuses identifier "case_variable_host_float_read::scale" is undefined in device code
float scale = 1.5f;
__global__ void kernel(float* out) { out[0] = scale; }
