// nvcc: refuses calling a __host__ function("case_operator_conversion_plain::Key::operator int() const") from a __global__ function("case_operator_conversion_plain::kernel") is not allowed
struct Key {
  int key;
  operator int() const { return key; }
};
__global__ void kernel(int* out, Key k) { out[0] = k; }
