// nvcc: accepts
enum { kOne = 1, kTwo };
enum class Mode { plain, tiled };
__global__ void kernel(int* out) { out[threadIdx.x] = kOne + kTwo + static_cast<int>(Mode::tiled); }
