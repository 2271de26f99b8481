// Data exchange between the lanes of a warp.
#include <bit>

#include "scheduler.hpp"

namespace simt::core {

// Results are computed at once: a lane may enter its next operation before another has read.
void Scheduler::exchange(unsigned warp, unsigned members) {
  Lane* lanes = lanes_ + warp * 32;
  const auto for_each = [&](const auto& visit) {
    for (unsigned left = members; left != 0; left &= left - 1) visit(std::countr_zero(left));
  };
  switch (lanes[std::countr_zero(members)].op) {
    case WarpOp::Sync:
      break;
    case WarpOp::Shuffle:
      for_each([&](int i) {
        // CUDA leaves the value of a lane that takes no part undefined.
        const int source = lanes[i].source & 31;
        lanes[i].result = lanes[(members >> source & 1) != 0 ? source : i].value;
      });
      break;
    case WarpOp::Ballot: {
      unsigned votes = 0;
      for_each([&](int i) { votes |= static_cast<unsigned>(lanes[i].value != 0) << i; });
      for_each([&](int i) { lanes[i].result = votes; });
      break;
    }
    case WarpOp::Match:
      for_each([&](int i) {
        unsigned same = 0;
        for_each([&](int j) { same |= static_cast<unsigned>(lanes[j].value == lanes[i].value) << j; });
        lanes[i].result = same;
      });
      break;
  }
}

}  // namespace simt::core
