// Executable graphs. One is a plan: the nodes in an order that their edges allow, each in a chain. A chain is
// a stream of the plan's own, so that the checkers see what the edges order, and nothing else.
#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "graph_nodes.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/stream_order.hpp"
#include "state.hpp"

using simt::set_error;
using simt::api::graphs;
using simt::api::Made;
using simt::api::set_work;
using simt::api::Work;
using simt::core::StreamOrder;

namespace simt::api {

struct Step {
  Work work;
  std::vector<std::size_t> before;  // steps
  std::uint64_t id;                 // of its node
  std::size_t chain = 0;
  bool is_enabled = true;
};

static std::vector<cudaStream_t>& spare_chains() {
  static auto& all = *new std::vector<cudaStream_t>;
  return all;
}

void keep_chain(cudaStream_t chain) { spare_chains().push_back(chain); }

cudaStream_t new_chain() {
  if (spare_chains().empty()) {
    const auto fresh = reinterpret_cast<cudaStream_t>(new char);
    StreamOrder::instance().add_stream(fresh, true);
    return fresh;
  }
  const cudaStream_t chain = spare_chains().back();
  spare_chains().pop_back();
  return chain;
}

struct Plan {
  std::vector<Step> steps;
  std::vector<cudaStream_t> chains;
  std::vector<cudaGraphConditionalHandle> handles = {};  // that a launch assigns
  StreamOrder::Clock last = {};                          // of its last launch, which the next one follows
  bool frees = false;                                    // what its last launch has left allocated

  Plan() = default;
  Plan(const Plan& other) : steps(other.steps), handles(other.handles) {
    for (std::size_t i = 0; i < other.chains.size(); ++i) chains.push_back(new_chain());
  }
  Plan& operator=(const Plan&) = delete;
  ~Plan() {
    for (const cudaStream_t chain : chains) keep_chain(chain);
  }
};

}  // namespace simt::api

using simt::api::Plan;
using simt::api::Step;

struct CUgraphExec_st {
  std::shared_ptr<Plan> plan;
};

namespace {

simt::api::Handles<CUgraphExec_st>& execs() {
  static auto& all = *new simt::api::Handles<CUgraphExec_st>;
  return all;
}
cudaError_t run(Plan& plan, cudaStream_t stream) {
  StreamOrder& order = StreamOrder::instance();
  for (const cudaGraphConditionalHandle handle : plan.handles) simt::api::assign(handle);
  StreamOrder::Clock begin = order.before_next(stream);
  StreamOrder::join(begin, plan.last);
  StreamOrder::Clock end = begin;
  std::vector<StreamOrder::Clock> done;
  for (const Step& step : plan.steps) {
    StreamOrder::Clock clock = begin;
    for (const std::size_t before : step.before) StreamOrder::join(clock, done[before]);
    const cudaStream_t chain = plan.chains[step.chain];
    order.restart(chain, clock);
    if (step.is_enabled && step.work.run) {
      if (const cudaError_t error = step.work.run(chain); error != cudaSuccess) return error;
    }
    done.push_back(order.before_next(chain));
    StreamOrder::join(end, done.back());
  }
  plan.last = end;
  order.join_stream(stream, end);
  return cudaSuccess;
}

/// What a conditional node with these plans of its graphs does.
cudaError_t run(const simt::api::Condition& condition, const std::vector<std::shared_ptr<Plan>>& plans,
                cudaStream_t stream) {
  for (;;) {
    const unsigned value = simt::api::value_of(condition.handle);
    const std::size_t chosen = condition.type == cudaGraphCondTypeSwitch ? value : value != 0 ? 0 : 1;
    if (chosen >= plans.size()) return cudaSuccess;
    if (const cudaError_t error = run(*plans[chosen], stream); error != cudaSuccess) return error;
    if (condition.type != cudaGraphCondTypeWhile) return cudaSuccess;
  }
}

std::shared_ptr<Plan> plan_of(const CUgraph_st& graph);

/// False: the edges of one of its graphs have a cycle.
bool make_conditional(Work& work) {
  std::vector<std::shared_ptr<Plan>> plans;
  for (const cudaGraph_t graph : work.condition->graphs) {
    plans.push_back(plan_of(*graph));
    if (plans.back() == nullptr) return false;
  }
  work.run = [condition = work.condition, plans](cudaStream_t stream) {
    return run(*condition, plans, stream);
  };
  return true;
}

/// Null: the edges have a cycle.
std::shared_ptr<Plan> plan_of(const CUgraph_st& graph) {
  auto plan = std::make_shared<Plan>();
  plan->handles = simt::api::assigned_handles(graph);
  std::map<cudaGraphNode_t, std::size_t> places;
  std::vector<bool> is_end;  // whether nothing has continued the step's chain
  for (bool found = true; found && places.size() < graph.nodes.size();) {
    found = false;
    for (const auto& node : graph.nodes) {
      if (places.count(node.get()) != 0) continue;
      Step step{node->work, {}, node->id};
      for (const cudaGraphNode_t before : node->before) {
        if (const auto place = places.find(before); place != places.end())
          step.before.push_back(place->second);
      }
      if (step.before.size() < node->before.size()) continue;
      if (step.work.condition != nullptr && !make_conditional(step.work)) return nullptr;
      const auto end = std::find_if(step.before.begin(), step.before.end(),
                                    [&](std::size_t before) { return is_end[before]; });
      step.chain = end != step.before.end() ? plan->steps[*end].chain : plan->chains.size();
      if (end != step.before.end()) {
        is_end[*end] = false;
      } else {
        plan->chains.push_back(simt::api::new_chain());
      }
      is_end.push_back(true);
      places[node.get()] = plan->steps.size();
      plan->steps.push_back(std::move(step));
      found = true;
    }
  }
  return places.size() == graph.nodes.size() ? plan : nullptr;
}

bool has_memory(const Step& step) { return step.work.memory != nullptr; }

/// What the last launch has left allocated. False: the graph does not free it itself.
bool make_memory_free(const Plan& plan, cudaStream_t stream) {
  using simt::core::DeviceMemory;
  for (const Step& step : plan.steps) {
    const auto address = reinterpret_cast<std::uintptr_t>(step.work.memory);
    if (step.work.type != cudaGraphNodeTypeMemAlloc || DeviceMemory::instance().find(address) == nullptr)
      continue;
    if (!plan.frees) return false;
    StreamOrder::instance().enqueue(stream, false);
    (void)DeviceMemory::instance().release(step.work.memory);
  }
  return true;
}

/// A graph within another, or a launch that is captured.
Work child(const std::shared_ptr<Plan>& plan) {
  return {cudaGraphNodeTypeGraph, [plan](cudaStream_t stream) { return run(*plan, stream); }};
}

Step* step_of(cudaGraphExec_t exec, cudaGraphNode_t node) {
  if (!execs().has(exec) || !simt::api::is_node(node)) return nullptr;
  for (Step& step : exec->plan->steps) {
    if (step.id == node->id) return &step;
  }
  return nullptr;
}

cudaError_t set(cudaGraphExec_t exec, cudaGraphNode_t node, Made made) {
  SIMT_HOST_CALL;
  Step* const step = step_of(exec, node);
  return step == nullptr ? set_error(cudaErrorInvalidValue) : set_work(step->work, std::move(made));
}

}  // namespace

simt::api::Made simt::api::child_work(cudaGraph_t graph) {
  if (!graphs().has(graph)) return Made{cudaErrorInvalidValue, {}};
  if (has_memory(*graph) || has_conditions(*graph)) return Made{cudaErrorNotSupported, {}};
  const auto plan = plan_of(*graph);
  return plan == nullptr ? Made{cudaErrorInvalidValue, {}} : Made{cudaSuccess, child(plan)};
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  SIMT_HOST_CALL;
  constexpr unsigned long long kKnown = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                        cudaGraphInstantiateFlagUpload |
                                        cudaGraphInstantiateFlagUseNodePriority;
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) return set_error(cudaErrorNotSupported);
  if ((flags & ~kKnown) != 0 || !graphs().has(graph)) return set_error(cudaErrorInvalidValue);
  auto plan = plan_of(*graph);
  if (plan == nullptr) return set_error(cudaErrorInvalidValue);
  const cudaError_t error = execs().make("cudaGraphInstantiate", exec);
  if (error != cudaSuccess) return error;
  plan->frees = (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
  (*exec)->plan = std::move(plan);
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  SIMT_HOST_CALL;
  if (parameters == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaGraphInstantiateWithParams", parameters, sizeof *parameters);
  const cudaError_t error = cudaGraphInstantiate(exec, graph, parameters->flags);
  parameters->errNode_out = nullptr;
  parameters->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return error;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  SIMT_NEEDS_DEVICE;
  if (!execs().has(exec)) return set_error(cudaErrorInvalidValue);
  return simt::api::is_stream(stream) ? cudaSuccess : set_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  SIMT_NEEDS_DEVICE;
  if (!execs().has(exec)) return set_error(cudaErrorInvalidValue);
  if (!simt::api::is_stream(stream)) return set_error(cudaErrorInvalidResourceHandle);
  const bool allocates = std::any_of(exec->plan->steps.begin(), exec->plan->steps.end(), has_memory);
  if (allocates && simt::api::invalidate_capture(stream)) return set_error(cudaErrorNotSupported);
  if (!make_memory_free(*exec->plan, stream)) return set_error(cudaErrorInvalidValue, "cudaGraphLaunch");
  const auto copied = [&] { return child(std::make_shared<Plan>(*exec->plan)); };
  if (const auto taken = simt::api::captured(stream, copied)) return *taken;
  const std::shared_ptr<Plan> plan = exec->plan;  // a host node may destroy it
  return run(*plan, stream);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  SIMT_HOST_CALL;
  return execs().destroy(exec) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  SIMT_NEEDS_DEVICE;
  if (!execs().has(exec) || !graphs().has(graph) || info == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaGraphExecUpdate", info, sizeof *info);
  const std::shared_ptr<Plan> fresh = plan_of(*graph);
  std::vector<Step>& old = exec->plan->steps;
  const auto is_like = [](const auto& member) {
    return [&member](const Step& a, const Step& b) { return member(a) == member(b); };
  };
  const auto edges = [](const Step& step) { return step.before; };
  const auto type = [](const Step& step) { return step.work.type; };
  const auto agrees = [&](const auto& of) {
    return std::equal(old.begin(), old.end(), fresh->steps.begin(), fresh->steps.end(), is_like(of));
  };
  info->errorNode = info->errorFromNode = nullptr;
  info->result = simt::api::has_memory(*graph)        ? cudaGraphExecUpdateErrorNotSupported
                 : fresh == nullptr || !agrees(edges) ? cudaGraphExecUpdateErrorTopologyChanged
                 : !agrees(type)                      ? cudaGraphExecUpdateErrorNodeTypeChanged
                                                      : cudaGraphExecUpdateSuccess;
  if (info->result != cudaGraphExecUpdateSuccess) return set_error(cudaErrorGraphExecUpdateFailure);
  for (std::size_t i = 0; i < old.size(); ++i) old[i].work = std::move(fresh->steps[i].work);
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return set(exec, node, simt::api::kernel_work(parameters));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* copy) {
  return set(exec, node, simt::api::copy_work(copy, SIMT_CALLER));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return set(exec, node, simt::api::copy_work(to, from, bytes, kind, SIMT_CALLER));
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return set(exec, node, simt::api::fill_work(parameters, SIMT_CALLER));
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return set(exec, node, simt::api::host_work(parameters));
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int is_enabled) {
  SIMT_HOST_CALL;
  Step* const step = step_of(exec, node);
  const bool is_possible = step != nullptr && step->work.type <= cudaGraphNodeTypeMemset;
  if (!is_possible) return set_error(cudaErrorInvalidValue);
  step->is_enabled = is_enabled != 0;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int* is_enabled) {
  SIMT_HOST_CALL;
  const Step* const step = step_of(exec, node);
  if (step == nullptr || is_enabled == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaGraphNodeGetEnabled", is_enabled, sizeof *is_enabled);
  *is_enabled = step->is_enabled ? 1 : 0;
  return cudaSuccess;
}
