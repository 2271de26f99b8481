// nvcc: refuses calling a __host__ function("case_member_plain::Range::size() const") from a __global__ function("case_member_plain::kernel") is not allowed
struct Range {
  int begin, end;
  int size() const { return end - begin; }
};
__global__ void kernel(int* out, Range r) { out[0] = r.size(); }
