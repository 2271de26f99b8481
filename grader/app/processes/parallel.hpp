// A loop whose passes several threads share.
#pragma once

#include <cstddef>
#include <functional>

namespace mergelab::app {

/// Calls `task` with 0 to count - 1, up to `jobs` at a time. The first exception ends the loop and is thrown
/// when the calls under way have returned.
void for_each_index(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& task);

}  // namespace mergelab::app
