// The attached module's lines for the calls in progress.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device_memory.hpp"
#include "lines.hpp"

namespace simt::core {

/// Addresses of host code's current calls in the module, the innermost first; a few at most. Cheap: no line
/// is looked up.
[[nodiscard]] std::vector<std::uintptr_t> calls_under_way();

/// The end of the module's innermost frame, below which is the engine's own; 0 if the module is not calling.
[[nodiscard]] std::uintptr_t end_of_frames();

/// Their lines, the innermost first, and those that they were inlined into. Without the engine's headers.
[[nodiscard]] std::vector<Line> lines_of_calls(const std::vector<std::uintptr_t>& calls);

/// As line_of(). Code of the C++ library's headers is attributed to the object's call of it, if that is in
/// progress or among those that launched the kernel, the innermost first.
[[nodiscard]] Line line_in_progress(std::uintptr_t pc, const std::vector<std::uintptr_t>& launched_by = {});

/// Where host code threw an exception last; 0: never.
void note_throw(std::uintptr_t pc);
[[nodiscard]] std::uintptr_t last_throw();

/// Stores the calls that allocate memory, by the allocation's number; only when accesses are checked.
void note_calls_of(const Allocation& allocation);
/// The allocation as a finding names it: by the given name, or by its number and the calls that allocated it.
[[nodiscard]] finding::Memory name_of(const Allocation& allocation);

}  // namespace simt::core
