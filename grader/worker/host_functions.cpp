// What a lab's host code finds in this process: an exit() and an assert() that say where they were called,
// and std::cout set up.
#include <cstdlib>
#include <cstring>
#include <iostream>  // sets it up: the lab's own <iostream> does not
#include <string>

#include "worker/crash_report.hpp"
#include "worker/watch.hpp"

/// In place of the C library's, for all objects that are loaded: no handler and no destructor runs.
extern "C" void exit(int code) noexcept(noexcept(::exit(0))) {  // as the library declares it
  const std::string text = mergelab::worker::describe_exit(code, __builtin_return_address(0));
  mergelab::worker::stop(mergelab::wire::Stop::fault, "exited", text);
}

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                           const char* /*function*/) noexcept {
  const char* slash = std::strrchr(file, '/');
  mergelab::worker::stop(mergelab::wire::Stop::fault, "assertion",
                         std::string("assertion `") + expression + "` failed, at " +
                             (slash != nullptr ? slash + 1 : file) + ":" + std::to_string(line));
}
