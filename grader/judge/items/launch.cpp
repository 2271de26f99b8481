#include "judge/items/launch.hpp"

#include "judge/received.hpp"

namespace mergelab::judge {

std::vector<std::string> clues_of_launch(const wire::Launches& launches, std::int64_t outputs,
                                         bool is_grid_given) {
  constexpr std::int64_t kWarp = 32, kMostThreads = 1024, kMostOfOneSize = 4096;
  const std::int64_t blocks = volume(launches.grid), threads = volume(launches.block);
  if (launches.count == 0 || blocks < kWarp) return {};
  // The grid of a kernel that prepares the work need not depend on the outputs: it suits as threads.
  const bool suits_threads = !is_grid_given && blocks % kWarp == 0 && blocks <= kMostThreads;
  if (threads < kWarp && (outputs / blocks < kWarp || suits_threads)) return {"tiny_blocks"};
  // A grid of one size for all cases, such as 256, is as large as C by chance.
  const bool by_chance = blocks % kWarp == 0 && blocks <= kMostOfOneSize;
  if (blocks == outputs && threads >= kWarp && !by_chance) return {"block_per_output"};
  return {};
}

void tell_returned(const wire::Launches& launches, Outcome& outcome) {
  if (outcome.symptom != "unwritten" || launches.returned_known == 0) return;
  outcome.why +=
      Statement(Sentence::returned_before_barrier, launches.returned_thread, launches.returned_block);
}

std::int64_t outputs_of_block(std::int64_t grid, std::int64_t outputs,
                              const std::function<std::int64_t(std::int64_t)>& blocks_for) {
  const std::int64_t fewest = (outputs + grid - 1) / grid;
  if (grid < 2) return fewest;
  std::int64_t low = fewest, high = (outputs - 1) / (grid - 1);
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    const std::int64_t blocks = blocks_for(middle);
    if (blocks <= 0) return fewest;
    if (blocks == 1) low = middle;
    if (blocks > 1) high = middle - 1;
  }
  return low;
}

}  // namespace mergelab::judge
