// Streams and events. Each call has done its work when it returns, so that a stream is a name and an event a
// point in time.
#include <chrono>
#include <new>
#include <set>
#include <simt/runtime_api.hpp>

#include "simt/check/api_calls.hpp"

struct CUstream_st {};
struct CUevent_st {
  bool recorded = false;
  std::chrono::steady_clock::time_point at;
};

using simt::set_error;

namespace {

/// The handles that were given out: any other pointer is refused, not followed.
template <class Thing>
class Handles {
 public:
  cudaError_t make(const char* call, Thing** handle) {
    simt::check::api_writes(call, handle, sizeof(void*));
    auto* const made = new (std::nothrow) Thing;
    if (made == nullptr) return set_error(cudaErrorMemoryAllocation);
    live_.insert(made);
    *handle = made;
    return cudaSuccess;
  }
  cudaError_t destroy(Thing* handle) {
    if (live_.erase(handle) == 0) return set_error(cudaErrorInvalidResourceHandle);
    delete handle;
    return cudaSuccess;
  }
  [[nodiscard]] bool has(Thing* handle) const { return live_.count(handle) != 0; }

 private:
  std::set<Thing*> live_;
};

Handles<CUstream_st>& streams() {
  static auto& all = *new Handles<CUstream_st>;
  return all;
}

Handles<CUevent_st>& events() {
  static auto& all = *new Handles<CUevent_st>;
  return all;
}

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return streams().make("cudaStreamCreate", stream); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) { return cudaStreamCreate(stream); }

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int, int) {
  return cudaStreamCreate(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) { return streams().destroy(stream); }

cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int) { return cudaSuccess; }

cudaError_t cudaEventCreate(cudaEvent_t* event) { return events().make("cudaEventCreate", event); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int) { return cudaEventCreate(event); }

cudaError_t cudaEventDestroy(cudaEvent_t event) { return events().destroy(event); }

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (!events().has(event)) return set_error(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->at = std::chrono::steady_clock::now();
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return events().has(event) ? cudaSuccess : set_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return cudaEventQuery(event); }

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (!events().has(start) || !events().has(stop) || !start->recorded || !stop->recorded) {
    return set_error(cudaErrorInvalidResourceHandle);
  }
  simt::check::api_writes("cudaEventElapsedTime", milliseconds, sizeof *milliseconds);
  *milliseconds = std::chrono::duration<float, std::milli>(stop->at - start->at).count();
  return cudaSuccess;
}
