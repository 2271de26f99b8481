// Turns the checkers and counters on and off.
#include "watch.hpp"

#include <algorithm>
#include <simt/counters.hpp>
#include <simt/engine.hpp>
#include <utility>

#include "builtins.hpp"
#include "simt/check/host_memory.hpp"

namespace simt {
namespace core {

Watch watch;

namespace {

std::uintptr_t whole_stack_end = 0;  // of host code, while an object has less

void update() {
  watch.active = watch.checking || watch.counting;
  watch.thread = kHostThread;
  if (!watch.active) return;
  check::find_host_stack();
  for (const auto& [variable, bytes] : {std::pair<const void*, std::size_t>{&threadIdx, sizeof(threadIdx)},
                                        {&blockIdx, sizeof(blockIdx)},
                                        {&blockDim, sizeof(blockDim)},
                                        {&gridDim, sizeof(gridDim)}}) {
    const auto begin = reinterpret_cast<std::uintptr_t>(variable);
    const bool first = watch.builtins_end == 0;
    watch.builtins_begin = first ? begin : std::min(watch.builtins_begin, begin);
    watch.builtins_end = std::max(watch.builtins_end, begin + bytes);
  }
  watch.stack_low = watch.host_stack_low;
  watch.stack_end = watch.host_stack_end;
}

}  // namespace
}  // namespace core

void enter_object(const void* stack_end) {
  using core::watch;
  watch.in_object = true;
  core::whole_stack_end = watch.host_stack_end;
  watch.stack_end = watch.host_stack_end = reinterpret_cast<std::uintptr_t>(stack_end);
}

void leave_object() {
  using core::watch;
  watch.in_object = false;
  watch.stack_end = watch.host_stack_end = core::whole_stack_end;
}

void set_checking(bool on) {
  core::watch.checking = on;
  core::update();
}

void set_counting(bool on) {
  core::watch.counting = on;
  core::update();
}

}  // namespace simt
