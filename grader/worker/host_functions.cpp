// What a lab's host code finds in this process: an exit() and an assert() that say where they were called,
// and std::cout set up.
#include <cstdlib>
#include <cstring>
#include <iostream>  // sets it up: the lab's own <iostream> does not

#include "worker/crash_report.hpp"
#include "worker/watch.hpp"

/// In place of the C library's, for all objects that are loaded: no handler and no destructor runs.
extern "C" void exit(int code) noexcept(noexcept(::exit(0))) {  // as the library declares it
  mergelab::worker::stop_at_exit(code, __builtin_return_address(0));
}

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                           const char* /*function*/) noexcept {
  const char* slash = std::strrchr(file, '/');
  mergelab::Finding found(mergelab::finding::Message::host_assertion);
  found.word = expression;
  found.access.at = {slash != nullptr ? slash + 1 : file, static_cast<int>(line)};
  mergelab::worker::stop(mergelab::wire::Stop::fault, found);
}
