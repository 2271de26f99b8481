// nvcc: accepts
template <class T>
__global__ void fill(T* out, T value) { *out = value; }
void add(cudaGraph_t graph, int* out) {
  int value = 1;
  void* arguments[] = {&out, &value};
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)fill<int>;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters);
}
