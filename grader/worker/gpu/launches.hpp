// The launches of the student's code, observed between it and the CUDA runtime.
#pragma once

#include <dlfcn.h>

#include "wire/message.hpp"

namespace mergelab::worker {

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

/// Since the last reset.
[[nodiscard]] wire::Launches& launches();

}  // namespace mergelab::worker
