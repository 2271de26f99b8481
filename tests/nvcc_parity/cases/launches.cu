// Launches, in all spellings.
//! device_function_launched: refused, calling a __device__ function("_ZN29case_device_function_launched3runE1?") from a __host__ function("start") is not allowed
__device__ void run(int* out) { out[0] = 1; }
void start(int* out) { run<<<1, 1>>>(out); }
//! device_launches_kernel: refused, kernel launch from __device__ or __global__ functions requires separate compilation mode
__global__ void first(int* out) { out[0] = 1; }
__device__ void start(int* out) { first<<<1, 1>>>(out); }
__global__ void kernel(int* out) { start(out); }
//! graph_instantiate_forms: accepted
void instantiate(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagUseNodePriority);
  cudaGraphInstantiateParams parameters = {};
  cudaGraphInstantiateWithParams(&exec, graph, &parameters);
}
//! graph_kernel_node: accepted
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
//! host_class_launches: accepted
class Merger {
 public:
  explicit Merger(int n) : n_(n) { cudaMalloc(&memory_, n * sizeof(int)); }
  ~Merger() { cudaFree(memory_); }
  void run();

 private:
  int n_;
  int* memory_ = nullptr;
};
__global__ void kernel(int* out, int n) { out[0] = n; }
void Merger::run() { kernel<<<1, 1>>>(memory_, n_); }
void merge(int n) { Merger(n).run(); }
//! host_function_launched: refused, a host function call cannot be configured
void run(int* out) { out[0] = 1; }
void start(int* out) { run<<<1, 1>>>(out); }
//! kernel_address_by_cast: accepted
__global__ void kernel(int* out) { *out = 1; }
const void* addresses[] = {(void*)kernel, (const void*)&kernel, reinterpret_cast<const void*>(kernel)};
void launch(void** arguments) { cudaLaunchKernel(addresses[0], dim3(1), dim3(1), arguments, 0, nullptr); }
//! kernel_by_function_pointer: accepted
__global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) {
  void (*k)(int*) = kernel;
  k<<<1, 1>>>(out);
}
//! kernel_called_without_launch: refused, a __global__ function call must be configured
__global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) { kernel(out); }
//! kernel_calls_itself: refused, a __global__ function call must be configured
__global__ void kernel(int* out, int n) {
  if (n > 0) kernel(out, n - 1);
}
//! kernel_calls_kernel: refused, a __global__ function call must be configured
__global__ void first(int* out) { out[0] = 1; }
__global__ void kernel(int* out) { first(out); }
//! kernel_launch_bounds: accepted
__global__ void __launch_bounds__(256) kernel(int* out) { out[0] = 1; }
void run(int* out) { kernel<<<1, 256>>>(out); }
//! kernel_launch_bounds_first: accepted
__launch_bounds__(256, 2) __global__ void kernel(int* out) { out[0] = 1; }
//! kernel_launch_by_macro: accepted
#define LAUNCH(K, N, ...) K<<<(N + 255) / 256, 256>>>(__VA_ARGS__)
__global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) { LAUNCH(kernel, 1000, out); }
//! kernel_launch_with_stream: accepted
__global__ void kernel(int* out) { out[0] = 1; }
void run(int* out) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  kernel<<<dim3(2, 2), dim3(8, 8), 0, stream>>>(out);
  cudaStreamDestroy(stream);
}
//! kernel_launch_wrong_count: refused, too few arguments in function call
__global__ void kernel(int* out, int n) { out[0] = n; }
void run(int* out) { kernel<<<1, 1>>>(out); }
//! kernel_launch_wrong_type: refused, argument of type "float *" is incompatible with parameter of type "int *"
__global__ void kernel(int* out) { out[0] = 1; }
void run(float* out) { kernel<<<1, 1>>>(out); }
//! kernel_launches_kernel: refused, kernel launch from __device__ or __global__ functions requires separate compilation mode
__global__ void first(int* out) { out[0] = 1; }
__global__ void kernel(int* out) { first<<<1, 1>>>(out); }
//! kernel_template_called_without_launch: refused, a __global__ function call must be configured
template <class T>
__global__ void kernel(T* out) { out[0] = 1; }
void run(int* out) { kernel<int>(out); }
//! kernel_with_reference: accepted
struct Sum {
  int value;
};
__global__ void add(Sum& sum, const int& by) { sum.value += by; }
void start(Sum* managed, int* by) { add<<<1, 1>>>(*managed, *by); }
//! launch_with_lists_in_braces: accepted
struct Part {
  const int* begin;
  int length;
};
__global__ void add(Part a, Part b, int* out, int2 places) { *out = a.begin[places.x] + b.begin[places.y]; }
void launch(const int* in, int n, int* out) { add<<<1, 1>>>({in, n}, {in, n}, out, {1, n - 1}); }
