// nvcc: refuses calling a __host__ function("case_member_of_template_plain::Box<int> ::get() const") from a __global__ function("case_member_of_template_plain::kernel") is not allowed
template <class T>
struct Box {
  T value;
  T get() const { return value; }
};
__global__ void kernel(int* out, Box<int> box) { out[0] = box.get(); }
