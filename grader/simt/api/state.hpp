// What the calls of the API share: the answer of a device that can't be used any more, and handles.
#pragma once

#include <new>
#include <set>
#include <simt/runtime_api.hpp>

#include "simt/check/api_calls.hpp"
#include "simt/core/launch.hpp"

/// First in every call that needs the device. A kernel calls none, be it through a pointer.
#define SIMT_NEEDS_DEVICE                                    \
  simt::api::keep_to_the_host();                             \
  if (simt::core::lost_device() != cudaSuccess) [[unlikely]] \
  return simt::set_error(simt::core::lost_device())

namespace simt::api {

/// Ends the run when a kernel calls this.
void keep_to_the_host() __attribute__((visibility("hidden")));

/// The handles that were given out: any other pointer is refused, not followed.
template <class Thing>
class Handles {
 public:
  cudaError_t make(const char* call, Thing** handle) {
    SIMT_NEEDS_DEVICE;
    if (handle == nullptr) return set_error(cudaErrorInvalidValue);
    check::api_writes(call, handle, sizeof(void*));
    auto* const made = new (std::nothrow) Thing;
    if (made == nullptr) return set_error(cudaErrorMemoryAllocation);
    live_.insert(made);
    *handle = made;
    return cudaSuccess;
  }
  /// False for what is no handle.
  [[nodiscard]] bool destroy(Thing* handle) {
    if (live_.erase(handle) == 0) return false;
    delete handle;
    return true;
  }
  [[nodiscard]] bool has(Thing* handle) const { return live_.count(handle) != 0; }

 private:
  std::set<Thing*> live_;
};

}  // namespace simt::api
