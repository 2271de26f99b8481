// Gives up what only the start of the worker needs, before a student's code is loaded.
#pragma once

namespace mergelab::worker {

/// Puts the filter of system calls on this process that the sandbox left as descriptor 4; does nothing where
/// it left none. From then on there is no new process, program or socket. Throws std::runtime_error.
void lock();

}  // namespace mergelab::worker
