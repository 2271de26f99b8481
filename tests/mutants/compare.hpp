// Whether anything tells a file from the solution of its lab: both get the same small inputs, and their
// outputs and their counters are compared.
#pragma once

#include <filesystem>
#include <string>

#include "app/grading/setup.hpp"

namespace mergelab::mutants {

/// The first of small_inputs() that tells them apart, and how; empty: none does. Compared are C, every byte
/// of it, and what is counted: comparisons of functions of the host; of kernels launches, blocks and all that
/// wire::Traffic holds. A broken rule is a difference too. The size of shared memory is none: it is nothing
/// that a kernel does. Throws std::runtime_error when the solution does not build or run. For a process with
/// one thread: whatever is forked meanwhile holds memory that is to be sealed.
[[nodiscard]] std::string difference(app::Setup& setup, const Lab& lab, const std::filesystem::path& file);

}  // namespace mergelab::mutants
