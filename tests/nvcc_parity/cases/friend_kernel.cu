// nvcc: accepts
class Owner {
  friend __global__ void kernel(int* out);
  static const int kValue = 3;
};
__global__ void kernel(int* out) { out[0] = Owner::kValue; }
