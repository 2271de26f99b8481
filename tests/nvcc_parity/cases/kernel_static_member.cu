// nvcc: refuses A __global__ function or function template cannot be a member function
struct Tool {
  static __global__ void kernel(int* out) { out[0] = 1; }
};
