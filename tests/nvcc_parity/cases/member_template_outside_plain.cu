// nvcc: accepts
template <class T>
struct Box {
  T value;
  __device__ T get() const;
};
template <class T>
T Box<T>::get() const { return value; }
__global__ void kernel(int* out, Box<int> box) { out[0] = box.get(); }
