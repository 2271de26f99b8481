// The limits that the kernel itself holds a command to.
#pragma once

#include <sys/resource.h>

#include <vector>

#include "sandbox/process.hpp"

namespace mergelab::sandbox {

struct ResourceLimit {
  int resource = 0;
  rlimit value{};
};

/// No limit is above what this process may set.
[[nodiscard]] ResourceLimit resource_limit(int resource, rlim_t wanted, bool hard = true);

[[nodiscard]] std::vector<ResourceLimit> resource_limits(const Limits& limits);

struct Spawned;

/// RLIMIT_CPU for a command that has used `used_s` and may use `more_s` (0: no limit). It is a little past
/// the limit itself, in case no thread polls.
void set_cpu_backstop(const Spawned& spawned, double used_s, double more_s);

}  // namespace mergelab::sandbox
