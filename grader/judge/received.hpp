// What the judge makes of a worker's messages: nothing in them is believed, so every text is made printable,
// every count bounded, and every sum saturates.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "model/course.hpp"
#include "model/outcome.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

[[nodiscard]] Violation violation_of(const wire::Violation& message);
[[nodiscard]] LineProfile profile_of(const wire::Line& message);

/// What a worker's report of its end means.
[[nodiscard]] Outcome outcome_of(const wire::Stopped& stopped, const Limits& limits);

/// Whether it announces as few further messages as a worker of ours does.
[[nodiscard]] bool announces_few(const wire::Fetched& fetched);

/// The product of a grid's or a block's extents; the largest number where that is larger.
[[nodiscard]] std::int64_t volume(const std::array<std::uint32_t, 3>& extents);
/// Of a block, static and dynamic; the largest number where the sum is larger.
[[nodiscard]] std::int64_t shared_bytes(const wire::Launches& launches);

}  // namespace mergelab::judge
