// nvcc: refuses identifier "case_variable_host_written::limit" is undefined in device code
int limit = 3;
__global__ void kernel() { limit = 4; }
