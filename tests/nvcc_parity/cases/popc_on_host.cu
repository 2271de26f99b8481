// nvcc: refuses calling a __device__ function("__popc") from a __host__ function("on_host") is not allowed
int on_host(int x) { return __popc(x); }
