// The way of a finding to the hosting process.
#pragma once

#include <simt/engine.hpp>

namespace simt::core {

/// Hands the finding to the host's handler; without one, prints it and aborts.
[[noreturn]] void raise(const Finding& finding);

}  // namespace simt::core
