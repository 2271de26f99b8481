// Streams and events. Each call has done its work when it returns, so that a stream is a name and an event a
// point in time.
#include <chrono>
#include <new>
#include <simt/runtime_api.hpp>

struct CUstream_st {};
struct CUevent_st {
  bool recorded = false;
  std::chrono::steady_clock::time_point at;
};

using simt::set_error;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  *stream = new (std::nothrow) CUstream_st;
  return *stream != nullptr ? cudaSuccess : set_error(cudaErrorMemoryAllocation);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) { return cudaStreamCreate(stream); }

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int, int) {
  return cudaStreamCreate(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (stream == nullptr) return set_error(cudaErrorInvalidResourceHandle);
  delete stream;
  return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int) { return cudaSuccess; }

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new (std::nothrow) CUevent_st;
  return *event != nullptr ? cudaSuccess : set_error(cudaErrorMemoryAllocation);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int) { return cudaEventCreate(event); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (event == nullptr) return set_error(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (event == nullptr) return set_error(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->at = std::chrono::steady_clock::now();
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return event != nullptr ? cudaSuccess : set_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return cudaEventQuery(event); }

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (start == nullptr || stop == nullptr || !start->recorded || !stop->recorded) {
    return set_error(cudaErrorInvalidResourceHandle);
  }
  *milliseconds = std::chrono::duration<float, std::milli>(stop->at - start->at).count();
  return cudaSuccess;
}
