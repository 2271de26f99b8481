// Reports to the judge why the student's code ended the worker: a TODO, a violation of CUDA's rules, a
// signal.
#pragma once

#include <cstdint>
#include <string_view>

#include "wire/message.hpp"

namespace mergelab::worker {

/// Sends Stopped and ends the process. Usable in a signal handler.
[[noreturn]] void stop(wire::Stop reason, std::string_view rule, std::string_view text, int number = 0);

/// The same with all that Stopped has but the problem and the launches.
[[noreturn]] void stop(wire::Stopped stopped);

/// Which problem is being worked on, for Stopped.
void set_current_problem(std::uint32_t problem);

/// Explains a bad address: writes a sentence into `text`, returns the rule's name, or nullptr if it knows
/// nothing.
using FaultExplainer = const char* (*)(std::uintptr_t address, bool is_write, char* text, std::size_t size);

/// Turns SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT, on a separate stack, and failed allocations into
/// Stopped.
void install_handlers(FaultExplainer explain);

}  // namespace mergelab::worker
