// What a command needs of the machine to use a GPU.
#pragma once

#include "sandbox/process.hpp"

namespace mergelab::sandbox {

/// Adds to its view the device nodes of NVIDIA's driver, what the driver's libraries read, and the folders
/// that LD_LIBRARY_PATH of its environment names. It is a confined command.
void show_gpu(Command& command);

}  // namespace mergelab::sandbox
