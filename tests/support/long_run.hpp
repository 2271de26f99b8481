// How much of a long test is run: all of it by `./lab test --all`, where ctest's label is `long`, and a part
// else.
#pragma once

#include <cstdlib>

namespace mergelab {

inline int in_long_run(int all, int part) {
  return std::getenv("MERGELAB_LONG_TESTS") != nullptr ? all : part;
}

}  // namespace mergelab
