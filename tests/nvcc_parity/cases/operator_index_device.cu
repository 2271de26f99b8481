// nvcc: accepts
struct View {
  int* data;
  __device__ int& operator[](int i) const { return data[i]; }
};
__global__ void kernel(View view) { view[1] = 2; }
