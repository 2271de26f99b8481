// nvcc: accepts
__device__ int add_one(int x) { return x + 1; }
void on_host() {
  int (*f)(int) = add_one;
  (void)f;
}
