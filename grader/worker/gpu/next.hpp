// The runtime's own function behind one that this program puts before it.
#pragma once

#include <dlfcn.h>

namespace mergelab::worker {

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace mergelab::worker
