#include "kits/merge/launch.hpp"

#include "judge/items/correctness.hpp"
#include "judge/lab_context.hpp"
#include "judge/received.hpp"
#include "kits/keys/problems.hpp"

namespace mergelab::judge {

Outcome check_launch(const ProblemSet& set, const wire::Launches& launches, std::int64_t tiles) {
  constexpr std::uint64_t kMostLaunches = 2;
  const std::int64_t total = outputs(set);
  if (total == 0) return {};
  if (launches.count == 0) return {Verdict::wrong_answer, Statement(Sentence::no_launch), "no_launch", {}};
  const Shape shape = shape_of(set);
  const std::int64_t expected = (total + shape.section - 1) / shape.section;
  const std::int64_t blocks = volume(launches.grid);
  if (blocks != expected) {
    Outcome wrong{Verdict::wrong_answer,
                  Statement(Sentence::wrong_grid, blocks, expected, total, shape.section),
                  "wrong_grid",
                  {}};
    wrong.clues = clues_of_launch(launches, total, true);
    const auto m = static_cast<std::int64_t>(keys_of(set, 0).a.size()), n = total - m;
    if (blocks == m + n / shape.section && m > 0) wrong.clues.emplace_back("no_parentheses");
    return wrong;
  }
  if (launches.count > kMostLaunches || launches.other_blocks > static_cast<std::uint64_t>(expected)) {
    return {Verdict::wrong_answer,
            Statement(Sentence::several_launches, launches.count, expected),
            "several_launches",
            {}};
  }
  const auto value = static_cast<std::int64_t>(sizeof(int));
  const std::int64_t most = tiles * value * shape.tile + 1024;
  const std::int64_t shared = shared_bytes(launches);
  if (shared > most) {
    return {Verdict::wrong_answer,
            Statement(Sentence::too_much_shared, shared, most, tiles, shape.tile),
            "shared_memory",
            {}};
  }
  return {};
}

}  // namespace mergelab::judge
