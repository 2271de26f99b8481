// nvcc: accepts
template <class T>
class Buffer {
 public:
  __device__ explicit Buffer(T* data, int size = 4) : data_{data}, size_(size) {}
  __device__ int size() const { return size_; }

 private:
  T* data_;
  int size_;
};
__global__ void kernel(int* out) { out[threadIdx.x] = Buffer<int>(out).size(); }
