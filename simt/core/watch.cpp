// Turns the checkers and counters on and off.
#include "watch.hpp"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <simt/engine.hpp>
#include <utility>

#include "builtins.hpp"
#include "device_memory.hpp"
#include "events.hpp"
#include "frame_copies.hpp"
#include "launch.hpp"
#include "stream_order.hpp"

std::int64_t simt_steps_left = simt::core::kCalledAtEach;
std::uint64_t simt_last_checked = 0;
std::uintptr_t simt_last_target = 0;

namespace simt {
namespace core {

Watch watch;
std::uint32_t stack_used[kHostThread] = {};
WrittenParameters written_parameters[kHostThread] = {};

SIMT_KEEPS_VECTORS void use_stack_to(std::uintptr_t address) {
  std::uint32_t& most = stack_used[watch.thread];
  const auto bytes = static_cast<std::uint32_t>(watch.registers_end - address + free_parameters());
  if (bytes > most) most = bytes;
}

SIMT_KEEPS_VECTORS bool accesses_local_parameter(std::uintptr_t address, std::size_t bytes, bool writes) {
  if (watch.frames_begin == 0) return false;
  // Compilers inline a kernel without an address into its launch, which then initialises the parameters.
  constexpr std::size_t kWholeParameter = 256;
  if (is_inlined_kernel && bytes > kWholeParameter) return false;
  WrittenParameters& written = written_parameters[watch.thread];
  const std::size_t before = written.end - written.begin;
  if (!writes) return address - written.begin < before;
  written.begin = before == 0 ? address : std::min(written.begin, address);
  written.end = std::max(written.end, address + bytes);
  watch.registers_end += written.end - written.begin - before;
  return true;
}

Bounds stack_of_this_thread() {
  // The C library scans all mappings of the process for it: once per thread is enough.
  thread_local Bounds stack;
  if (stack.end == 0) {
    pthread_attr_t attributes;
    void* low = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
    stack = {reinterpret_cast<std::uintptr_t>(low), reinterpret_cast<std::uintptr_t>(low) + bytes};
  }
  return stack;
}

void find_host_stack() {
  const Bounds stack = stack_of_this_thread();
  watch.host_stack_low = stack.begin;
  watch.host_stack_end = stack.end;
}

namespace {

std::uintptr_t whole_stack_end = 0;  // of host code, while an object has less
bool step_wanted = false;

void protect_settled(bool writable) {
  if (mprotect(&watch, kPageBytes, writable ? PROT_READ | PROT_WRITE : PROT_READ) != 0) std::abort();
}

void update() {
  watch.active = watch.checking || watch.counting;
  watch.alone = watch.active && !watch.several;
  watch.tracing = watch.tracing && watch.checking && watch.counting;
  watch.in_step = step_wanted && watch.checking;
  watch.choose_way();
  watch.thread = kHostThread;
  if (!watch.active) return;
  find_host_stack();
  for (const auto& [variable, bytes] : {std::pair<const void*, std::size_t>{&threadIdx, sizeof(threadIdx)},
                                        {&blockIdx, sizeof(blockIdx)},
                                        {&blockDim, sizeof(blockDim)},
                                        {&gridDim, sizeof(gridDim)},
                                        {&cluster_shape, sizeof(cluster_shape)}}) {
    const auto begin = reinterpret_cast<std::uintptr_t>(variable);
    const bool first = watch.builtins_end == 0;
    watch.builtins_begin = first ? begin : std::min(watch.builtins_begin, begin);
    watch.builtins_end = std::max(watch.builtins_end, begin + bytes);
  }
  watch.stack_low = watch.host_stack_low;
  watch.stack_end = watch.host_stack_end;
}

}  // namespace

Unsettled::Unsettled() {
  if (watch.in_object) protect_settled(true);
}
Unsettled::~Unsettled() {
  if (watch.in_object) protect_settled(false);
}

void go_in_step(bool on) {
  const Unsettled unsettled;
  step_wanted = on;
  watch.in_step = on && watch.checking;
  watch.choose_way();
}

void listen_as_checker(Listener& listener, bool on) {
  const Unsettled unsettled;
  watch.checker = &listener;
  watch.checking = on;
  update();
}

void listen_as_counter(Listener& listener, bool on) {
  const Unsettled unsettled;
  watch.counter = &listener;
  watch.counting = on;
  update();
}

void listen_as_tracer(Listener& listener, bool on) {
  const Unsettled unsettled;
  watch.tracer = &listener;
  watch.tracing = on;
  update();
}

}  // namespace core

void host::enter_object(const void* stack_end) {
  using core::watch;
  const core::Unsettled unsettled;  // its destructor settles it
  watch.in_object = true;
  core::whole_stack_end = watch.host_stack_end;
  watch.stack_end = watch.host_stack_end =
      core::end_of_objects_stack(reinterpret_cast<std::uintptr_t>(stack_end));
  core::DeviceMemory::instance().close();
}

void host::leave_object() {
  using core::watch;
  core::StreamOrder::instance().host_waits_for_all();
  const core::Unsettled unsettled;
  core::DeviceMemory::instance().open();
  core::DeviceMemory::instance().open_variables();
  watch.in_object = false;
  watch.stack_end = watch.host_stack_end = core::whole_stack_end;
}

}  // namespace simt
