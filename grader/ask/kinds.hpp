// What the makers of questions share, and those in separate files.
#pragma once

#include <vector>

#include "ask/question.hpp"

namespace mergelab::ask {

template <class T>
[[nodiscard]] const T& pick(const std::vector<T>& from, judge::Random& random) {
  return from[random.below(from.size())];
}

/// How many sectors a request of global memory takes, if only the indices decide it.
void add_sectors(const Trace& trace, judge::Random& random, std::vector<Question>& questions);
/// How many turns the banks of shared memory need for a request; the same.
void add_turns(const Trace& trace, judge::Random& random, std::vector<Question>& questions);

}  // namespace mergelab::ask
