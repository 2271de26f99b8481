// nvcc: accepts
namespace host {
int limit = 3;
}
namespace device {
__device__ int limit = 4;
}
__global__ void kernel(int* out) { out[threadIdx.x] = device::limit; }
int on_host() { return host::limit; }
