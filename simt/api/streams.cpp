// Streams and events. Each call completes before it returns, so a stream is a name and an event a point in
// time.
#include <cstdint>
#include <simt/runtime_api.hpp>

#include "device_launches.hpp"
#include "graphs.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/frame_copies.hpp"
#include "simt/core/stream_order.hpp"
#include "simt/hooks/calls.hpp"
#include "state.hpp"

struct CUstream_st {
  unsigned int flags = 0;
  int priority = 0;
};
struct CUevent_st {
  bool recorded = false;
  std::uint64_t at = 0;
};

/// First in every call on a stream.
#define SIMT_NEEDS_STREAM(STREAM) \
  SIMT_NEEDS_DEVICE;              \
  if (!simt::api::is_stream(STREAM)) return set_error(cudaErrorInvalidResourceHandle)

using simt::set_error;
using simt::api::Handles;
using simt::core::StreamOrder;

namespace {

Handles<CUstream_st>& streams() {
  static auto& all = *new Handles<CUstream_st>;
  return all;
}

Handles<CUevent_st>& events() {
  static auto& all = *new Handles<CUevent_st>;
  return all;
}

constexpr int kHighestPriority = -5;
constexpr float kLaunchMilliseconds = 0.01F;

}  // namespace

/// The default streams are 0, 1 and 2.
bool simt::api::is_stream(cudaStream_t stream) {
  return reinterpret_cast<std::uintptr_t>(stream) <= 2 || streams().has(stream);
}

bool simt::api::is_blocking(cudaStream_t stream) {
  return !is_legacy(stream) && (!streams().has(stream) || stream->flags != cudaStreamNonBlocking);
}

bool simt::api::is_event(cudaEvent_t event) { return events().has(event); }

cudaError_t simt::api::record_event(cudaEvent_t event, cudaStream_t stream) {
  if (!events().has(event)) return set_error(cudaErrorInvalidResourceHandle);
  StreamOrder::instance().record(event, stream);
  event->recorded = true;
  event->at = simt::core::launches_begun();
  return cudaSuccess;
}

cudaError_t simt::api::wait_for_event_in(cudaStream_t stream, cudaEvent_t event) {
  if (!events().has(event)) return set_error(cudaErrorInvalidResourceHandle);
  StreamOrder::instance().wait(stream, event);
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  if (simt::api::in_device_code()) return simt::api::create_device_stream(stream, SIMT_CALLER);
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  SIMT_HOST_CALL;
  if (flags > cudaStreamNonBlocking) return set_error(cudaErrorInvalidValue);
  if (const cudaError_t error = streams().make("cudaStreamCreate", stream); error != cudaSuccess)
    return error;
  StreamOrder::instance().add_stream(*stream, flags == cudaStreamNonBlocking);
  (*stream)->flags = flags;
  (*stream)->priority = priority < kHighestPriority ? kHighestPriority : priority > 0 ? 0 : priority;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) simt::check::api_writes("cudaDeviceGetStreamPriorityRange", least, sizeof *least);
  if (greatest != nullptr)
    simt::check::api_writes("cudaDeviceGetStreamPriorityRange", greatest, sizeof *greatest);
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = kHighestPriority;
  return cudaSuccess;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value) {
  SIMT_NEEDS_STREAM(stream);
  if (value == nullptr) return set_error(cudaErrorInvalidValue);
  const bool is_hint =
      attribute == cudaLaunchAttributeAccessPolicyWindow || attribute == cudaLaunchAttributePriority;
  return is_hint ? cudaSuccess : set_error(cudaErrorNotSupported);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* memory, std::size_t bytes,
                                     unsigned int flags) {
  SIMT_NEEDS_STREAM(stream);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const simt::core::Allocation* managed = simt::core::DeviceMemory::instance().find(begin);
  const bool is_whole = managed != nullptr && managed->kind == simt::MemoryKind::Managed &&
                        managed->begin == begin && (bytes == 0 || bytes == managed->bytes());
  const bool is_known =
      flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
  return is_whole && is_known ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  SIMT_NEEDS_STREAM(stream);
  if (priority == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaStreamGetPriority", priority, sizeof *priority);
  *priority = streams().has(stream) ? stream->priority : 0;
  return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  SIMT_NEEDS_STREAM(stream);
  if (flags == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaStreamGetFlags", flags, sizeof *flags);
  *flags = streams().has(stream) ? stream->flags : cudaStreamDefault;
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  SIMT_ANY_CALL;
  if (simt::api::in_device_code()) return simt::api::destroy_device_stream(stream);
  simt::api::leave_capture(stream);
  return streams().destroy(stream) ? cudaSuccess : set_error(cudaErrorInvalidResourceHandle);
}

/// Not an error of the program's: cudaGetLastError() doesn't return it.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  SIMT_NEEDS_STREAM(stream);
  if (const cudaError_t error = simt::api::wait_for_stream(stream); error != cudaSuccess) return error;
  return StreamOrder::instance().is_done(stream) ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  SIMT_NEEDS_STREAM(stream);
  if (const cudaError_t error = simt::api::wait_for_stream(stream); error != cudaSuccess) return error;
  StreamOrder::instance().enqueue(stream, true);
  return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  if (simt::api::in_device_code()) return simt::api::wait_for_device_event(stream, event);
  SIMT_NEEDS_STREAM(stream);
  if (!events().has(event)) return set_error(cudaErrorInvalidResourceHandle);
  if (const auto taken = simt::api::wait_captured(stream, event, flags)) return *taken;
  return simt::api::wait_for_event_in(stream, event);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  SIMT_NEEDS_STREAM(stream);
  if (function == nullptr) return set_error(cudaErrorInvalidValue);
  simt::core::require_call_target(reinterpret_cast<std::uintptr_t>(function), SIMT_CALLER);
  const auto call = [=](cudaStream_t in) {
    StreamOrder::instance().enqueue(in, false);
    const StreamOrder::HostCall in_stream(in);
    const simt::core::Unfollowed unfollowed;
    simt::core::call_back(function, user_data);
    return cudaSuccess;
  };
  const auto work = [&] { return simt::api::Work{cudaGraphNodeTypeHost, call}; };
  if (const auto taken = simt::api::captured(stream, work)) return *taken;
  return call(stream);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned int flags) {
  SIMT_NEEDS_STREAM(stream);
  if (callback == nullptr || flags != 0) return set_error(cudaErrorInvalidValue);
  simt::core::require_call_target(reinterpret_cast<std::uintptr_t>(callback), SIMT_CALLER);
  if (const cudaError_t error = simt::api::wait_for_stream(stream); error != cudaSuccess) return error;
  StreamOrder::instance().enqueue(stream, false);
  const StreamOrder::HostCall in_stream(stream);
  const simt::core::Unfollowed unfollowed;
  simt::core::call_back(callback, stream, cudaSuccess, user_data);
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return events().make("cudaEventCreate", event); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int) {
  if (simt::api::in_device_code()) return simt::api::create_device_event(event, SIMT_CALLER);
  return cudaEventCreate(event);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  SIMT_ANY_CALL;
  if (simt::api::in_device_code()) return simt::api::destroy_device_event(event);
  StreamOrder::instance().forget(event);
  simt::api::forget_captured(event);
  return events().destroy(event) ? cudaSuccess : set_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  if (simt::api::in_device_code()) return simt::api::record_device_event(event, stream);
  SIMT_NEEDS_STREAM(stream);
  if (!events().has(event)) return set_error(cudaErrorInvalidResourceHandle);
  if (const auto taken = simt::api::record_captured(event, stream, flags)) return *taken;
  return simt::api::record_event(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  SIMT_NEEDS_DEVICE;
  if (!events().has(event)) return set_error(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = simt::api::wait_for_event(event); error != cudaSuccess) return error;
  return StreamOrder::instance().is_done(event) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  SIMT_NEEDS_DEVICE;
  if (!events().has(event)) return set_error(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = simt::api::wait_for_event(event); error != cudaSuccess) return error;
  StreamOrder::instance().host_waits_for(event);
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  SIMT_NEEDS_DEVICE;
  if (simt::api::is_captured(start) || simt::api::is_captured(stop)) return set_error(cudaErrorCapturedEvent);
  if (!events().has(start) || !events().has(stop) || !start->recorded || !stop->recorded) {
    return set_error(cudaErrorInvalidResourceHandle);
  }
  for (const cudaEvent_t event : {start, stop}) StreamOrder::instance().host_waits_for(event);
  simt::check::api_writes("cudaEventElapsedTime", milliseconds, sizeof *milliseconds);
  // Counts launches, not time: a kernel's duration would reveal its input to host code.
  *milliseconds = static_cast<float>(static_cast<std::int64_t>(stop->at - start->at)) * kLaunchMilliseconds;
  return cudaSuccess;
}
