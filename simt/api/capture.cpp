// Streams that record their work in a graph. A capture is known by its streams, each with the nodes that its
// next one depends on; events carry such nodes from stream to stream.
#include <algorithm>
#include <list>
#include <map>
#include <utility>
#include <vector>

#include "graph_nodes.hpp"
#include "state.hpp"

using simt::set_error;
using simt::api::is_legacy;
using simt::api::is_recording;
using simt::api::is_stream;
using simt::api::Recorder;

namespace {

using Nodes = std::vector<cudaGraphNode_t>;

struct Capture {
  cudaGraph_t graph;
  cudaStream_t origin;
  cudaStreamCaptureMode mode;
  unsigned long long id;
  const void* host_thread;     // that began it
  bool is_into_graph = false;  // of the program's
  bool is_valid = true;
  std::map<cudaStream_t, Nodes> ends = {};
};

struct CapturedEvent {
  unsigned long long capture;
  Nodes nodes;
};

std::list<Capture>& captures() {
  static auto& all = *new std::list<Capture>;
  return all;
}
std::map<cudaEvent_t, CapturedEvent>& captured_events() {
  static auto& all = *new std::map<cudaEvent_t, CapturedEvent>;
  return all;
}
unsigned long long last_capture = 0;
Recorder* recorder = nullptr;
thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;
const void* this_thread() { return &thread_mode; }

Capture* capture_of(cudaStream_t stream) {
  for (Capture& capture : captures()) {
    if (capture.ends.count(stream) != 0) return &capture;
  }
  return nullptr;
}

Capture* capture_with(unsigned long long id) {
  for (Capture& capture : captures()) {
    if (capture.id == id) return &capture;
  }
  return nullptr;
}

cudaError_t invalidate(Capture& capture, cudaError_t error) {
  capture.is_valid = false;
  return set_error(error);
}

/// The legacy default stream would have to wait for the capture.
bool is_implied(const Capture& capture) {
  return std::any_of(capture.ends.begin(), capture.ends.end(),
                     [](const auto& end) { return simt::api::is_blocking(end.first); });
}

/// `error` if a capture is of that sort; all of these end.
template <class F>
cudaError_t invalidate_if(cudaError_t error, const F& is_concerned) {
  cudaError_t result = cudaSuccess;
  for (Capture& capture : captures()) {
    if (is_concerned(capture)) result = invalidate(capture, error);
  }
  return result;
}

void add_nodes(Nodes& nodes, const Nodes& more) {
  for (const cudaGraphNode_t node : more) {
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  }
}

void end_capture(const Capture& capture) {
  captures().remove_if([&](const Capture& other) { return other.id == capture.id; });
  simt::api::is_recording = !captures().empty();
}

}  // namespace

bool simt::api::is_recording = false;

simt::api::Recorder::Recorder() {
  recorder = this;
  is_recording = true;
}
simt::api::Recorder::~Recorder() {
  recorder = nullptr;
  is_recording = !captures().empty();
}

std::optional<cudaError_t> simt::api::record(cudaStream_t stream, const std::function<Work()>& work) {
  if (recorder != nullptr) {
    recorder->work = work();
    return cudaSuccess;
  }
  if (is_legacy(stream)) {
    const cudaError_t error = invalidate_if(cudaErrorStreamCaptureImplicit, is_implied);
    return error == cudaSuccess ? std::optional<cudaError_t>{} : error;
  }
  Capture* const capture = capture_of(stream);
  if (capture == nullptr) return {};
  if (!capture->is_valid) return set_error(cudaErrorStreamCaptureInvalidated);
  Nodes& ends = capture->ends[stream];
  ends = {add_node(capture->graph, ends, work())};
  return cudaSuccess;
}

cudaError_t simt::api::unsafe_call() {
  if (!is_recording || thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  return invalidate_if(cudaErrorStreamCaptureUnsupported, [](const Capture& capture) {
    if (capture.host_thread == this_thread()) return capture.mode != cudaStreamCaptureModeRelaxed;
    return capture.mode == cudaStreamCaptureModeGlobal && thread_mode == cudaStreamCaptureModeGlobal;
  });
}

cudaError_t simt::api::wait_for_device() {
  return invalidate_if(cudaErrorStreamCaptureUnsupported, [](const Capture&) { return true; });
}

cudaError_t simt::api::wait_for_stream(cudaStream_t stream) {
  if (!is_recording) return cudaSuccess;
  if (Capture* const capture = capture_of(stream); capture != nullptr)
    return invalidate(*capture, cudaErrorStreamCaptureUnsupported);
  const cudaError_t error =
      is_legacy(stream) ? invalidate_if(cudaErrorStreamCaptureImplicit, is_implied) : cudaSuccess;
  return error == cudaSuccess ? unsafe_call() : error;
}

cudaError_t simt::api::wait_for_event(cudaEvent_t event) {
  const auto found = captured_events().find(event);
  if (found == captured_events().end()) return unsafe_call();
  if (Capture* const capture = capture_with(found->second.capture); capture != nullptr)
    capture->is_valid = false;
  return set_error(cudaErrorCapturedEvent);
}

bool simt::api::invalidate_capture(cudaStream_t stream) {
  Capture* const capture = is_recording ? capture_of(stream) : nullptr;
  if (capture != nullptr) capture->is_valid = false;
  return capture != nullptr;
}

void simt::api::leave_capture(cudaStream_t stream) {
  Capture* const capture = is_recording ? capture_of(stream) : nullptr;
  if (capture == nullptr) return;
  const bool has_joined =
      stream != capture->origin && come_before(capture->ends[stream], capture->ends[capture->origin]);
  if (has_joined) {
    capture->ends.erase(stream);
  } else {
    capture->is_valid = false;
  }
}

std::optional<cudaError_t> simt::api::record_captured(cudaEvent_t event, cudaStream_t stream,
                                                      unsigned int flags) {
  if ((flags & cudaEventRecordExternal) != 0) {
    return captured(stream, [=] {
      return Work{cudaGraphNodeTypeEventRecord, [=](cudaStream_t in) { return record_event(event, in); }};
    });
  }
  captured_events().erase(event);
  if (!is_recording) return {};
  if (is_legacy(stream)) return record(stream, [] { return Work{}; });
  Capture* const capture = capture_of(stream);
  if (capture == nullptr) return {};
  if (!capture->is_valid) return set_error(cudaErrorStreamCaptureInvalidated);
  captured_events()[event] = {capture->id, capture->ends[stream]};
  return cudaSuccess;
}

std::optional<cudaError_t> simt::api::wait_captured(cudaStream_t stream, cudaEvent_t event,
                                                    unsigned int flags) {
  const auto found = captured_events().find(event);
  Capture* const own = capture_of(stream);
  if (own != nullptr && !own->is_valid) return set_error(cudaErrorStreamCaptureInvalidated);
  if (own != nullptr && (flags & cudaEventWaitExternal) != 0) {
    return record(stream, [=] {
      return Work{cudaGraphNodeTypeWaitEvent, [=](cudaStream_t in) { return wait_for_event_in(in, event); }};
    });
  }
  if (found == captured_events().end()) {
    if (own == nullptr) return {};
    return invalidate(*own, cudaErrorStreamCaptureIsolation);
  }
  Capture* const other = capture_with(found->second.capture);
  if (other == nullptr) return set_error(cudaErrorCapturedEvent);
  if (is_legacy(stream)) return invalidate(*other, cudaErrorStreamCaptureImplicit);
  if (own != nullptr && own != other) {
    own->is_valid = false;
    return invalidate(*other, cudaErrorStreamCaptureMerge);
  }
  if (!other->is_valid) return set_error(cudaErrorStreamCaptureInvalidated);
  add_nodes(other->ends[stream], found->second.nodes);
  return cudaSuccess;
}

bool simt::api::is_captured(cudaEvent_t event) { return captured_events().count(event) != 0; }
void simt::api::forget_captured(cudaEvent_t event) { captured_events().erase(event); }

namespace {

/// `graph`: null for a new one.
cudaError_t begin_capture(cudaStream_t stream, cudaGraph_t graph, Nodes before, cudaStreamCaptureMode mode) {
  if (mode > cudaStreamCaptureModeRelaxed) return set_error(cudaErrorInvalidValue);
  if (!is_stream(stream)) return set_error(cudaErrorInvalidResourceHandle);
  if (is_legacy(stream)) return set_error(cudaErrorStreamCaptureUnsupported);
  if (capture_of(stream) != nullptr) return set_error(cudaErrorIllegalState);
  const bool is_new = graph == nullptr;
  captures().push_back(
      {is_new ? simt::api::new_graph() : graph, stream, mode, ++last_capture, this_thread(), !is_new});
  captures().back().ends[stream] = std::move(before);
  is_recording = true;
  return cudaSuccess;
}

/// Nothing, if one is not of that graph.
std::optional<Nodes> nodes_of(const CUgraph_st* graph, const cudaGraphNode_t* given, std::size_t count,
                              const char* call) {
  if (given == nullptr) return count == 0 ? std::optional<Nodes>(Nodes{}) : std::nullopt;
  simt::check::api_reads(call, given, count * sizeof *given);
  for (std::size_t i = 0; i < count; ++i) {
    if (!simt::api::is_node(given[i]) || given[i]->graph != graph) return std::nullopt;
  }
  return Nodes(given, given + count);
}

}  // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  SIMT_NEEDS_DEVICE;
  return begin_capture(stream, nullptr, {}, mode);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
                                          std::size_t count, cudaStreamCaptureMode mode) {
  SIMT_NEEDS_DEVICE;
  if (edges != nullptr) return set_error(cudaErrorNotSupported);
  if (!simt::api::graphs().has(graph)) return set_error(cudaErrorInvalidValue);
  auto before = nodes_of(graph, dependencies, count, "cudaStreamBeginCaptureToGraph");
  return before ? begin_capture(stream, graph, std::move(*before), mode) : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* edges, std::size_t count,
                                                unsigned int flags) {
  SIMT_NEEDS_DEVICE;
  if (edges != nullptr) return set_error(cudaErrorNotSupported);
  Capture* const capture = capture_of(stream);
  if (capture == nullptr) return set_error(cudaErrorIllegalState);
  if (!capture->is_valid) return set_error(cudaErrorStreamCaptureInvalidated);
  const auto before = nodes_of(capture->graph, dependencies, count, "cudaStreamUpdateCaptureDependencies");
  if (!before || flags > cudaStreamSetCaptureDependencies) return set_error(cudaErrorInvalidValue);
  if (flags == cudaStreamSetCaptureDependencies) capture->ends[stream].clear();
  add_nodes(capture->ends[stream], *before);
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  SIMT_NEEDS_DEVICE;
  Capture* const capture = capture_of(stream);
  if (graph == nullptr && (capture == nullptr || !capture->is_into_graph))
    return set_error(cudaErrorInvalidValue);
  cudaGraph_t unused = nullptr;
  if (graph == nullptr)
    graph = &unused;
  else
    simt::check::api_writes("cudaStreamEndCapture", graph, sizeof *graph);
  *graph = nullptr;
  if (capture == nullptr) return set_error(cudaErrorIllegalState);
  if (capture->origin != stream) {
    return capture->is_valid ? invalidate(*capture, cudaErrorStreamCaptureUnmatched)
                             : set_error(cudaErrorStreamCaptureInvalidated);
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->host_thread != this_thread())
    return set_error(cudaErrorStreamCaptureWrongThread);
  const Nodes& ends = capture->ends[stream];
  const bool is_joined = std::all_of(capture->ends.begin(), capture->ends.end(), [&](const auto& other) {
    return simt::api::come_before(other.second, ends);
  });
  const cudaError_t error = !capture->is_valid ? cudaErrorStreamCaptureInvalidated
                            : is_joined        ? cudaSuccess
                                               : cudaErrorStreamCaptureUnjoined;
  if (error == cudaSuccess) {
    *graph = capture->graph;
  } else if (!capture->is_into_graph) {
    simt::api::delete_graph(capture->graph);
  }
  end_capture(*capture);
  return error == cudaSuccess ? error : set_error(error);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
  SIMT_NEEDS_DEVICE;
  if (status == nullptr) return set_error(cudaErrorInvalidValue);
  if (!is_stream(stream)) return set_error(cudaErrorInvalidResourceHandle);
  const bool is_implicit = is_legacy(stream) && std::any_of(captures().begin(), captures().end(), is_implied);
  if (is_implicit) return set_error(cudaErrorStreamCaptureImplicit);
  const auto give = [](auto* to, const auto& value) {
    if (to == nullptr) return;
    simt::check::api_writes("cudaStreamGetCaptureInfo", to, sizeof *to);
    *to = value;
  };
  Capture* const capture = capture_of(stream);
  give(status, capture == nullptr  ? cudaStreamCaptureStatusNone
               : capture->is_valid ? cudaStreamCaptureStatusActive
                                   : cudaStreamCaptureStatusInvalidated);
  if (capture == nullptr || !capture->is_valid) return cudaSuccess;
  const Nodes& ends = capture->ends[stream];
  give(id, capture->id);
  give(graph, capture->graph);
  give(dependencies, ends.data());
  give(edges, nullptr);
  give(count, ends.size());
  return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status, nullptr, nullptr, nullptr, nullptr, nullptr);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  SIMT_HOST_CALL;
  if (mode == nullptr || *mode > cudaStreamCaptureModeRelaxed) return set_error(cudaErrorInvalidValue);
  std::swap(*mode, thread_mode);
  return cudaSuccess;
}
