// nvcc: refuses identifier "case_helper_address_taken_in_kernel::add_one" is undefined in device code
int add_one(int x) { return x + 1; }
__global__ void kernel(int* out) {
  int (*f)(int) = add_one;
  out[0] = f(1);
}
