// nvcc: refuses calling a __device__ function("cudaGridDependencySynchronize") from a __host__ function("host") is not allowed
void host() { cudaGridDependencySynchronize(); }
