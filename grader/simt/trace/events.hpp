// What hooks/ calls around every access of an instrumented object while watch.tracing.
#pragma once

#include "simt/core/watch.hpp"

namespace simt::trace {

/// Before an access: what the last one wrote is in memory by now.
void settle();
/// Before it is counted, and after it was checked.
void access(const core::Access& access);

}  // namespace simt::trace
