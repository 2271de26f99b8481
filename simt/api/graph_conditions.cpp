// Conditional nodes of graphs, and the handles whose values they look at, which kernels set. The checkers
// know nothing of these values: a kernel that sets one comes before the node that looks at it by the graph's
// edges.
#include <algorithm>
#include <utility>
#include <vector>

#include "graph_nodes.hpp"
#include "state.hpp"

using simt::set_error;
using simt::api::graphs;

namespace {

struct Handle {
  const CUgraph_st* graph = nullptr;
  unsigned initial = 0, value = 0;
  bool is_assigned = false;
};
/// By number, from 1.
std::vector<Handle>& handles() {
  static auto& all = *new std::vector<Handle>;
  return all;
}
Handle* handle_with(cudaGraphConditionalHandle number) {
  return number - 1 < handles().size() ? &handles()[number - 1] : nullptr;
}

}  // namespace

simt::api::Condition::~Condition() {
  for (const cudaGraph_t graph : graphs) delete_graph(graph);
}

simt::api::Made simt::api::condition_work(cudaConditionalNodeParams& given, cudaGraph_t graph) {
  const Handle* const handle = handle_with(given.handle);
  const unsigned most = given.type == cudaGraphCondTypeIf      ? 2
                        : given.type == cudaGraphCondTypeWhile ? 1
                                                               : ~0U;
  if (handle == nullptr || handle->graph != graph || given.type > cudaGraphCondTypeSwitch || given.size < 1 ||
      given.size > most)
    return {cudaErrorInvalidValue, {}};
  const auto condition = std::make_shared<Condition>();
  condition->handle = given.handle;
  condition->type = given.type;
  for (unsigned i = 0; i < given.size; ++i) condition->graphs.push_back(new_graph());
  given.phGraph_out = condition->graphs.data();
  Work work{cudaGraphNodeTypeConditional};
  work.condition = condition;
  return {cudaSuccess, std::move(work)};
}

unsigned simt::api::value_of(cudaGraphConditionalHandle handle) { return handle_with(handle)->value; }

std::vector<cudaGraphConditionalHandle> simt::api::assigned_handles(const CUgraph_st& graph) {
  std::vector<cudaGraphConditionalHandle> found;
  for (std::size_t i = 0; i < handles().size(); ++i) {
    if (handles()[i].graph == &graph && handles()[i].is_assigned) found.push_back(i + 1);
  }
  return found;
}

void simt::api::assign(cudaGraphConditionalHandle handle) {
  handle_with(handle)->value = handle_with(handle)->initial;
}

bool simt::api::has_conditions(const CUgraph_st& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [](const auto& node) { return node->work.condition != nullptr; });
}

void simt::set_condition(cudaGraphConditionalHandle handle, unsigned int value) {
  SIMT_ANY_CALL;
  if (Handle* const known = handle_with(handle); known != nullptr) known->value = value;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned int value, unsigned int flags) {
  SIMT_HOST_CALL;
  if (handle == nullptr || !graphs().has(graph) || flags > cudaGraphCondAssignDefault)
    return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaGraphConditionalHandleCreate", handle, sizeof *handle);
  handles().push_back({graph, value, value, flags == cudaGraphCondAssignDefault});
  *handle = handles().size();
  return cudaSuccess;
}
