// nvcc: accepts
__device__ int add_one(int x) { return x + 1; }
template <class T>
__host__ __device__ T twice(T x) { return 2 * add_one(x); }
int on_host() { return twice(2); }
