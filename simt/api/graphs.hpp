// Work that is kept in graphs, and what a stream's capture makes of calls.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <simt/graphs.hpp>
#include <vector>

#include "simt/core/watch.hpp"

namespace simt::api {

#define SIMT_HIDDEN __attribute__((visibility("hidden")))

struct Condition;

/// What a node does, when its turn comes, in that stream.
struct Work {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::function<cudaError_t(cudaStream_t)> run = {};  // empty: nothing
  void* memory = nullptr;                             // of a node that allocates or frees
  std::shared_ptr<const Condition> condition = {};    // of a conditional node, whose plan makes `run`
};

/// Whether any stream is capturing, or a node takes the next launch.
extern bool is_recording SIMT_HIDDEN;
/// Takes the work that is put into any stream during its lifetime.
class Recorder {
 public:
  Recorder() SIMT_HIDDEN;
  ~Recorder() SIMT_HIDDEN;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  Work work;
};
[[nodiscard]] std::optional<cudaError_t> record(cudaStream_t stream,
                                                const std::function<Work()>& work) SIMT_HIDDEN;

/// First in a call that puts work into a stream: its result if a capture takes the work or forbids it.
template <class F>
[[nodiscard]] std::optional<cudaError_t> captured(cudaStream_t stream, const F& work) {
  if (!is_recording) [[likely]]
    return {};
  return record(stream, work);
}

/// First in calls that a capture forbids: their error, or cudaSuccess. `unsafe_call` is any that may wait for
/// other work; captures in relaxed mode allow it.
[[nodiscard]] cudaError_t unsafe_call() SIMT_HIDDEN;
[[nodiscard]] cudaError_t wait_for_device() SIMT_HIDDEN;
[[nodiscard]] cudaError_t wait_for_stream(cudaStream_t stream) SIMT_HIDDEN;
[[nodiscard]] cudaError_t wait_for_event(cudaEvent_t event) SIMT_HIDDEN;
/// Ends what the stream records: a call was wrong. False: it records nothing.
bool invalidate_capture(cudaStream_t stream) SIMT_HIDDEN;
/// The stream ends: so does what it records, unless another stream waits for all of it.
void leave_capture(cudaStream_t stream) SIMT_HIDDEN;

/// Of an event that is recorded in a capture, or that a stream of one waits for.
[[nodiscard]] std::optional<cudaError_t> record_captured(cudaEvent_t event, cudaStream_t stream,
                                                         unsigned int flags) SIMT_HIDDEN;
[[nodiscard]] std::optional<cudaError_t> wait_captured(cudaStream_t stream, cudaEvent_t event,
                                                       unsigned int flags) SIMT_HIDDEN;
[[nodiscard]] bool is_captured(cudaEvent_t event) SIMT_HIDDEN;
void forget_captured(cudaEvent_t event) SIMT_HIDDEN;

[[nodiscard]] inline bool is_legacy(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy;
}

/// Without a look at captures.
[[nodiscard]] bool is_event(cudaEvent_t event) SIMT_HIDDEN;
[[nodiscard]] bool is_stream(cudaStream_t stream) SIMT_HIDDEN;
[[nodiscard]] bool is_blocking(cudaStream_t stream) SIMT_HIDDEN;
cudaError_t record_event(cudaEvent_t event, cudaStream_t stream) SIMT_HIDDEN;
cudaError_t wait_for_event_in(cudaStream_t stream, cudaEvent_t event) SIMT_HIDDEN;
cudaError_t copy_box(const char* call, const cudaMemcpy3DParms& copy, std::optional<cudaStream_t> stream,
                     std::uintptr_t pc) SIMT_HIDDEN;
/// What a node of a graph writes in each row.
struct RowWriter {
  cudaGraphNodeType node;
  std::function<void(void*)> write;
};
cudaError_t write_rows(const char* call, const core::Rows& to, const RowWriter& writer, cudaStream_t stream,
                       std::uintptr_t pc) SIMT_HIDDEN;
/// `bytes` of `value` in each element of the rows.
cudaError_t fill_rows(const char* call, const core::Rows& to, unsigned value, unsigned bytes,
                      cudaStream_t stream, std::uintptr_t pc) SIMT_HIDDEN;

/// A stream that exists only for the checkers. They are kept and used again, as streams have no end there.
[[nodiscard]] cudaStream_t new_chain() SIMT_HIDDEN;
void keep_chain(cudaStream_t chain) SIMT_HIDDEN;

/// A graph's nodes, for the calls that capture.
[[nodiscard]] cudaGraph_t new_graph() SIMT_HIDDEN;
void delete_graph(cudaGraph_t graph) SIMT_HIDDEN;
[[nodiscard]] cudaGraphNode_t add_node(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& before,
                                       Work work) SIMT_HIDDEN;
/// Whether the nodes, and what comes before them, are all of the graph's that `ends` and what comes before
/// these are.
[[nodiscard]] bool come_before(const std::vector<cudaGraphNode_t>& nodes,
                               const std::vector<cudaGraphNode_t>& ends) SIMT_HIDDEN;

}  // namespace simt::api
