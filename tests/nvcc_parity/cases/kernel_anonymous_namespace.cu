// nvcc: accepts
namespace {
__global__ void kernel(int* out) { out[0] = 1; }
}  // namespace
void run(int* out) { kernel<<<1, 1>>>(out); }
