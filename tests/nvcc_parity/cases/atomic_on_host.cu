// nvcc: refuses calling a __device__ function("_ZN39_INTERNAL_f6a7e490_9_unit_0_cu_584b06819atomicAddE1?1?") from a __host__ function("on_host") is not allowed
void on_host(int* x) { atomicAdd(x, 1); }
