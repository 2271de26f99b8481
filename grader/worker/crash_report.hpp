// Reports to the judge why the student's code ended the worker: a TODO, a violation of CUDA's rules, a
// signal.
#pragma once

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

// Which of a problem's calls is running, for messages about what it does.

/// `calls` calls begin, which write what they return into this memory, one behind another; it holds poison.
/// 0: no such calls run.
void watch_returned(std::span<const std::byte> returned, std::size_t calls);

/// The first call that has not returned; -1: that is not known.
[[nodiscard]] std::int32_t running_call();

}  // namespace mergelab::worker
