#include "judge/transport/collectives.hpp"

#include <functional>
#include <numeric>

namespace mergelab::judge {
namespace {

const char* name_of(wire::Operation operation) {
  return operation == wire::Operation::all_gather ? "all_gather" : "all_to_all";
}

Outcome wrong(Statement why, const char* symptom) { return {Verdict::wrong_answer, std::move(why), symptom}; }

// Of even shares. A larger mean would let ranks that are sent what nobody needs make all parts look even.
constexpr double kMostOfMean = 1.25;
constexpr double kSamples = 0.25;  // that a rank may be sent besides its keys

std::span<const std::int32_t> of_ranks(const std::array<std::int32_t, wire::kMostRanks>& counts,
                                       std::size_t ranks) {
  return std::span(counts).first(ranks);
}

}  // namespace

bool Collectives::wait(std::size_t rank, const wire::Collective& call) {
  if (rests(rank)) return false;
  at_[rank].call = call;
  return true;
}

bool Collectives::end(std::size_t rank) {
  if (rests(rank)) return false;
  return at_[rank].has_returned = true;
}

bool Collectives::all_returned() const {
  return std::ranges::all_of(at_, [](const Rank& rank) { return rank.has_returned; });
}

std::optional<Outcome> Collectives::mistake_of(std::size_t rank) const {
  const wire::Collective& call = *at_[rank].call;
  const std::size_t ranks = at_.size();
  if (call.operation == wire::Operation::all_gather) {
    if (call.count < 0) return wrong(Statement(Sentence::gather_negative, rank, call.count), "count_range");
    const std::vector<std::int32_t> counts(ranks, call.count);
    if (!wire::bytes_of(counts, call.size, room_bytes_))
      return wrong(Statement(Sentence::gather_too_large, rank, call.count, call.size, room_bytes_),
                   "count_range");
    return std::nullopt;
  }
  for (std::size_t other = 0; other < ranks; ++other) {
    if (call.send[other] < 0)
      return wrong(Statement(Sentence::sends_negative, rank, call.send[other], other), "count_range");
    if (call.receive[other] < 0)
      return wrong(Statement(Sentence::expects_negative, rank, call.receive[other], other), "count_range");
  }
  for (const bool sends : {true, false}) {
    const auto counts = of_ranks(sends ? call.send : call.receive, ranks);
    if (wire::bytes_of(counts, call.size, room_bytes_)) continue;
    return wrong(Statement(sends ? Sentence::sends_too_much : Sentence::expects_too_much, rank, room_bytes_),
                 "count_range");
  }
  return std::nullopt;
}

std::optional<Outcome> Collectives::different_calls() const {
  const auto waiting = std::ranges::find_if(at_, [](const Rank& rank) { return rank.call.has_value(); });
  const auto returned = std::ranges::find_if(at_, [](const Rank& rank) { return rank.has_returned; });
  if (returned != at_.end())
    return wrong(Statement(Sentence::rank_has_returned, returned - at_.begin(), waiting - at_.begin(),
                           name_of(waiting->call->operation)),
                 "collectives");
  for (std::size_t r = 1; r < at_.size(); ++r) {
    const wire::Operation first = at_[0].call->operation, other = at_[r].call->operation;
    if (other == first) continue;
    return wrong(Statement(Sentence::different_calls, name_of(first), r, name_of(other)), "collectives");
  }
  return std::nullopt;
}

std::optional<Outcome> Collectives::different_counts() const {
  const wire::Collective& first = *at_[0].call;
  for (std::size_t r = 1; r < at_.size(); ++r) {
    const wire::Collective& call = *at_[r].call;
    if (call.size != first.size)
      return wrong(Statement(Sentence::sizes_differ, name_of(first.operation), first.size, r, call.size),
                   "counts_differ");
    if (first.operation == wire::Operation::all_gather && call.count != first.count)
      return wrong(Statement(Sentence::gather_counts_differ, first.count, r, call.count), "counts_differ");
  }
  if (first.operation == wire::Operation::all_gather) return std::nullopt;
  for (std::size_t from = 0; from < at_.size(); ++from) {
    for (std::size_t to = 0; to < at_.size(); ++to) {
      const std::int32_t sent = at_[from].call->send[to], expected = at_[to].call->receive[from];
      if (sent == expected) continue;
      return wrong(from == to ? Statement(Sentence::own_counts_differ, from, sent, expected)
                              : Statement(Sentence::exchange_counts_differ, from, sent, to, expected),
                   "counts_differ");
    }
  }
  return std::nullopt;
}

std::optional<Outcome> Collectives::mistake() const {
  for (std::size_t r = 0; r < at_.size(); ++r) {
    if (!waits(r)) continue;
    if (std::optional<Outcome> wrong = mistake_of(r)) return wrong;
  }
  if (std::optional<Outcome> wrong = different_calls()) return wrong;
  return different_counts();
}

std::vector<std::size_t> Collectives::told_ranks() const {
  std::vector<std::size_t> told;
  for (std::size_t r = 0; r < at_.size() && told.size() < 2; ++r) {
    if (!waits(r)) continue;
    const bool is_other = told.empty() || at_[r].call->operation != at_[told.front()].call->operation ||
                          at_[r].call->count != at_[told.front()].call->count ||
                          at_[r].call->size != at_[told.front()].call->size;
    if (is_other) told.push_back(r);
  }
  return told;
}

void Collectives::gather(const std::vector<std::span<std::byte>>& memories) {
  const wire::Collective& call = *at_[0].call;
  const std::size_t bytes = static_cast<std::size_t>(call.count) * call.size;
  for (std::size_t to = 0; to < at_.size() && bytes > 0; ++to) {
    std::byte* target = memories[to].data() + room_bytes_;
    for (std::size_t from = 0; from < at_.size(); ++from)
      std::memcpy(target + from * bytes, memories[from].data(), bytes);
  }
  for (std::uint64_t& sent : sent_) sent += bytes * (at_.size() - 1);
}

void Collectives::exchange(const std::vector<std::span<std::byte>>& memories) {
  const std::size_t ranks = at_.size();
  const std::uint64_t size = at_[0].call->size;
  std::vector<std::uint64_t> received(ranks);
  for (std::size_t from = 0; from < ranks; ++from) {
    std::uint64_t at = 0;
    for (std::size_t to = 0; to < ranks; ++to) {
      const std::uint64_t bytes = static_cast<std::uint64_t>(at_[from].call->send[to]) * size;
      if (bytes > 0)
        std::memcpy(memories[to].data() + room_bytes_ + received[to], memories[from].data() + at, bytes);
      at += bytes;
      received[to] += bytes;
      if (from != to) sent_[from] += bytes;
    }
  }
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const std::uint64_t own = static_cast<std::uint64_t>(at_[rank].call->send[rank]) * size;
    from_others_[rank].add(received[rank] -= own);
  }
}

double Collectives::fullest_rank() const {
  if (share_bytes_ <= 0) return 0;
  double most = 0, sum = 0;
  for (const Received& each : from_others_) {
    const auto all = static_cast<double>(each.all), rest = static_cast<double>(each.all - each.most);
    most = std::max(most, all - std::min(rest, kSamples * share_bytes_));
    sum += all;
  }
  const double mean = sum / static_cast<double>(at_.size());
  return most / std::clamp(mean, share_bytes_, kMostOfMean * share_bytes_);
}

void Collectives::pass_on(const std::vector<std::span<std::byte>>& memories) {
  if (at_[0].call->operation == wire::Operation::all_gather) {
    gather(memories);
  } else {
    exchange(memories);
  }
  for (Rank& rank : at_) rank.call.reset();
  ++passed_on_;
}

std::uint64_t Collectives::sent_bytes() const { return *std::ranges::max_element(sent_); }

void add(wire::Traffic& sum, const wire::Traffic& one) {
  sum.threads += one.threads;
  sum.load_bytes += one.load_bytes;
  sum.narrow_load_bytes += one.narrow_load_bytes;
  sum.store_bytes += one.store_bytes;
  sum.lane_load_bytes += one.lane_load_bytes;
  sum.load_sectors += one.load_sectors;
  sum.store_sectors += one.store_sectors;
  sum.wavefronts += one.wavefronts;
  sum.ideal_wavefronts += one.ideal_wavefronts;
  sum.barriers += one.barriers;
  sum.span = std::max(sum.span, one.span);
  sum.other_bytes += one.other_bytes;
  sum.probes = std::max(sum.probes, one.probes);
  sum.local_bytes += one.local_bytes;
  sum.stack_bytes = std::max(sum.stack_bytes, one.stack_bytes);
  sum.shared_wavefronts += one.shared_wavefronts;
  sum.ideal_shared_wavefronts += one.ideal_shared_wavefronts;
  sum.atomics += one.atomics;
  sum.executed_warps += one.executed_warps;
  sum.executed_lanes += one.executed_lanes;
}

void add(std::vector<LineProfile>& sum, std::vector<LineProfile>&& lines) {
  for (LineProfile& line : lines) {
    const auto known = std::ranges::find_if(
        sum, [&](const LineProfile& each) { return each.file == line.file && each.line == line.line; });
    if (known == sum.end()) {
      sum.push_back(std::move(line));
      continue;
    }
    known->requests += line.requests;
    known->sectors += line.sectors;
    known->ideal_sectors += line.ideal_sectors;
    known->wavefronts += line.wavefronts;
    known->ideal_wavefronts += line.ideal_wavefronts;
    known->executions += line.executions;
    known->lanes += line.lanes;
  }
}

void add(std::vector<Violation>& sum, std::vector<Violation>&& violations) {
  for (Violation& violation : violations) {
    const bool known = std::ranges::any_of(
        sum, [&](const Violation& each) { return each.rule == violation.rule && each.why == violation.why; });
    if (!known && sum.size() < wire::kMostViolations) sum.push_back(std::move(violation));
  }
}

}  // namespace mergelab::judge
