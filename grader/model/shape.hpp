// The sizes that a tiled kernel is called with.
#pragma once

#include <cstdint>

namespace mergelab {

/// What a block produces and what shared memory holds at once, in elements.
struct Shape {
  std::int64_t section = 0, tile = 0;
  bool operator==(const Shape&) const = default;
};

}  // namespace mergelab
