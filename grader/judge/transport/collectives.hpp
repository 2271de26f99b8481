// The collective calls of the ranks of one call, as they come in: what is wrong with them, and whose bytes go
// where. Knows no processes.
#pragma once

#include <algorithm>

#include "judge/received.hpp"

namespace mergelab::judge {

class Collectives {
 public:
  /// `room_bytes`: what a rank can send, or be sent, in one call; `share_bytes`: an even share of all keys.
  Collectives(std::size_t ranks, std::uint64_t room_bytes, double share_bytes)
      : room_bytes_(room_bytes), share_bytes_(share_bytes), at_(ranks), sent_(ranks), from_others_(ranks) {}

  /// What a rank's worker says: it waits in this call, or has returned. False if that can't be, since it
  /// waits or has returned already.
  [[nodiscard]] bool wait(std::size_t rank, const wire::Collective& call);
  [[nodiscard]] bool end(std::size_t rank);

  [[nodiscard]] bool waits(std::size_t rank) const { return at_[rank].call.has_value(); }
  /// Whether nothing of the student's runs on it.
  [[nodiscard]] bool rests(std::size_t rank) const { return waits(rank) || at_[rank].has_returned; }
  [[nodiscard]] bool all_returned() const;

  /// The mistake in the calls that all ranks rest in; it names the lowest ranks.
  [[nodiscard]] std::optional<Outcome> mistake() const;
  /// The ranks that a mistake of calls or counts names: the first that waits, and the first that waits in
  /// another call, or with other counts.
  [[nodiscard]] std::vector<std::size_t> told_ranks() const;
  /// Passes on what all ranks have sent, in calls without a mistake, and lets them go on. Each has twice the
  /// room in its memory: what it sends, and behind that what it is sent.
  void pass_on(const std::vector<std::span<std::byte>>& memories);

  /// Bytes that a rank has sent to others, the most of any rank.
  [[nodiscard]] std::uint64_t sent_bytes() const;
  /// The most that others send a rank by all_to_all, without samples of up to a quarter of an even share of
  /// all keys, in other calls than the largest. Relative to the mean of all ranks, which counts as 1 to 1.25
  /// such shares.
  [[nodiscard]] double fullest_rank() const;
  /// Calls that every rank has made.
  [[nodiscard]] std::int64_t passed_on() const { return passed_on_; }

 private:
  struct Received {
    std::uint64_t all = 0, most = 0;  // of all calls, and of one
    void add(std::uint64_t bytes) {
      all += bytes;
      most = std::max(most, bytes);
    }
  };
  struct Rank {
    std::optional<wire::Collective> call;
    bool has_returned = false;
  };
  [[nodiscard]] std::optional<Outcome> mistake_of(std::size_t rank) const;
  [[nodiscard]] std::optional<Outcome> different_calls() const;
  [[nodiscard]] std::optional<Outcome> different_counts() const;
  void gather(const std::vector<std::span<std::byte>>& memories);
  void exchange(const std::vector<std::span<std::byte>>& memories);

  std::uint64_t room_bytes_;
  double share_bytes_;
  std::vector<Rank> at_;
  std::vector<std::uint64_t> sent_;
  std::vector<Received> from_others_;  // by all_to_all
  std::int64_t passed_on_ = 0;
};

// What the ranks of one call did, added up.

/// Sums; of span and probes the largest.
void add(wire::Traffic& sum, const wire::Traffic& one);
/// By line: requests and the like of all ranks.
void add(std::vector<LineProfile>& sum, std::vector<LineProfile>&& lines);
/// A rule at one place is reported once, whichever ranks broke it.
void add(std::vector<Violation>& sum, std::vector<Violation>&& violations);

}  // namespace mergelab::judge
