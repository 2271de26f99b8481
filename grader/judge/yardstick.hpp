// What a student's time and comparisons are measured against: plain code of our own and the standard
// library's, timed in the judge, never in the worker.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/image.hpp"

namespace mergelab::judge {

/// Seconds of CPU time of one std::merge of A and B into memory that was touched before ("std_merge"), or of
/// one plain binary search per rank ("std_search").
class Yardstick {
 public:
  /// Throws std::invalid_argument for a name that it doesn't know.
  explicit Yardstick(const std::string& name);
  [[nodiscard]] double time_s(const Arrays& arrays, const Query& query);
  /// What the last call found: the merged keys, or the ranks.
  [[nodiscard]] const std::vector<int>& result() const { return target_; }

 private:
  bool is_merge_;
  std::vector<int> target_;
};

/// Comparisons that a call may take: max(0, m+n-1) for a merge.
[[nodiscard]] std::int64_t merge_comparisons(std::int64_t m, std::int64_t n);
/// 4*ceil(log2(r+1)) + 8 with r = min(k, m) - max(0, k-n), the length of the search range, for co_rank.
[[nodiscard]] std::int64_t co_rank_comparisons(std::int64_t k, std::int64_t m, std::int64_t n);

}  // namespace mergelab::judge
