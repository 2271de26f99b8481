// What a lab's host code finds in this process: an exit() that says where it was called, and std::cout set
// up.
#include <cstdlib>
#include <iostream>  // sets it up: the lab's own <iostream> does not

#include "worker/crash_report.hpp"
#include "worker/watch.hpp"

/// In place of the C library's, for all objects that are loaded: no handler and no destructor runs.
extern "C" void exit(int code) noexcept(noexcept(::exit(0))) {  // as the library declares it
  const std::string text = mergelab::worker::describe_exit(code, __builtin_return_address(0));
  mergelab::worker::stop(mergelab::wire::Stop::fault, "exited", text);
}
