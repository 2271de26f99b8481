// The launches of the student's code, observed between it and the CUDA runtime.
#pragma once

#include <array>
#include <cstdint>

namespace mergelab::worker {

struct Launches {
  std::uint64_t count = 0, elsewhere = 0;  // elsewhere: not on the default stream
  // of the first one
  std::array<std::uint32_t, 3> grid{}, block{};
  std::uint64_t dynamic_shared_bytes = 0, static_shared_bytes = 0;
};

/// Since the last reset.
[[nodiscard]] Launches& launches();

}  // namespace mergelab::worker
