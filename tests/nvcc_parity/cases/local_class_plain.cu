// nvcc: refuses calling a __host__ function("case_local_class_plain::kernel(int *)::Local::get() const") from a __global__ function("case_local_class_plain::kernel") is not allowed
__global__ void kernel(int* out) {
  struct Local {
    int get() const { return 1; }
  };
  out[0] = Local{}.get();
}
