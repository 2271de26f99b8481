// Which rank a call of co_rank is looking up, for messages about what it does.
#pragma once

#include <cstddef>

#include "wire/message.hpp"
#include "worker/call.h"

namespace mergelab::worker {

/// A call begins that is to look up `count` ranks, and its answers go to `answers`, which hold poison; null
/// and 0: no such call runs.
void set_rank_queries(const MergelabRank* ranks, const int* answers, std::size_t count);

/// The rank that is looked up now, if one is.
[[nodiscard]] wire::AskedRank current_rank_query();

}  // namespace mergelab::worker
