// nvcc: refuses calling a __device__ function("__ldg(const int *)") from a __host__ function("on_host") is not allowed
int on_host(const int* x) { return __ldg(x); }
