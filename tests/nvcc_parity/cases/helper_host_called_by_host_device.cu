// nvcc: accepts
int add_one(int x) { return x + 1; }
__host__ __device__ int twice(int x) { return 2 * add_one(x); }
int on_host() { return twice(2); }
