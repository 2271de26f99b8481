// nvcc: refuses calling a __device__ function("case_device_called_by_host::add_one(int)") from a __host__ function("on_host") is not allowed
__device__ int add_one(int x) { return x + 1; }
int on_host() { return add_one(1); }
