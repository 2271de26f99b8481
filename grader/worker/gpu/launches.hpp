// The launches of the student's code, observed between it and the CUDA runtime.
#pragma once

#include "wire/message.hpp"

namespace mergelab::worker {

/// Since the last reset.
[[nodiscard]] wire::Launches& launches();

}  // namespace mergelab::worker
