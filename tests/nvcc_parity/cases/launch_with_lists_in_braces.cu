// nvcc: accepts
struct Part {
  const int* begin;
  int length;
};
__global__ void add(Part a, Part b, int* out, int2 places) { *out = a.begin[places.x] + b.begin[places.y]; }
void launch(const int* in, int n, int* out) { add<<<1, 1>>>({in, n}, {in, n}, out, {1, n - 1}); }
