// Where indirect calls of the attached module may go: to the beginning of a function. Behind it, in a
// constant of the code, a byte may begin an access that has no hook.
#pragma once

#include <cstdint>

namespace simt::core {

/// Forgets the previous module.
void forget_call_targets();

/// Whether it is the beginning of a function of the module, or of one that the module names, or of one that
/// host::allow_calls() has allowed, or a virtual function of an exception of
/// the library's.
[[nodiscard]] bool is_call_target(std::uintptr_t address);

}  // namespace simt::core
