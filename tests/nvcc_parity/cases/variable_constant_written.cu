// nvcc: refuses expression must be a modifiable lvalue
// engine: accepts, the engine keeps constant memory in ordinary variables
__constant__ int limit;
__global__ void kernel() { limit = 4; }
