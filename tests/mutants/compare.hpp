// Whether a file differs from its lab's solution: both get the same small inputs, and their outputs and
// counters are compared.
#pragma once

#include "app/grading/setup.hpp"

namespace mergelab::mutants {

/// The first of small_inputs() that distinguishes them, and how; empty: none does. Compares every byte of the
/// outputs, and the counts: comparisons of host functions; kernels' launches, blocks and wire::Traffic. A
/// broken rule is a difference too. Without a kit, outputs are compared as the lab's tests compare them, and
/// a count differs where it is half as much again. The size of shared memory is not: a kernel doesn't do it.
/// Throws std::runtime_error if the solution does not build or run. For a process with one thread: a process
/// forked meanwhile keeps memory that must be sealed.
[[nodiscard]] std::string difference(app::Setup& setup, const Lab& lab, const std::filesystem::path& file);

}  // namespace mergelab::mutants
