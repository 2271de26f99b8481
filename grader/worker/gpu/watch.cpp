// A GPU's side of watch.hpp: launches are seen, accesses are not.
#include "worker/watch.hpp"

#include <cuda_runtime.h>

#include <cstdlib>

#include "worker/cuda_check.hpp"
#include "worker/gpu/host_values.hpp"
#include "worker/gpu/launches.hpp"

namespace mergelab::worker {

void before_loading() {
  // Waiting without going to sleep: waking up would be part of a measured time.
  check(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceMapHost), "cudaSetDeviceFlags");
  check(cudaFree(nullptr), "starting the device");
}
void after_loading(void* /*handle*/) {}

std::string describe_exit(int code, const void* /*caller*/) {
  const std::string text = "called exit(" + std::to_string(code) + ")";
  const cudaError_t error = cudaPeekAtLastError();
  if (error == cudaSuccess) return text;
  return text + ", after " + cudaGetErrorName(error) + " (" + cudaGetErrorString(error) + ")";
}

Watch::Watch(const wire::Prepare& prepare, simt::TraceMemory* /*trace*/) : watch_(prepare.watch) {}
Watch::~Watch() = default;

void Watch::begin() { launches() = {}; }
void Watch::allow_host(const void* /*memory*/, std::size_t /*bytes*/, const char* /*name*/,
                       bool /*read_only*/) {}
void Watch::allow_device(const void* /*memory*/, std::size_t /*bytes*/, const char* /*name*/,
                         bool /*read_only*/) {}

void Watch::trace_array(const void* /*memory*/, std::size_t /*bytes*/, const char* /*name*/,
                        wire::Memory /*where*/) {}

void Watch::limit_host_values(std::size_t outputs) { worker::limit_host_values(most_host_values(outputs)); }

void Watch::enter_object(const void* /*frame*/) {
  // compute-sanitizer would report what counting asks CUDA in vain.
  static const bool is_sanitized = std::getenv("MERGELAB_SANITIZER") != nullptr;
  count_host_values(!is_sanitized);
}
void Watch::leave_object() { count_host_values(false); }

wire::Launches launches_seen() { return launches(); }
void Watch::report(wire::Fetched& fetched) { fetched.launches = launches(); }

}  // namespace mergelab::worker
