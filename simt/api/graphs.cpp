// Graphs. A node is work and the nodes before it. An executable graph is a plan: the nodes in an order that
// their edges allow, each in a chain. A chain is a stream of the plan's own, so that the checkers see what
// the edges order, and nothing else.
#include "graphs.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <simt/launch.hpp>
#include <utility>
#include <vector>

#include "graph_nodes.hpp"
#include "simt/core/frame_copies.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/stream_order.hpp"
#include "state.hpp"

using simt::set_error;
using simt::api::graphs;
using simt::api::Made;
using simt::api::set_work;
using simt::api::Work;
using simt::core::StreamOrder;

namespace {

using Nodes = std::vector<cudaGraphNode_t>;

std::set<cudaGraphNode_t>& nodes() {
  static auto& all = *new std::set<cudaGraphNode_t>;
  return all;
}
std::uint64_t last_id = 0;

bool has(const Nodes& all, cudaGraphNode_t node) {
  return std::find(all.begin(), all.end(), node) != all.end();
}

cudaGraphNode_t add(cudaGraph_t graph, Nodes before, Work work, std::uint64_t id) {
  graph->nodes.push_back(
      std::make_unique<CUgraphNode_st>(CUgraphNode_st{graph, std::move(work), std::move(before), id}));
  nodes().insert(graph->nodes.back().get());
  return graph->nodes.back().get();
}

cudaGraphNode_t node_with(cudaGraph_t graph, std::uint64_t id) {
  for (const auto& node : graph->nodes) {
    if (node->id == id) return node.get();
  }
  return nullptr;
}

void copy_nodes(cudaGraph_t to, const CUgraph_st& from) {
  for (const auto& node : from.nodes) add(to, {}, node->work, node->id);
  for (std::size_t i = 0; i < from.nodes.size(); ++i) {
    for (const cudaGraphNode_t before : from.nodes[i]->before)
      to->nodes[i]->before.push_back(node_with(to, before->id));
  }
}

bool are_ordinary(const cudaGraphEdgeData* edges, std::size_t count) {
  if (edges == nullptr) return true;
  simt::check::api_reads("cudaGraphAddDependencies", edges, count * sizeof *edges);
  return std::all_of(edges, edges + count, [](const cudaGraphEdgeData& edge) {
    return edge.from_port == 0 && edge.to_port == 0 && edge.type == cudaGraphDependencyTypeDefault;
  });
}

Made wrong(cudaError_t error) { return {error, {}}; }

Made event_work(cudaEvent_t event, cudaGraphNodeType type) {
  if (!simt::api::is_event(event)) return wrong(cudaErrorInvalidResourceHandle);
  const auto call = type == cudaGraphNodeTypeEventRecord ? simt::api::record_event
                                                         : [](cudaEvent_t awaited, cudaStream_t in) {
                                                             return simt::api::wait_for_event_in(in, awaited);
                                                           };
  return {cudaSuccess, {type, [=](cudaStream_t stream) { return call(event, stream); }}};
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before, std::size_t count,
                Made made) {
  constexpr const char* kCall = "cudaGraphAddNode";
  if (made.first != cudaSuccess) return set_error(made.first, kCall);
  if (node == nullptr || !graphs().has(graph) || (before == nullptr && count != 0))
    return set_error(cudaErrorInvalidValue, kCall);
  simt::check::api_writes(kCall, node, sizeof *node);
  if (count != 0) simt::check::api_reads(kCall, before, count * sizeof *before);
  Nodes all;
  for (std::size_t i = 0; i < count; ++i) {
    if (nodes().count(before[i]) == 0 || before[i]->graph != graph || has(all, before[i]))
      return set_error(cudaErrorInvalidValue, kCall);
    all.push_back(before[i]);
  }
  *node = add(graph, std::move(all), std::move(made.second), ++last_id);
  return cudaSuccess;
}

cudaError_t set(cudaGraphNode_t node, Made made) {
  SIMT_HOST_CALL;
  return nodes().count(node) == 0 ? set_error(cudaErrorInvalidValue) : set_work(node->work, std::move(made));
}

/// As CUDA gives lists: without an array their length, else as many as fit, and null behind the last.
template <class T>
cudaError_t give(const char* call, const std::vector<T>& all, T* target, std::size_t* count) {
  if (count == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes(call, count, sizeof *count);
  if (target == nullptr) {
    *count = all.size();
    return cudaSuccess;
  }
  simt::check::api_writes(call, target, *count * sizeof *target);
  for (std::size_t i = 0; i < *count; ++i) target[i] = i < all.size() ? all[i] : T{};
  *count = std::min(*count, all.size());
  return cudaSuccess;
}

Nodes after(cudaGraphNode_t node) {
  Nodes all;
  for (const auto& other : node->graph->nodes) {
    if (has(other->before, node)) all.push_back(other.get());
  }
  return all;
}

template <class F>
cudaError_t change_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                         const cudaGraphEdgeData* edges, std::size_t count, const F& change) {
  SIMT_NEEDS_DEVICE;
  if (!graphs().has(graph) || (count != 0 && (from == nullptr || to == nullptr)))
    return set_error(cudaErrorInvalidValue);
  if (!are_ordinary(edges, count)) return set_error(cudaErrorNotSupported);
  for (std::size_t i = 0; i < count; ++i) {
    const bool are_of_graph = nodes().count(from[i]) != 0 && nodes().count(to[i]) != 0 &&
                              from[i]->graph == graph && to[i]->graph == graph && from[i] != to[i];
    if (!are_of_graph || !change(to[i]->before, from[i])) return set_error(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

}  // namespace

simt::api::Handles<CUgraph_st>& simt::api::graphs() {
  static auto& all = *new Handles<CUgraph_st>;
  return all;
}

bool simt::api::is_node(cudaGraphNode_t node) { return nodes().count(node) != 0; }

simt::api::Made simt::api::kernel_work(const cudaKernelNodeParams* given) {
  if (given == nullptr) return wrong(cudaErrorInvalidValue);
  simt::check::api_reads("cudaGraphAddKernelNode", given, sizeof *given);
  const cudaKernelNodeParams& kernel = *given;
  if (kernel.func == nullptr || kernel.extra != nullptr) return wrong(cudaErrorInvalidValue);
  simt::api::Recorder recorder;
  const simt::LaunchConfig config(kernel.gridDim, kernel.blockDim, kernel.sharedMemBytes);
  const cudaError_t error = simt::launch_untyped(config, kernel.func, kernel.kernelParams);
  return {error == cudaSuccess ? error : cudaErrorInvalidValue, std::move(recorder.work)};
}

simt::api::Made simt::api::copy_work(const cudaMemcpy3DParms* copy, std::uintptr_t pc) {
  if (copy == nullptr) return wrong(cudaErrorInvalidValue);
  simt::check::api_reads("cudaGraphAddMemcpyNode", copy, sizeof *copy);
  simt::api::Recorder recorder;
  const cudaError_t error = simt::api::copy_box("cudaGraphAddMemcpyNode", *copy, nullptr, pc);
  return {error, std::move(recorder.work)};
}

simt::api::Made simt::api::copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                     std::uintptr_t pc) {
  if (bytes == 0) return wrong(cudaErrorInvalidValue);
  simt::api::Recorder recorder;
  const cudaError_t error =
      simt::api::copy_rows("cudaGraphAddMemcpyNode1D", simt::api::rows(to, bytes, bytes, 1),
                           simt::api::rows(from, bytes, bytes, 1), kind, {}, pc);
  return {error, std::move(recorder.work)};
}

simt::api::Made simt::api::fill_work(const cudaMemsetParams* given, std::uintptr_t pc) {
  if (given == nullptr) return wrong(cudaErrorInvalidValue);
  simt::check::api_reads("cudaGraphAddMemsetNode", given, sizeof *given);
  const cudaMemsetParams& fill = *given;
  const unsigned bytes = fill.elementSize;
  const bool is_possible = (bytes == 1 || bytes == 2 || bytes == 4) && fill.width > 0 && fill.height > 0 &&
                           (bytes == 4 || fill.value >> 8 * bytes == 0);
  if (!is_possible) return wrong(cudaErrorInvalidValue);
  const std::size_t width = fill.width * bytes;
  simt::api::Recorder recorder;
  const cudaError_t error = simt::api::fill_rows(
      "cudaGraphAddMemsetNode",
      simt::api::rows(fill.dst, fill.height == 1 ? width : fill.pitch, width, fill.height), fill.value, bytes,
      nullptr, pc);
  return {error, std::move(recorder.work)};
}

simt::api::Made simt::api::host_work(const cudaHostNodeParams* given) {
  if (given == nullptr) return wrong(cudaErrorInvalidValue);
  simt::check::api_reads("cudaGraphAddHostNode", given, sizeof *given);
  if (given->fn == nullptr) return wrong(cudaErrorInvalidValue);
  return {cudaSuccess, {cudaGraphNodeTypeHost, [call = *given](cudaStream_t stream) {
                          StreamOrder::instance().enqueue(stream, false);
                          const StreamOrder::HostCall in_stream(stream);
                          core::call_back(call.fn, call.userData);
                          return cudaSuccess;
                        }}};
}

cudaError_t simt::api::set_work(Work& work, Made made) {
  if (made.first != cudaSuccess) return set_error(made.first);
  if (work.type != made.second.type) return set_error(cudaErrorInvalidValue);
  work = std::move(made.second);
  return cudaSuccess;
}

namespace simt::api {

bool has_memory(const CUgraph_st& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [](const auto& node) { return node->work.memory != nullptr; });
}

cudaGraph_t new_graph() { return graphs().make(); }

void delete_graph(cudaGraph_t graph) {
  for (const auto& node : graph->nodes) nodes().erase(node.get());
  (void)graphs().destroy(graph);
}

cudaGraphNode_t add_node(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& before, Work work) {
  return add(graph, before, std::move(work), ++last_id);
}

bool come_before(const std::vector<cudaGraphNode_t>& some, const std::vector<cudaGraphNode_t>& ends) {
  Nodes reached = ends;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const cudaGraphNode_t node : reached[i]->before) {
      if (!has(reached, node)) reached.push_back(node);
    }
  }
  return std::all_of(some.begin(), some.end(), [&](cudaGraphNode_t node) { return has(reached, node); });
}

}  // namespace simt::api

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  return flags != 0 ? set_error(cudaErrorInvalidValue) : graphs().make("cudaGraphCreate", graph);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  SIMT_HOST_CALL;
  if (!graphs().has(graph)) return set_error(cudaErrorInvalidValue);
  simt::api::delete_graph(graph);
  return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  SIMT_HOST_CALL;
  if (!graphs().has(graph)) return set_error(cudaErrorInvalidValue);
  if (simt::api::has_memory(*graph) || simt::api::has_conditions(*graph))
    return set_error(cudaErrorNotSupported);
  const cudaError_t error = graphs().make("cudaGraphClone", clone);
  if (error == cudaSuccess) copy_nodes(*clone, *graph);
  return error;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
  SIMT_HOST_CALL;
  if (node == nullptr || nodes().count(original) == 0 || !graphs().has(clone))
    return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaGraphNodeFindInClone", node, sizeof *node);
  *node = node_with(clone, original->id);
  return *node != nullptr ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   std::size_t count, const cudaKernelNodeParams* parameters) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, simt::api::kernel_work(parameters));
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   std::size_t count, const cudaMemcpy3DParms* copy) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, simt::api::copy_work(copy, SIMT_CALLER));
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, simt::api::copy_work(to, from, bytes, kind, SIMT_CALLER));
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                   std::size_t count, const cudaMemsetParams* parameters) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, simt::api::fill_work(parameters, SIMT_CALLER));
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                 std::size_t count, const cudaHostNodeParams* parameters) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, simt::api::host_work(parameters));
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                  std::size_t count) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, Made{cudaSuccess, {}});
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* before, std::size_t count, cudaEvent_t event) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, event_work(event, cudaGraphNodeTypeEventRecord));
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                      std::size_t count, cudaEvent_t event) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, event_work(event, cudaGraphNodeTypeWaitEvent));
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* before, std::size_t count, cudaGraph_t inner) {
  SIMT_NEEDS_DEVICE;
  return add(node, graph, before, count, simt::api::child_work(inner));
}

/// The node's memory is what an earlier node has freed, if that always comes before this one.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                     std::size_t count, cudaMemAllocNodeParams* parameters) {
  SIMT_NEEDS_DEVICE;
  if (parameters == nullptr || !graphs().has(graph) || (before == nullptr && count != 0))
    return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaGraphAddMemAllocNode", parameters, sizeof *parameters);
  const cudaMemPoolProps& pool = parameters->poolProps;
  const bool is_possible = pool.allocType == cudaMemAllocationTypePinned && pool.location.id == 0 &&
                           pool.location.type == cudaMemLocationTypeDevice && parameters->bytesize != 0;
  const bool are_nodes =
      std::all_of(before, before + count, [](cudaGraphNode_t each) { return nodes().count(each) != 0; });
  if (!is_possible || !are_nodes) return set_error(cudaErrorInvalidValue);
  const auto free = std::find_if(graph->freed.begin(), graph->freed.end(), [&](const auto& each) {
    return each.first->bytes == parameters->bytesize &&
           simt::api::come_before({each.second}, Nodes(before, before + count));
  });
  const auto memory =
      free != graph->freed.end() ? free->first : simt::api::new_graph_memory(parameters->bytesize);
  const cudaError_t error = add(node, graph, before, count, simt::api::alloc_work(memory));
  if (error != cudaSuccess) return error;
  if (free != graph->freed.end()) graph->freed.erase(free);
  parameters->dptr = memory->begin;
  return cudaSuccess;
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                    std::size_t count, void* memory) {
  SIMT_NEEDS_DEVICE;
  const auto freed = simt::api::graph_memory_at(memory);
  const cudaError_t error = add(node, graph, before, count, simt::api::free_work(freed));
  if (error == cudaSuccess) graph->freed.emplace_back(freed, *node);
  return error;
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                             const cudaGraphEdgeData* edges, std::size_t count,
                             cudaGraphNodeParams* parameters) {
  SIMT_NEEDS_DEVICE;
  if (parameters == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_reads("cudaGraphAddNode", parameters, sizeof *parameters);
  if (!are_ordinary(edges, count)) return set_error(cudaErrorNotSupported);
  if (parameters->type == cudaGraphNodeTypeMemAlloc)
    return cudaGraphAddMemAllocNode(node, graph, before, count, &parameters->alloc);
  if (parameters->type == cudaGraphNodeTypeMemFree)
    return cudaGraphAddMemFreeNode(node, graph, before, count, parameters->free.dptr);
  const auto made = [&](std::uintptr_t pc) {
    switch (parameters->type) {
      case cudaGraphNodeTypeKernel:
        return simt::api::kernel_work(&parameters->kernel);
      case cudaGraphNodeTypeMemcpy:
        return simt::api::copy_work(&parameters->memcpy.copyParams, pc);
      case cudaGraphNodeTypeMemset:
        return simt::api::fill_work(&parameters->memset, pc);
      case cudaGraphNodeTypeHost:
        return simt::api::host_work(&parameters->host);
      case cudaGraphNodeTypeGraph:
        return simt::api::child_work(parameters->graph.graph);
      case cudaGraphNodeTypeEmpty:
        return Made{cudaSuccess, {}};
      case cudaGraphNodeTypeWaitEvent:
        return event_work(parameters->eventWait.event, parameters->type);
      case cudaGraphNodeTypeEventRecord:
        return event_work(parameters->eventRecord.event, parameters->type);
      case cudaGraphNodeTypeConditional:
        return simt::api::condition_work(parameters->conditional, graph);
      default:
        return wrong(cudaErrorNotSupported);
    }
  };
  return add(node, graph, before, count, made(SIMT_CALLER));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                     std::size_t count) {
  SIMT_HOST_CALL;
  return change_edges(graph, from, to, edges, count, [](Nodes& before, cudaGraphNode_t node) {
    if (has(before, node)) return false;
    before.push_back(node);
    return true;
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        std::size_t count) {
  SIMT_HOST_CALL;
  return change_edges(graph, from, to, edges, count, [](Nodes& before, cudaGraphNode_t node) {
    const auto place = std::find(before.begin(), before.end(), node);
    if (place == before.end()) return false;
    before.erase(place);
    return true;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  SIMT_NEEDS_DEVICE;
  if (nodes().count(node) != 0 && node->work.memory != nullptr) return set_error(cudaErrorNotSupported);
  if (nodes().erase(node) == 0) return set_error(cudaErrorInvalidValue);
  auto& all = node->graph->nodes;
  for (const cudaGraphNode_t later : after(node))
    later->before.erase(std::find(later->before.begin(), later->before.end(), node));
  all.erase(std::find_if(all.begin(), all.end(), [&](const auto& other) { return other.get() == node; }));
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  SIMT_HOST_CALL;
  if (nodes().count(node) == 0 || type == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaGraphNodeGetType", type, sizeof *type);
  *type = node->work.type;
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* target, std::size_t* count) {
  SIMT_HOST_CALL;
  if (!graphs().has(graph)) return set_error(cudaErrorInvalidValue);
  Nodes all;
  for (const auto& node : graph->nodes) all.push_back(node.get());
  return give("cudaGraphGetNodes", all, target, count);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* target, std::size_t* count) {
  SIMT_HOST_CALL;
  if (!graphs().has(graph)) return set_error(cudaErrorInvalidValue);
  Nodes all;
  for (const auto& node : graph->nodes) {
    if (node->before.empty()) all.push_back(node.get());
  }
  return give("cudaGraphGetRootNodes", all, target, count);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, std::size_t* count) {
  SIMT_HOST_CALL;
  if (!graphs().has(graph) || count == nullptr || (from == nullptr) != (to == nullptr))
    return set_error(cudaErrorInvalidValue);
  Nodes begins, ends;
  for (const auto& node : graph->nodes) {
    for (const cudaGraphNode_t before : node->before) {
      begins.push_back(before);
      ends.push_back(node.get());
    }
  }
  std::size_t same = *count;
  if (edges != nullptr) give("cudaGraphGetEdges", std::vector<cudaGraphEdgeData>(ends.size()), edges, &same);
  same = *count;
  give("cudaGraphGetEdges", begins, from, &same);
  return give("cudaGraphGetEdges", ends, to, count);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* target,
                                         cudaGraphEdgeData* edges, std::size_t* count) {
  SIMT_HOST_CALL;
  if (nodes().count(node) == 0 || edges != nullptr) return set_error(cudaErrorInvalidValue);
  return give("cudaGraphNodeGetDependencies", node->before, target, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* target,
                                           cudaGraphEdgeData* edges, std::size_t* count) {
  SIMT_HOST_CALL;
  if (nodes().count(node) == 0 || edges != nullptr) return set_error(cudaErrorInvalidValue);
  return give("cudaGraphNodeGetDependentNodes", after(node), target, count);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return set(node, simt::api::kernel_work(parameters));
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* copy) {
  return set(node, simt::api::copy_work(copy, SIMT_CALLER));
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  return set(node, simt::api::copy_work(to, from, bytes, kind, SIMT_CALLER));
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return set(node, simt::api::fill_work(parameters, SIMT_CALLER));
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return set(node, simt::api::host_work(parameters));
}
