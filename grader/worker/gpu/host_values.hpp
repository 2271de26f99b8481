// What host code of the student's object gets from a GPU and gives back: base/host_values.hpp's account.
#pragma once

#include <cstddef>

namespace mergelab::worker {

/// A problem begins, whose call may give back so many bytes.
void limit_host_values(std::size_t bytes);
/// Only between these two is anything counted: the worker copies too.
void count_host_values(bool on);

/// Round each launch.
void launch_takes(const void* function, void** arguments);
void launch_leaves();

}  // namespace mergelab::worker
