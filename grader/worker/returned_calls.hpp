// Which of a problem's calls is running, for messages about what it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mergelab::worker {

/// `calls` calls begin, which write what they return into this memory, one behind another; it holds poison.
/// 0: no such calls run.
void watch_returned(std::span<const std::byte> returned, std::size_t calls);

/// The first call that has not returned; -1: that is not known.
[[nodiscard]] std::int32_t running_call();

}  // namespace mergelab::worker
