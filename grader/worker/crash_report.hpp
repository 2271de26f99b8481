// Reports to the judge why the student's code ended the worker: a TODO, a violation of CUDA's rules, a
// signal.
#pragma once

#include <cstdint>
#include <string_view>

#include "wire/message.hpp"

namespace mergelab::worker {

/// Sends Stopped, with the problem and the launches, and ends the process. Usable in a signal handler.
[[noreturn]] void stop(wire::Stopped stopped);
[[noreturn]] void stop(wire::Stop reason, const Finding& found = {});
[[noreturn]] void stop_at_todo(std::string_view file, int number);

/// Which problem is being worked on, for Stopped.
void set_current_problem(std::uint32_t problem);

/// Explains a bad address; false if it knows nothing of it.
using FaultExplainer = bool (*)(std::uintptr_t address, bool is_write, Finding& found);

/// Turns SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT, on a separate stack, and failed allocations into
/// Stopped.
void install_handlers(FaultExplainer explain);

}  // namespace mergelab::worker
