// The system calls that untrusted commands are refused, as programs that the kernel runs at each call.
#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace mergelab::sandbox {

struct Filter {
  base::Descriptor file;                  // sealed; -1 when there is no filter
  std::vector<sock_filter> instructions;  // the same
};

/// What no command needs that compiles or runs a submission: looking into other processes, mounting, making
/// namespaces, and interfaces of the kernel that are rich in faults. Refused calls fail with EPERM.
[[nodiscard]] const Filter& common_filter();

/// For a program that puts it on itself when it has started: no new process or program, no sockets, no shared
/// memory of System V, which no limit counts.
[[nodiscard]] const Filter& lock_filter();

/// Why there are no filters; empty when there are.
[[nodiscard]] std::string why_no_filters();

/// The filter's program anew, to be read from its beginning.
[[nodiscard]] base::Descriptor reopen(const Filter& filter);

}  // namespace mergelab::sandbox
