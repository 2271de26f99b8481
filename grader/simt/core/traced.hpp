// The log of a traced run, for those who say which of its events broke a rule.
#pragma once

#include <cstdint>
#include <simt/trace.hpp>

namespace simt::core {

/// Null while nothing is traced.
extern TraceMemory* traced __attribute__((visibility("hidden")));

/// The event that the access becomes which is being watched; Violation::kNoEvent while nothing is traced.
[[nodiscard]] std::uint32_t next_event();
/// A thread's last access of this address from this place in the code; Violation::kNoEvent: it is not logged.
[[nodiscard]] std::uint32_t event_of(unsigned thread, std::uintptr_t pc, std::uintptr_t address);

/// The text in an array of characters, cut to what fits, and ended by NUL.
void put_name(char (&to)[64], const char* text);

}  // namespace simt::core
