// The log of a traced run, for reports of the events that broke a rule.
#pragma once

#include <cstdint>
#include <simt/trace.hpp>

namespace simt::core {

/// Null without tracing.
extern TraceMemory* traced __attribute__((visibility("hidden")));

/// The event of the current access; Finding::kNoEvent without tracing.
[[nodiscard]] std::uint32_t next_event();
/// A thread's last access of this address from this place in the code, or Finding::kNoEvent if not logged.
[[nodiscard]] std::uint32_t event_of(unsigned thread, std::uintptr_t pc, std::uintptr_t address);

/// The text in an array of characters, truncated, with a final NUL.
void put_name(char (&to)[64], const char* text);

}  // namespace simt::core
