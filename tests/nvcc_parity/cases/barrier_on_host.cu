// nvcc: refuses calling a __device__ function("__syncthreads") from a __host__ function("on_host") is not allowed
void on_host() { __syncthreads(); }
