// nvcc: refuses calling a __host__ function("case_operator_plain::operator <( ::case_operator_plain::Key, ::case_operator_plain::Key)") from a __global__ function("case_operator_plain::kernel") is
struct Key {
  int key;
};
bool operator<(Key a, Key b) { return a.key < b.key; }
__global__ void kernel(int* out, Key k) { out[0] = k < k; }
