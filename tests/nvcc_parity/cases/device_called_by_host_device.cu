// nvcc: refuses calling a __device__ function("_ZN33case_device_called_by_host_device7add_oneE1?") from a __host__ __device__ function("both") is not allowed
__device__ int add_one(int x) { return x + 1; }
__host__ __device__ int both(int x) { return add_one(x); }
