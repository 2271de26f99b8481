// nvcc: accepts
struct Config {
  static const int kOne = 1;
  static constexpr int kTwo = 2;
};
__global__ void kernel(int* out) { out[threadIdx.x] = Config::kOne + Config::kTwo; }
