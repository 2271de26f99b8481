// nvcc: refuses calling a __device__ function("case_device_member_called_by_host::Range::size() const") from a __host__ function("on_host") is not allowed
struct Range {
  int begin, end;
  __device__ int size() const { return end - begin; }
};
int on_host(Range r) { return r.size(); }
