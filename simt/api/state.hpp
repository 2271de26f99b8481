// Shared by the API's calls: the error of an unusable device, and handles.
#pragma once

#include <map>
#include <new>
#include <simt/runtime_api.hpp>

#include "simt/check/api_calls.hpp"
#include "simt/core/host_arena.hpp"
#include "simt/core/host_threads.hpp"
#include "simt/core/launch.hpp"
#include "simt/core/watch.hpp"

/// First in every call of CUDA that uses the engine's state and that kernels may call, too.
#define SIMT_ANY_CALL const simt::core::Followed simt_followed

/// First in every other one: kernels must not call these, not even through a pointer.
#define SIMT_HOST_CALL \
  SIMT_ANY_CALL;       \
  simt::api::require_host_caller()

/// First in every one of these that needs the device.
#define SIMT_NEEDS_DEVICE                                    \
  SIMT_HOST_CALL;                                            \
  if (simt::core::lost_device() != cudaSuccess) [[unlikely]] \
  return simt::set_error(simt::core::lost_device())

/// The call site of a function that an object calls.
#define SIMT_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace simt::api {

/// Ends the run when a kernel calls this.
void require_host_caller() __attribute__((visibility("hidden")));

/// The shape that __cluster_dims__ gives the kernel's clusters, or null.
[[nodiscard]] const dim3* cluster_of(const void* kernel) __attribute__((visibility("hidden")));
/// Whether they may have more than 8 blocks.
[[nodiscard]] bool allows_large_clusters(const void* kernel) __attribute__((visibility("hidden")));

/// As cudaDeviceGetLimit has it.
[[nodiscard]] std::size_t device_limit(cudaLimit limit) __attribute__((visibility("hidden")));

/// How many blocks of the kernel the device runs at once.
[[nodiscard]] int most_resident_blocks(const void* kernel, int block_size, std::size_t shared_bytes)
    __attribute__((visibility("hidden")));

/// Device memory that host code asks for at `pc`. Code that may use only its own memory gets an error only if
/// it has allocated as much as the device has: that the system has no more would tell it what kernels have
/// used, and ends the run.
cudaError_t device_memory(void** memory, std::size_t bytes, MemoryKind kind, std::uintptr_t pc)
    __attribute__((visibility("hidden")));

/// `height` rows of `width` bytes, each `pitch` bytes behind the one before.
[[nodiscard]] inline core::Rows rows(const void* memory, std::size_t pitch, std::size_t width,
                                     std::size_t height) {
  return {reinterpret_cast<std::uintptr_t>(memory), pitch, width, height};
}

/// Where host code puts a copy.
struct Place {
  cudaStream_t stream = nullptr;
  bool waits = true;  // the call returns when the work is done
};
/// Of a call with a stream: a copy of pageable memory returns when it is done.
[[nodiscard]] Place in_stream(const core::Rows& to, const core::Rows& from, cudaStream_t stream)
    __attribute__((visibility("hidden")));

/// Checks, counts and makes the copy that `call` at `pc` asks for; with from's width and height.
cudaError_t copy_rows(const char* call, core::Rows to, core::Rows from, cudaMemcpyKind kind,
                      const Place& place, std::uintptr_t pc) __attribute__((visibility("hidden")));

/// The handles in use: any other pointer is refused without being dereferenced.
template <class Thing>
class Handles {
 public:
  cudaError_t make(const char* call, Thing** handle) {
    SIMT_NEEDS_DEVICE;
    if (handle == nullptr) return set_error(cudaErrorInvalidValue);
    check::api_writes(call, handle, sizeof(void*));
    *handle = make();
    return *handle != nullptr ? cudaSuccess : set_error(cudaErrorMemoryAllocation);
  }
  [[nodiscard]] Thing* make() {
    const bool in_arena = !core::watch.host_is_free;
    void* const room = in_arena ? core::HostArena::instance().take(sizeof(Thing))
                                : ::operator new(sizeof(Thing), std::nothrow);
    if (room == nullptr) return nullptr;
    Thing* const made = new (room) Thing;
    live_[made] = in_arena;
    return made;
  }
  /// False for an invalid handle.
  [[nodiscard]] bool destroy(Thing* handle) {
    const auto found = live_.extract(handle);
    if (!found) return false;
    handle->~Thing();
    if (found.mapped())
      core::HostArena::instance().give_back(handle, sizeof(Thing));
    else
      ::operator delete(handle);
    return true;
  }
  [[nodiscard]] bool has(Thing* handle) const { return live_.count(handle) != 0; }

 private:
  std::map<Thing*, bool> live_;  // whether they are in the arena
};

}  // namespace simt::api
