// A GPU's side of watch.hpp: launches are seen, accesses are not.
#include "worker/watch.hpp"

#include <cuda_runtime.h>

#include <cstdlib>

#include "worker/crash_report.hpp"
#include "worker/cuda_check.hpp"
#include "worker/gpu/host_values.hpp"
#include "worker/gpu/launches.hpp"

namespace mergelab::worker {

void before_loading() {
  // Waiting without going to sleep: waking up would be part of a measured time.
  check(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceMapHost), "cudaSetDeviceFlags");
  check(cudaFree(nullptr), "starting the device");
}
void after_loading(void* /*handle*/, std::initializer_list<const void*> /*functions*/) {}

finding::Site calling_line() { return {}; }

finding::Site line_at(std::uintptr_t /*pc*/) { return {}; }

namespace {

[[noreturn]] void stop_at_end(finding::Message message, int code) {
  Finding found(message);
  const cudaError_t error = cudaPeekAtLastError();
  found.numbers = {code, error == cudaSuccess ? -1 : static_cast<std::int64_t>(error)};
  stop(wire::Stop::fault, found);
}

/// As in the CPU engine: memory that host code can write has its own values.
void check_on_device(const char* call, const void* memory) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, memory) == cudaSuccess &&
      attributes.type == cudaMemoryTypeDevice) {
    return;
  }
  using finding::Message;
  Finding found(memory == nullptr ? Message::call_given_null : Message::call_given_host_memory);
  found.word = call;
  stop(wire::Stop::violation, found);
}

/// An exception would go through the student's code, which could keep it.
void checked_copy(const char* call, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) try {
  check(cudaMemcpy(to, from, bytes, kind), call);
} catch (const CudaError& error) {
  stop(error);
}

}  // namespace

void stop_at_exit(int code, const void* /*caller*/) { stop_at_end(finding::Message::exited, code); }
void stop_at_throw() { stop_at_end(finding::Message::threw, 0); }

void copy_from_device(const char* call, void* to, const void* from, std::size_t bytes) {
  check_on_device(call, from);
  checked_copy(call, to, from, bytes, cudaMemcpyDeviceToHost);
}

void copy_to_device(const char* call, void* to, const void* from, std::size_t bytes) {
  check_on_device(call, to);
  checked_copy(call, to, from, bytes, cudaMemcpyHostToDevice);
}

void touch_host(const void* /*memory*/, std::size_t /*bytes*/, bool /*writes*/, const void* /*caller*/) {}

void require_host_caller() {}  // what runs on the device can't call this

void record_host_values(const char* call, std::size_t bytes, const void* /*caller*/) {
  record_host_copy(call, bytes);
}

Watch::Watch(const wire::Prepare& prepare, simt::TraceMemory* /*trace*/) : watch_(prepare.watch) {}
Watch::~Watch() = default;

void Watch::begin() {
  launches() = {};
  forget_arrays();
}
void Watch::allow_host(const void* /*memory*/, std::size_t /*bytes*/, const char* /*name*/,
                       bool /*read_only*/) {}
void Watch::allow_device(std::uint32_t /*index*/, const wire::Argument& /*argument*/, const void* memory,
                         std::size_t /*bytes*/) {
  keep_array(memory);
}

void Watch::trace_array(const void* /*memory*/, std::size_t /*bytes*/, std::size_t /*element_bytes*/,
                        const char* /*name*/, wire::Memory /*where*/) {}

void Watch::cover(std::uint32_t /*argument*/, const void* /*memory*/, std::size_t /*bytes*/,
                  std::size_t /*element_bytes*/, bool /*is_input*/) {}

void Watch::expect_problem(const wire::Problem& problem, bool new_inputs) {
  limit_host_values(problem.most_host_values, new_inputs, problem.most_host_seen);
}

void Watch::enter_object(const void* /*frame*/) {
  // compute-sanitizer would report what counting asks CUDA in vain.
  static const bool is_sanitized = std::getenv("MERGELAB_SANITIZER") != nullptr;
  count_host_values(!is_sanitized);
}
void call_object(decltype(&mergelab_call) function, const MergelabCall& call) { function(&call); }

void Watch::leave_object() { count_host_values(false); }

wire::Launches launches_seen() { return launches(); }
void Watch::report(wire::Fetched& fetched) { fetched.launches = launches(); }

}  // namespace mergelab::worker
