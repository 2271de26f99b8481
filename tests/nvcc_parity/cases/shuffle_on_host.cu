// nvcc: refuses calling a __device__ function("_ZN39_INTERNAL_c17914a2_9_unit_5_cu_a065a4d716__shfl_down_syncE1?1?1?1?") from a __host__ function("on_host") is not allowed
int on_host(int x) { return __shfl_down_sync(0xffffffffu, x, 1); }
