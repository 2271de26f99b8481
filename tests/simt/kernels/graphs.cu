// Graphs. Each function returns 0, or the line of the condition that failed; all of them also hold on a GPU.
#include <cuda_runtime.h>

#define HOLDS(CONDITION) \
  if (!(CONDITION)) return __LINE__

namespace {

__global__ void add(int* value, int more) { *value += more; }
template <class T>
__global__ void multiply(T* value, T by) {
  *value *= by;
}

struct Device {
  Device() { cudaMalloc(&value, 4 * sizeof(int)), cudaMemset(value, 0, 4 * sizeof(int)); }
  ~Device() { cudaFree(value); }
  int get() const {
    int copy = -1;
    cudaMemcpy(&copy, value, sizeof copy, cudaMemcpyDeviceToHost);
    return copy;
  }
  int* value = nullptr;
};

cudaStream_t new_stream(unsigned flags = cudaStreamDefault) {
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, flags);
  return stream;
}

cudaKernelNodeParams kernel(void* function, void** arguments) {
  cudaKernelNodeParams parameters = {};
  parameters.func = function;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  return parameters;
}

/// What a launch of the graph makes of 0.
int result(cudaGraph_t graph, const Device& device) {
  cudaGraphExec_t exec = nullptr;
  cudaMemset(device.value, 0, sizeof(int));
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return -1;
  if (cudaGraphLaunch(exec, nullptr) != cudaSuccess) return -2;
  const int got = device.get();
  cudaGraphExecDestroy(exec);
  return got;
}

std::size_t nodes_of(cudaGraph_t graph) {
  std::size_t count = 0;
  cudaGraphGetNodes(graph, nullptr, &count);
  return count;
}

}  // namespace

extern "C" int test_nodes() {
  Device device;
  cudaGraph_t graph = nullptr;
  HOLDS(cudaGraphCreate(&graph, 0) == cudaSuccess);
  int more = 5, by = 3, out = 0;
  void* to_add[] = {&device.value, &more};
  void* to_multiply[] = {&device.value, &by};
  cudaGraphNode_t fill, first, second, copy, host, empty;
  const cudaMemsetParams two = {device.value, 0, 2, 4, 1, 1};
  const cudaKernelNodeParams adds = kernel((void*)add, to_add),
                             multiplies = kernel((void*)multiply<int>, to_multiply);
  HOLDS(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &two) == cudaSuccess);
  HOLDS(cudaGraphAddKernelNode(&first, graph, &fill, 1, &adds) == cudaSuccess);
  HOLDS(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &multiplies) == cudaSuccess);
  HOLDS(cudaGraphAddDependencies(graph, &first, &second, nullptr, 1) == cudaSuccess);
  HOLDS(cudaGraphAddMemcpyNode1D(&copy, graph, &second, 1, &out, device.value, sizeof out,
                                 cudaMemcpyDeviceToHost) == cudaSuccess);
  const cudaHostNodeParams negates = {[](void* number) { *static_cast<int*>(number) *= -1; }, &out};
  HOLDS(cudaGraphAddHostNode(&host, graph, &copy, 1, &negates) == cudaSuccess);
  HOLDS(cudaGraphAddEmptyNode(&empty, graph, &host, 1) == cudaSuccess);
  more = by = 1000;  // the node has copies
  HOLDS(result(graph, device) == 21 && out == -21);

  std::size_t count = 8;
  cudaGraphNode_t nodes[8];
  HOLDS(cudaGraphGetNodes(graph, nodes, &count) == cudaSuccess && count == 6 && nodes[6] == nullptr);
  cudaGraphNodeType type;
  HOLDS(cudaGraphNodeGetType(host, &type) == cudaSuccess && type == cudaGraphNodeTypeHost);
  HOLDS(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count) == cudaSuccess && count == 5);
  HOLDS(cudaGraphNodeGetDependentNodes(first, nodes, nullptr, &(count = 8)) == cudaSuccess && count == 1);
  HOLDS(nodes[0] == second);
  HOLDS(cudaGraphDestroyNode(fill) == cudaSuccess && nodes_of(graph) == 5);
  HOLDS(cudaGraphGetRootNodes(graph, nodes, &(count = 8)) == cudaSuccess && count == 1 && nodes[0] == first);
  HOLDS(result(graph, device) == 15);
  HOLDS(cudaGraphDestroy(graph) == cudaSuccess);
  return 0;
}

extern "C" int test_wrong_nodes() {
  Device device;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t a, b, c;
  int more = 1;
  void* arguments[] = {&device.value, &more};
  HOLDS(cudaGraphCreate(&graph, 1) == cudaErrorInvalidValue && cudaGraphCreate(&graph, 0) == cudaSuccess);
  cudaKernelNodeParams adds = kernel((void*)add, arguments);
  HOLDS(cudaGraphAddKernelNode(&a, graph, nullptr, 0, &adds) == cudaSuccess);
  const cudaGraphNode_t twice[] = {a, a};
  HOLDS(cudaGraphAddEmptyNode(&b, graph, twice, 2) == cudaErrorInvalidValue);
  adds.blockDim = dim3(2000);
  HOLDS(cudaGraphAddKernelNode(&b, graph, &a, 1, &adds) == cudaErrorInvalidValue);
  HOLDS(cudaGraphAddEmptyNode(&b, graph, &a, 1) == cudaSuccess);
  HOLDS(cudaGraphAddEmptyNode(&c, graph, nullptr, 0) == cudaSuccess);
  HOLDS(cudaGraphAddDependencies(graph, &b, &b, nullptr, 1) == cudaErrorInvalidValue);
  HOLDS(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1) == cudaErrorInvalidValue);
  HOLDS(cudaGraphAddDependencies(graph, &b, &c, nullptr, 1) == cudaSuccess);
  HOLDS(cudaGraphRemoveDependencies(graph, &a, &c, nullptr, 1) == cudaErrorInvalidValue);
  cudaGraphExec_t exec = nullptr;
  HOLDS(cudaGraphAddDependencies(graph, &c, &a, nullptr, 1) == cudaSuccess);
  HOLDS(cudaGraphInstantiate(&exec, graph, 0) == cudaErrorInvalidValue);  // a cycle
  HOLDS(cudaGraphRemoveDependencies(graph, &c, &a, nullptr, 1) == cudaSuccess);
  HOLDS(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  HOLDS(cudaGraphDestroy(graph) == cudaSuccess);
  HOLDS(cudaGraphLaunch(exec, nullptr) == cudaSuccess && device.get() == 1);
  HOLDS(cudaGraphExecDestroy(exec) == cudaSuccess);
  return 0;
}

extern "C" int test_updates() {
  Device device;
  cudaGraph_t graph = nullptr, clone = nullptr, other = nullptr;
  cudaGraphNode_t a, b, found;
  int more = 1;
  void* arguments[] = {&device.value, &more};
  cudaGraphCreate(&graph, 0);
  const cudaKernelNodeParams adds = kernel((void*)add, arguments),
                             multiplies = kernel((void*)multiply<int>, arguments);
  cudaGraphAddKernelNode(&a, graph, nullptr, 0, &adds);
  cudaGraphAddKernelNode(&b, graph, &a, 1, &adds);
  cudaGraphExec_t exec = nullptr;
  HOLDS(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  more = 10;
  HOLDS(cudaGraphExecKernelNodeSetParams(exec, b, &adds) == cudaSuccess);
  HOLDS(cudaGraphLaunch(exec, nullptr) == cudaSuccess && device.get() == 11);
  HOLDS(cudaGraphExecKernelNodeSetParams(exec, b, &multiplies) == cudaSuccess);
  HOLDS(cudaGraphLaunch(exec, nullptr) == cudaSuccess && device.get() == 120);
  HOLDS(cudaGraphNodeSetEnabled(exec, b, 0) == cudaSuccess);
  HOLDS(cudaGraphLaunch(exec, nullptr) == cudaSuccess && device.get() == 121);
  HOLDS(cudaGraphNodeSetEnabled(exec, b, 1) == cudaSuccess);

  cudaGraphExecUpdateResultInfo info;
  HOLDS(cudaGraphClone(&clone, graph) == cudaSuccess);
  HOLDS(cudaGraphNodeFindInClone(&found, a, clone) == cudaSuccess && found != a);
  more = 100;
  HOLDS(cudaGraphKernelNodeSetParams(found, &adds) == cudaSuccess);
  HOLDS(cudaGraphExecUpdate(exec, clone, &info) == cudaSuccess);
  HOLDS(info.result == cudaGraphExecUpdateSuccess);
  HOLDS(cudaGraphLaunch(exec, nullptr) == cudaSuccess && device.get() == 222);
  HOLDS(result(graph, device) == 2);
  HOLDS(cudaGraphAddEmptyNode(&found, clone, nullptr, 0) == cudaSuccess);
  HOLDS(cudaGraphExecUpdate(exec, clone, &info) == cudaErrorGraphExecUpdateFailure);
  HOLDS(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGraphCreate(&other, 0);
  const cudaHostNodeParams nothing = {[](void*) {}, nullptr};
  cudaGraphAddKernelNode(&a, other, nullptr, 0, &adds);
  cudaGraphAddHostNode(&b, other, &a, 1, &nothing);
  HOLDS(cudaGraphExecUpdate(exec, other, &info) == cudaErrorGraphExecUpdateFailure);
  HOLDS(info.result == cudaGraphExecUpdateErrorNodeTypeChanged);
  HOLDS(cudaGetLastError() == cudaErrorGraphExecUpdateFailure);
  return 0;
}

extern "C" int test_children_and_events() {
  Device device;
  cudaGraph_t inner = nullptr, outer = nullptr;
  cudaGraphNode_t a, b, record, wait;
  int more = 1;
  void* arguments[] = {&device.value, &more};
  cudaGraphCreate(&inner, 0), cudaGraphCreate(&outer, 0);
  const cudaKernelNodeParams adds = kernel((void*)add, arguments);
  cudaGraphAddKernelNode(&a, inner, nullptr, 0, &adds);
  HOLDS(cudaGraphAddChildGraphNode(&a, outer, nullptr, 0, inner) == cudaSuccess);
  cudaGraphAddKernelNode(&b, inner, nullptr, 0, &adds);  // the child is a copy
  HOLDS(cudaGraphAddChildGraphNode(&b, outer, &a, 1, inner) == cudaSuccess);
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  HOLDS(cudaGraphAddEventWaitNode(&wait, outer, &b, 1, event) == cudaSuccess);
  HOLDS(cudaGraphAddEventRecordNode(&record, outer, &wait, 1, event) == cudaSuccess);
  cudaGraphNodeParams generic = {};
  generic.type = cudaGraphNodeTypeKernel;
  generic.kernel.func = (void*)add;
  generic.kernel.gridDim = generic.kernel.blockDim = dim3(1);
  generic.kernel.kernelParams = arguments;
  more = 30;
  HOLDS(cudaGraphAddNode(&a, outer, &record, nullptr, 1, &generic) == cudaSuccess);
  HOLDS(result(outer, device) == 33);
  HOLDS(cudaEventSynchronize(event) == cudaSuccess);
  return 0;
}

extern "C" int test_capture() {
  Device device;
  int* pinned = nullptr;
  cudaMallocHost(&pinned, sizeof(int));
  cudaStream_t stream = new_stream(), other = new_stream();
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  *pinned = 4;
  int host_calls = 0;
  cudaGraph_t graph = nullptr;
  cudaStreamCaptureStatus status;
  HOLDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  HOLDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaErrorIllegalState);
  HOLDS(cudaMemcpyAsync(device.value, pinned, sizeof(int), cudaMemcpyHostToDevice, stream) == cudaSuccess);
  add<<<1, 1, 0, stream>>>(device.value, 2);
  HOLDS(cudaEventRecord(event, stream) == cudaSuccess && cudaStreamWaitEvent(other, event) == cudaSuccess);
  HOLDS(cudaStreamIsCapturing(other, &status) == cudaSuccess && status == cudaStreamCaptureStatusActive);
  multiply<<<1, 1, 0, other>>>(device.value, 7);  // a template whose arguments are deduced
  HOLDS(cudaMemsetAsync(device.value + 1, 1, sizeof(int), stream) == cudaSuccess);
  HOLDS(cudaEventRecord(event, other) == cudaSuccess && cudaStreamWaitEvent(stream, event) == cudaSuccess);
  HOLDS(cudaLaunchHostFunc(
            stream, [](void* calls) { ++*static_cast<int*>(calls); }, &host_calls) == cudaSuccess);
  float ms = 0;
  HOLDS(cudaEventElapsedTime(&ms, event, event) == cudaErrorCapturedEvent);
  HOLDS(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  HOLDS(cudaStreamIsCapturing(other, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone);
  HOLDS(host_calls == 0 && device.get() == 0 && nodes_of(graph) == 5);
  std::size_t edges = 0;
  HOLDS(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges) == cudaSuccess && edges == 5);
  HOLDS(result(graph, device) == 42 && host_calls == 1);

  cudaGraphExec_t exec = nullptr;
  cudaGraph_t of_launch = nullptr;
  HOLDS(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  HOLDS(cudaGraphUpload(exec, stream) == cudaSuccess);
  *pinned = 1;
  for (int i = 0; i < 3; ++i) HOLDS(cudaGraphLaunch(exec, stream) == cudaSuccess);
  HOLDS(cudaStreamSynchronize(stream) == cudaSuccess && device.get() == 21 && host_calls == 4);
  HOLDS(cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  HOLDS(cudaGraphLaunch(exec, other) == cudaSuccess);
  HOLDS(cudaStreamEndCapture(other, &of_launch) == cudaSuccess);
  HOLDS(result(of_launch, device) == 21 && host_calls == 5);
  return 0;
}

/// What `call` returns while a stream with these flags is capturing, how the capture is then, and how it
/// ends.
template <class F>
bool gives(unsigned flags, cudaStreamCaptureMode mode, cudaError_t error, cudaStreamCaptureStatus left,
           cudaError_t end, const F& call) {
  cudaStream_t stream = new_stream(flags);
  cudaStreamCaptureStatus status;
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(stream, mode);
  const cudaError_t got = call(stream);
  cudaStreamIsCapturing(stream, &status);
  const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
  (void)cudaGetLastError();
  return got == error && status == left && ended == end && (graph != nullptr) == (end == cudaSuccess);
}

template <class F>
bool ends_capture(unsigned flags, cudaStreamCaptureMode mode, cudaError_t error, const F& call) {
  return gives(flags, mode, error, cudaStreamCaptureStatusInvalidated, cudaErrorStreamCaptureInvalidated,
               call);
}
template <class F>
bool keeps_capture(unsigned flags, cudaStreamCaptureMode mode, cudaError_t error, const F& call) {
  return gives(flags, mode, error, cudaStreamCaptureStatusActive, cudaSuccess, call);
}

extern "C" int test_wrong_captures() {
  constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal,
                                  kRelaxed = cudaStreamCaptureModeRelaxed;
  constexpr unsigned kBlocking = cudaStreamDefault, kNot = cudaStreamNonBlocking;
  Device device;
  cudaEvent_t recorded = nullptr, event = nullptr;
  cudaEventCreate(&recorded), cudaEventCreate(&event), cudaEventRecord(recorded);
  cudaStream_t other = new_stream();
  cudaGraph_t graph = nullptr;
  for (const unsigned flags : {kBlocking, kNot}) {
    const auto allocates = [](cudaStream_t) { return cudaMalloc(new void*, 4); };
    HOLDS(ends_capture(flags, kGlobal, cudaErrorStreamCaptureUnsupported, allocates));
    HOLDS(keeps_capture(flags, kRelaxed, cudaSuccess, allocates));
    const auto queries = [&](cudaStream_t) { return cudaEventQuery(recorded); };
    HOLDS(ends_capture(flags, kGlobal, cudaErrorStreamCaptureUnsupported, queries));
    for (const cudaStreamCaptureMode mode : {kGlobal, kRelaxed}) {
      HOLDS(ends_capture(flags, mode, cudaErrorStreamCaptureUnsupported,
                         [](cudaStream_t) { return cudaDeviceSynchronize(); }));
      HOLDS(ends_capture(flags, mode, cudaErrorStreamCaptureUnsupported,
                         [](cudaStream_t stream) { return cudaStreamSynchronize(stream); }));
      HOLDS(ends_capture(flags, mode, cudaErrorStreamCaptureUnsupported,
                         [](cudaStream_t stream) { return cudaStreamQuery(stream); }));
      HOLDS(ends_capture(flags, mode, cudaErrorStreamCaptureIsolation,
                         [&](cudaStream_t stream) { return cudaStreamWaitEvent(stream, recorded); }));
      HOLDS(ends_capture(flags, mode, cudaErrorCapturedEvent, [&](cudaStream_t stream) {
        cudaEventRecord(event, stream);
        return cudaEventSynchronize(event);
      }));
      HOLDS(ends_capture(flags, mode, cudaErrorStreamCaptureInvalidated, [&](cudaStream_t stream) {
        cudaDeviceSynchronize();
        return cudaMemsetAsync(device.value, 0, 4, stream);
      }));
      HOLDS(ends_capture(flags, mode, cudaErrorInvalidValue, [&](cudaStream_t stream) {
        add<<<1, 2000, 0, stream>>>(device.value, 1);
        return cudaGetLastError();
      }));
      HOLDS(ends_capture(flags, mode, cudaErrorStreamCaptureUnmatched, [&](cudaStream_t stream) {
        cudaEventRecord(event, stream), cudaStreamWaitEvent(other, event);
        return cudaStreamEndCapture(other, &graph);
      }));
      HOLDS(keeps_capture(flags, mode, cudaErrorIllegalState,
                          [&](cudaStream_t) { return cudaStreamEndCapture(other, &graph); }));
      HOLDS(ends_capture(flags, mode, cudaErrorStreamCaptureMerge, [&](cudaStream_t stream) {
        cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed);
        cudaEventRecord(event, other);
        const cudaError_t error = cudaStreamWaitEvent(stream, event);
        return cudaStreamEndCapture(other, &graph) == cudaErrorStreamCaptureInvalidated ? error
                                                                                        : cudaErrorUnknown;
      }));
      HOLDS(ends_capture(flags, mode, cudaErrorStreamCaptureImplicit, [&](cudaStream_t stream) {
        cudaEventRecord(event, stream);
        return cudaStreamWaitEvent(nullptr, event);
      }));
      HOLDS(gives(flags, mode, cudaSuccess, cudaStreamCaptureStatusActive, cudaErrorStreamCaptureUnjoined,
                  [&](cudaStream_t stream) {
                    cudaEventRecord(event, stream), cudaStreamWaitEvent(other, event);
                    add<<<1, 1, 0, other>>>(device.value, 1);
                    return cudaGetLastError();
                  }));
      HOLDS(keeps_capture(flags, mode, cudaSuccess, [&](cudaStream_t stream) {
        cudaEventRecord(event, stream);
        return cudaStreamWaitEvent(other, event);  // without work there
      }));
    }
  }
  // The legacy default stream waits for blocking streams.
  const auto fills = [&](cudaStream_t) { return cudaMemset(device.value, 0, 4); };
  const auto launches = [&](cudaStream_t) {
    add<<<1, 1>>>(device.value, 1);
    return cudaGetLastError();
  };
  cudaStreamCaptureStatus status;
  const auto asks = [&](cudaStream_t) { return cudaStreamIsCapturing(nullptr, &status); };
  HOLDS(ends_capture(kBlocking, kRelaxed, cudaErrorStreamCaptureImplicit, fills));
  HOLDS(ends_capture(kBlocking, kGlobal, cudaErrorStreamCaptureImplicit, launches));
  HOLDS(keeps_capture(kBlocking, kGlobal, cudaErrorStreamCaptureImplicit, asks));
  HOLDS(keeps_capture(kNot, kGlobal, cudaSuccess, fills));
  HOLDS(keeps_capture(kNot, kGlobal, cudaSuccess, launches));
  HOLDS(keeps_capture(kNot, kGlobal, cudaSuccess, asks));
  return 0;
}

/// Kernels by their addresses only.
extern "C" int test_untyped_kernels() {
  Device device;
  int more = 6;
  void* arguments[] = {&device.value, &more};
  const void* const kernels[] = {(void*)add, (const void*)multiply<int>, reinterpret_cast<const void*>(&add)};
  for (const void* function : kernels)
    HOLDS(cudaLaunchKernel(function, dim3(1), dim3(1), arguments, 0, nullptr) == cudaSuccess);
  HOLDS(device.get() == 42);
  void (*pointer)(int*, int) = multiply<int>;
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)pointer;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  HOLDS(cudaLaunchKernelExC(&config, parameters.func, arguments) == cudaSuccess && device.get() == 252);
  return 0;
}
