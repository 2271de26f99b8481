// nvcc: accepts
void instantiate(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagUseNodePriority);
  cudaGraphInstantiateParams parameters = {};
  cudaGraphInstantiateWithParams(&exec, graph, &parameters);
}
