// The share of a long test to run: all of it with `./lab test --all`, where ctest's label is `long`,
// otherwise a part.
#pragma once

#include <cstdlib>

namespace mergelab {

inline bool is_long_run() { return std::getenv("MERGELAB_LONG_TESTS") != nullptr; }

template <class Number>
Number in_long_run(Number all, Number part) {
  return is_long_run() ? all : part;
}

}  // namespace mergelab
