// Called by hooks/ around every access of an instrumented object while watch.tracing.
#pragma once

#include "simt/core/watch.hpp"

namespace simt::trace {

/// Before an access: the last one's write is in memory now.
void settle();
/// After the check of an access, before it is counted.
void access(const core::Access& access);

}  // namespace simt::trace
