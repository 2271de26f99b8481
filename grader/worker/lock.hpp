// Gives up what only the start of the worker needs, before a student's code is loaded.
#pragma once

namespace mergelab::worker {

/// Puts the sandbox's filter of system calls, descriptor 4, on this process; does nothing without one. Then
/// it can't start a process or program, or open a socket. Throws std::runtime_error.
void lock();

}  // namespace mergelab::worker
