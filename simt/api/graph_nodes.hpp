// Graphs as the two files see them that implement the API: nodes with their work and edges.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "graphs.hpp"
#include "state.hpp"

namespace simt::api {
/// Of nodes that allocate it, and that free it.
struct GraphMemory {
  void* begin = nullptr;
  std::size_t bytes = 0;

  explicit GraphMemory(std::size_t wanted) : bytes(wanted) {}
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;
  ~GraphMemory() SIMT_HIDDEN;
};

/// Of a node that runs one of its graphs, or none, by the value of a handle.
struct Condition {
  cudaGraphConditionalHandle handle = 0;
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::vector<cudaGraph_t> graphs = {};  // its own

  Condition() = default;
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;
  ~Condition() SIMT_HIDDEN;
};
}  // namespace simt::api

struct CUgraphNode_st {
  cudaGraph_t graph;
  simt::api::Work work;
  std::vector<cudaGraphNode_t> before;
  std::uint64_t id;  // a copy keeps it
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes = {};
  // What nodes have freed, and no other node uses again.
  std::vector<std::pair<std::shared_ptr<simt::api::GraphMemory>, cudaGraphNode_t>> freed = {};
};

namespace simt::api {

/// The graphs in use.
[[nodiscard]] Handles<CUgraph_st>& graphs() SIMT_HIDDEN;
[[nodiscard]] bool is_node(cudaGraphNode_t node) SIMT_HIDDEN;

/// What a node with these parameters does, or the error of such parameters.
using Made = std::pair<cudaError_t, Work>;
[[nodiscard]] Made kernel_work(const cudaKernelNodeParams* given) SIMT_HIDDEN;
[[nodiscard]] Made copy_work(const cudaMemcpy3DParms* copy, std::uintptr_t pc) SIMT_HIDDEN;
[[nodiscard]] Made copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                             std::uintptr_t pc) SIMT_HIDDEN;
[[nodiscard]] Made fill_work(const cudaMemsetParams* given, std::uintptr_t pc) SIMT_HIDDEN;
[[nodiscard]] Made host_work(const cudaHostNodeParams* given) SIMT_HIDDEN;
/// Null: there is not as much.
[[nodiscard]] std::shared_ptr<GraphMemory> new_graph_memory(std::size_t bytes) SIMT_HIDDEN;
/// Null for other memory.
[[nodiscard]] std::shared_ptr<GraphMemory> graph_memory_at(void* address) SIMT_HIDDEN;
[[nodiscard]] Made alloc_work(const std::shared_ptr<GraphMemory>& memory) SIMT_HIDDEN;
[[nodiscard]] Made free_work(const std::shared_ptr<GraphMemory>& memory) SIMT_HIDDEN;
/// Of a node of the graph. Its graphs are given back.
[[nodiscard]] Made condition_work(cudaConditionalNodeParams& given, cudaGraph_t graph) SIMT_HIDDEN;
[[nodiscard]] unsigned value_of(cudaGraphConditionalHandle handle) SIMT_HIDDEN;
/// Those of the graph's handles that a launch gives their values.
[[nodiscard]] std::vector<cudaGraphConditionalHandle> assigned_handles(const CUgraph_st& graph) SIMT_HIDDEN;
void assign(cudaGraphConditionalHandle handle) SIMT_HIDDEN;
/// Such a graph is in no other, and has no copies.
[[nodiscard]] bool has_conditions(const CUgraph_st& graph) SIMT_HIDDEN;
/// Whether nodes allocate or free. Such a graph is in no other, and has no copies.
[[nodiscard]] bool has_memory(const CUgraph_st& graph) SIMT_HIDDEN;
/// All of the graph, as it is now.
[[nodiscard]] Made child_work(cudaGraph_t graph) SIMT_HIDDEN;

/// A node's new work is of the old kind.
cudaError_t set_work(Work& work, Made made) SIMT_HIDDEN;

}  // namespace simt::api
