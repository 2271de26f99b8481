// Passes a violation to the hosting process.
#pragma once

#include <simt/engine.hpp>

#include "scheduler.hpp"

namespace simt::core {

/// Hands the finding to the host's handler; without one, prints it and aborts.
[[noreturn]] void raise(const Finding& found);

/// For host code that calls at `site` what only kernels may.
[[noreturn]] void refuse_host_code(Message message, const Site& site);

}  // namespace simt::core
