// Which lines of the attached module the calls that are under way come from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device_memory.hpp"
#include "lines.hpp"

namespace simt::core {

/// Addresses of the calls in the module that host code is in now, the innermost first; a few at most. Cheap:
/// no line is looked up.
[[nodiscard]] std::vector<std::uintptr_t> calls_under_way();

/// Their lines, the innermost first, and those that they were inlined into. Without the engine's own headers.
[[nodiscard]] std::vector<Line> lines_of_calls(const std::vector<std::uintptr_t>& calls);

/// Remembers which calls allocate memory, by the allocation's number; where accesses are checked.
void note_calls_of(const Allocation& allocation);
/// What messages call it: its given name, else that of the variable it was allocated for, else "buffer 3".
/// Where the sources can't be read, as in a worker, the calls that allocated it stand behind that: the judge
/// reads them.
[[nodiscard]] std::string shown_name(const Allocation& allocation);

}  // namespace simt::core
