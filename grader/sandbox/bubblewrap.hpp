// The command line of bubblewrap, which gives a command its own view of files, processes and network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sandbox/process.hpp"

namespace mergelab::sandbox {

/// bwrap in PATH, or in the usual folders when that is not set.
[[nodiscard]] std::optional<std::string> find_bubblewrap();

/// mergelab-init, next to the program that runs now.
[[nodiscard]] std::filesystem::path init_program();

/// The command in its namespaces, below mergelab-init. `program` is its argv[0], looked up.
[[nodiscard]] std::vector<std::string> in_namespaces(const Command& command, const std::string& program,
                                                     bool with_filter);

// What a command needs of the machine to use a GPU.

/// Adds to its view the device nodes of NVIDIA's driver, what the driver's libraries read, and the folders
/// that LD_LIBRARY_PATH of its environment names. It is a confined command.
void show_gpu(Command& command);

}  // namespace mergelab::sandbox
