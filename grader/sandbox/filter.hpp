// Filters that refuse system calls to untrusted commands: programs that the kernel runs at each call.
#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace mergelab::sandbox {

struct Filter {
  base::Descriptor file;                  // sealed; -1 without a filter
  std::vector<sock_filter> instructions;  // the same
};

/// Refuses what compiling and running a submission never needs: looking into other processes, mounting,
/// making namespaces, and interfaces of the kernel that are rich in faults. Refused calls fail with EPERM.
[[nodiscard]] const Filter& common_filter();

/// For a program that installs it on itself after its start: no new process or program, no sockets, no shared
/// memory of System V, which no limit counts.
[[nodiscard]] const Filter& lock_filter();

/// Why filters are missing; empty if they are not.
[[nodiscard]] std::string why_no_filters();

/// A new descriptor of the filter's file, at its beginning.
[[nodiscard]] base::Descriptor reopen(const Filter& filter);

}  // namespace mergelab::sandbox
