// nvcc: accepts
enum class Order : unsigned char { less, equal };
__host__ __device__ constexpr Order compare(int a, int b) { return a < b ? Order::less : Order::equal; }
__global__ void kernel(int* out) { out[threadIdx.x] = compare(out[0], 1) == Order::less; }
