// Passes a violation to the hosting process.
#pragma once

#include <simt/engine.hpp>

namespace simt::core {

/// Hands the violation to the host's handler; without one, prints it and aborts.
[[noreturn]] void raise(const Violation& violation);

}  // namespace simt::core
