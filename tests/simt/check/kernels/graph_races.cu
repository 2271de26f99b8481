// Graphs with work that their edges order, and with work that they don't.
#include <cuda_runtime.h>

namespace {

__global__ void write(int* out) { out[threadIdx.x] = 1; }
__global__ void read(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

cudaGraphNode_t add(cudaGraph_t graph, void* kernel, void** arguments, cudaGraphNode_t before) {
  cudaKernelNodeParams parameters = {};
  parameters.func = kernel;
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(32);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  cudaGraphAddKernelNode(&node, graph, &before, before != nullptr ? 1 : 0, &parameters);
  return node;
}

void launch(cudaGraph_t graph, cudaStream_t stream) {
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

cudaStream_t new_stream() {
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return stream;
}

}  // namespace

/// `write` and `read` of A in a graph. `kind` 0: no path between them; 1: an edge; 2: a path over empty
/// nodes; 3: one before a child that the other is in; 4: both in children without a path.
extern "C" void run_nodes(int* A, int* C, int kind) {
  cudaGraph_t graph = nullptr, child = nullptr;
  cudaGraphCreate(&graph, 0), cudaGraphCreate(&child, 0);
  void *to_write[] = {&A}, *to_read[] = {&A, &C};
  cudaGraphNode_t writes = nullptr, between[2] = {};
  if (kind == 4) {
    cudaGraph_t other = nullptr;
    cudaGraphCreate(&other, 0);
    add(other, (void*)write, to_write, nullptr);
    cudaGraphAddChildGraphNode(&writes, graph, nullptr, 0, other);
  } else {
    writes = add(graph, (void*)write, to_write, nullptr);
  }
  if (kind == 2) {
    cudaGraphAddEmptyNode(&between[0], graph, &writes, 1);
    cudaGraphAddEmptyNode(&between[1], graph, &between[0], 1);
  }
  if (kind < 3) {
    add(graph, (void*)read, to_read, kind == 0 ? nullptr : kind == 1 ? writes : between[1]);
  } else {
    add(child, (void*)read, to_read, nullptr);
    cudaGraphAddChildGraphNode(&between[0], graph, &writes, kind == 3 ? 1 : 0, child);
  }
  launch(graph, nullptr);
  cudaDeviceSynchronize();
}

/// The same, captured in two streams, with a fill instead of `write` where `fills`. `kind` 0: the second does
/// not wait for the work; 1: it does.
extern "C" void run_captured(int* A, int* C, int kind, bool fills) {
  const cudaStream_t one = new_stream(), two = new_stream();
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  if (kind == 0) cudaEventRecord(event, one);
  if (fills) {
    cudaMemsetAsync(A, 0, 32 * sizeof(int), one);
  } else {
    write<<<1, 32, 0, one>>>(A);
  }
  if (kind == 1) cudaEventRecord(event, one);
  cudaStreamWaitEvent(two, event);
  read<<<1, 32, 0, two>>>(A, C);
  cudaEventRecord(event, two);
  cudaStreamWaitEvent(one, event);
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(one, &graph);
  launch(graph, one);
  cudaStreamSynchronize(one);
}

/// A graph that writes A, and a kernel that reads it. `kind` 0: in another stream; 1: behind it in its
/// stream; 2: before it in another stream; 3: in another stream after the host has waited; 4: in another
/// graph on another stream; 5: two launches of one graph in two streams, which come one after the other.
extern "C" void run_beside(int* A, int* C, int kind) {
  const cudaStream_t one = new_stream(), two = new_stream();
  void *to_write[] = {&A}, *to_read[] = {&A, &C};
  cudaGraph_t graph = nullptr, other = nullptr;
  cudaGraphCreate(&graph, 0), cudaGraphCreate(&other, 0);
  add(graph, (void*)write, to_write, nullptr);
  add(other, (void*)read, to_read, nullptr);
  if (kind == 5) {
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, one), cudaGraphLaunch(exec, two);
    cudaDeviceSynchronize();
    return;
  }
  if (kind == 2) read<<<1, 32, 0, two>>>(A, C);
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, one);
  if (kind == 3) cudaStreamSynchronize(one);
  if (kind == 4) launch(other, two);
  if (kind != 2 && kind != 4) read<<<1, 32, 0, kind == 1 ? one : two>>>(A, C);
  cudaDeviceSynchronize();
}
