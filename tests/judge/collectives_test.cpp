// The transport's handling of the ranks' calls: which bytes go where, what is counted, and what is refused.
#include "judge/transport/collectives.hpp"

#include "judge/checked.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

constexpr std::uint64_t kRoom = 256, kShareBytes = 8;

wire::Collective gather_of(int count, std::uint64_t size = 4) {
  wire::Collective call;
  call.operation = wire::Operation::all_gather;
  call.count = count;
  call.size = size;
  return call;
}

wire::Collective exchange_of(const std::vector<int>& send, const std::vector<int>& receive,
                             std::uint64_t size = 4) {
  wire::Collective call;
  call.operation = wire::Operation::all_to_all;
  call.size = size;
  std::copy(send.begin(), send.end(), call.send.begin());
  std::copy(receive.begin(), receive.end(), call.receive.begin());
  return call;
}

/// Ranks with separate memory, as in workers.
struct Ranks {
  explicit Ranks(std::size_t count)
      : collectives(count, kRoom, kShareBytes), memory(count, std::vector<int>(2 * kRoom / 4)) {}

  void put(std::size_t rank, const std::vector<int>& values) {
    std::copy(values.begin(), values.end(), memory[rank].begin());
  }
  void pass_on() {
    std::vector<std::span<std::byte>> spans;
    for (std::vector<int>& one : memory) spans.push_back(std::as_writable_bytes(std::span(one)));
    collectives.pass_on(spans);
  }
  [[nodiscard]] std::vector<int> received(std::size_t rank, std::size_t count) const {
    const auto begin = memory[rank].begin() + kRoom / 4;
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }
  /// What is wrong with these calls, of rank 0, 1, ...
  std::string mistake(const std::vector<wire::Collective>& calls) {
    for (std::size_t r = 0; r < calls.size(); ++r) EXPECT_TRUE(collectives.wait(r, calls[r]));
    const std::optional<Outcome> wrong = collectives.mistake();
    return wrong ? wrong->symptom + ": " + facts_of(*wrong) : "";
  }

  Collectives collectives;
  std::vector<std::vector<int>> memory;
};

TEST(Collectives, gather_what_each_rank_gives_in_the_order_of_ranks) {
  Ranks ranks(3);
  ranks.put(0, {1, 2});
  ranks.put(1, {3, 4});
  ranks.put(2, {5, 6});
  EXPECT_EQ(ranks.mistake({gather_of(2), gather_of(2), gather_of(2)}), "");
  ranks.pass_on();
  for (std::size_t r = 0; r < 3; ++r) EXPECT_EQ(ranks.received(r, 6), (std::vector<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(ranks.collectives.sent_bytes(), 2U * 4 * 2);
  EXPECT_EQ(ranks.collectives.passed_on(), 1);
  EXPECT_FALSE(ranks.collectives.rests(0));
}

TEST(Collectives, send_to_each_rank_its_part_and_count_what_goes_to_others) {
  Ranks ranks(2);
  ranks.put(0, {1, 2, 3});
  ranks.put(1, {4, 5, 6, 7});
  EXPECT_EQ(ranks.mistake({exchange_of({1, 2}, {1, 3}), exchange_of({3, 1}, {2, 1})}), "");
  ranks.pass_on();
  EXPECT_EQ(ranks.received(0, 4), (std::vector<int>{1, 4, 5, 6}));
  EXPECT_EQ(ranks.received(1, 3), (std::vector<int>{2, 3, 7}));
  EXPECT_EQ(ranks.collectives.sent_bytes(), 3U * 4);
  EXPECT_EQ(ranks.mistake({gather_of(0), gather_of(0)}), "");
  ranks.pass_on();
  EXPECT_EQ(ranks.collectives.sent_bytes(), 3U * 4);
  EXPECT_EQ(ranks.collectives.passed_on(), 2);
}

TEST(Collectives, compare_what_the_fullest_rank_is_sent_with_the_mean) {
  const auto fullest = [](const std::vector<wire::Collective>& calls) {
    Ranks ranks(2);
    EXPECT_EQ(ranks.mistake(calls), "");
    ranks.pass_on();
    return ranks.collectives.fullest_rank();
  };
  EXPECT_EQ(fullest({exchange_of({2, 1}, {2, 1}), exchange_of({1, 2}, {1, 2})}), 0.5);
  EXPECT_EQ(fullest({exchange_of({3, 0}, {3, 4}), exchange_of({4, 0}, {0, 0})}), 2);
  EXPECT_EQ(fullest({exchange_of({1, 0}, {1, 1}, 12), exchange_of({1, 0}, {0, 0}, 12)}), 1.5) << "records";
  EXPECT_EQ(fullest({exchange_of({1, 0}, {1, 1}), exchange_of({1, 0}, {0, 0})}), 0.5) << "samples";
  EXPECT_EQ(fullest({gather_of(9), gather_of(9)}), 0);
  EXPECT_EQ(fullest({exchange_of({9, 0}, {9, 0}), exchange_of({0, 9}, {0, 9})}), 0) << "to themselves";
  EXPECT_EQ(fullest({exchange_of({0, 8}, {0, 8}), exchange_of({8, 0}, {8, 0})}), 4 / 1.25) << "much to all";
  Ranks later(2);
  EXPECT_EQ(later.mistake({exchange_of({0, 0}, {0, 4}), exchange_of({4, 0}, {0, 0})}), "");
  later.pass_on();
  EXPECT_EQ(later.mistake({exchange_of({1, 1}, {1, 1}), exchange_of({1, 1}, {1, 1})}), "");
  later.pass_on();
  EXPECT_EQ(later.collectives.fullest_rank(), 2.25 / 1.25) << "samples after the keys";
}

TEST(Collectives, add_up_what_the_fullest_rank_is_sent_by_several_exchanges) {
  constexpr int kRanks = 8, kShare = kShareBytes / 4;
  // Each exchange gives each rank so many keys, by the rank after it.
  const auto fullest = [](const std::vector<std::array<int, kRanks>>& exchanges) {
    Ranks ranks(kRanks);
    for (const std::array<int, kRanks>& each : exchanges) {
      std::vector<wire::Collective> calls(kRanks, exchange_of({}, {}));
      for (std::size_t to = 0; to < kRanks; ++to)
        calls[(to + 1) % kRanks].send[to] = calls[to].receive[(to + 1) % kRanks] = each[to];
      EXPECT_EQ(ranks.mistake(calls), "");
      ranks.pass_on();
    }
    return ranks.collectives.fullest_rank();
  };
  constexpr std::array<int, kRanks> kEven{kShare, kShare, kShare, kShare, kShare, kShare, kShare, kShare};
  EXPECT_EQ(fullest(std::vector<std::array<int, kRanks>>(7, {kShare})), 6.75) << "all shares go to rank 0";
  EXPECT_EQ(fullest({{1}, kEven}), 1.25 / 1.0625) << "samples, and the keys";
  EXPECT_EQ(fullest({kEven, kEven}), 1.75 / 1.25) << "keys that go by way of another rank";
  EXPECT_EQ(fullest({kEven, kEven, kEven, kEven}), 3.75 / 1.25);
}

TEST(Collectives, end_when_all_have_returned) {
  Ranks ranks(2);
  EXPECT_TRUE(ranks.collectives.end(0));
  EXPECT_FALSE(ranks.collectives.all_returned());
  EXPECT_TRUE(ranks.collectives.end(1));
  EXPECT_TRUE(ranks.collectives.all_returned());
}

TEST(Collectives, have_one_call_of_a_rank_at_a_time) {
  Ranks ranks(2);
  EXPECT_TRUE(ranks.collectives.wait(0, gather_of(1)));
  EXPECT_FALSE(ranks.collectives.wait(0, gather_of(1)));
  EXPECT_FALSE(ranks.collectives.end(0));
  EXPECT_TRUE(ranks.collectives.end(1));
  EXPECT_FALSE(ranks.collectives.wait(1, gather_of(1)));
}

TEST(Collectives, tell_of_the_first_rank_that_waits_and_the_first_that_waits_elsewhere) {
  Ranks ranks(4);
  EXPECT_TRUE(ranks.collectives.end(0));
  for (const std::size_t r : {1, 2}) EXPECT_TRUE(ranks.collectives.wait(r, gather_of(1)));
  EXPECT_EQ(ranks.collectives.told_ranks(), (std::vector<std::size_t>{1}));
  EXPECT_TRUE(ranks.collectives.wait(3, gather_of(2)));
  EXPECT_EQ(ranks.collectives.told_ranks(), (std::vector<std::size_t>{1, 3}));
}

TEST(Collectives, name_the_rank_that_returned_and_the_one_that_waits) {
  Ranks ranks(4);
  EXPECT_TRUE(ranks.collectives.end(3));
  EXPECT_TRUE(ranks.collectives.end(1));
  EXPECT_TRUE(ranks.collectives.wait(2, gather_of(1)));
  EXPECT_TRUE(ranks.collectives.wait(0, exchange_of({}, {})));
  ASSERT_TRUE(ranks.collectives.mistake());
  EXPECT_EQ(facts_of(*ranks.collectives.mistake()), "rank_has_returned(1, 0, all_to_all)");
  EXPECT_EQ(ranks.collectives.mistake()->symptom, "collectives");
  EXPECT_EQ(ranks.collectives.mistake()->verdict, Verdict::wrong_answer);
}

TEST(Collectives, name_two_ranks_in_different_calls) {
  EXPECT_EQ(Ranks(3).mistake({gather_of(1), gather_of(1), exchange_of({}, {})}),
            "collectives: different_calls(all_gather, 2, all_to_all)");
}

TEST(Collectives, name_counts_that_differ) {
  EXPECT_EQ(Ranks(2).mistake({exchange_of({1, 10}, {1, 0}), exchange_of({0, 0}, {12, 0})}),
            "counts_differ: exchange_counts_differ(0, 10, 1, 12)");
  EXPECT_EQ(Ranks(2).mistake({exchange_of({1, 0}, {2, 0}), exchange_of({0, 0}, {0, 0})}),
            "counts_differ: own_counts_differ(0, 1, 2)");
  EXPECT_EQ(Ranks(2).mistake({gather_of(16), gather_of(15)}),
            "counts_differ: gather_counts_differ(16, 1, 15)");
  EXPECT_EQ(Ranks(2).mistake({gather_of(2, 4), gather_of(2, 8)}),
            "counts_differ: sizes_differ(all_gather, 4, 1, 8)");
}

TEST(Collectives, refuse_counts_below_0_and_beyond_the_room) {
  EXPECT_EQ(Ranks(2).mistake({exchange_of({0, 0}, {0, 0}), exchange_of({-3, 0}, {0, 0})}),
            "count_range: sends_negative(1, -3, 0)");
  EXPECT_EQ(Ranks(2).mistake({exchange_of({0, 0}, {0, -1}), exchange_of({0, 0}, {0, 0})}),
            "count_range: expects_negative(0, -1, 1)");
  EXPECT_EQ(Ranks(2).mistake({gather_of(0), gather_of(-1)}), "count_range: gather_negative(1, -1)");
  EXPECT_EQ(Ranks(2).mistake({gather_of(33), gather_of(33)}), "count_range: gather_too_large(0, 33, 4, 256)");
  EXPECT_EQ(Ranks(2).mistake({gather_of(32), gather_of(32)}), "");
  EXPECT_EQ(Ranks(2).mistake({exchange_of({64, 0}, {64, 0}), exchange_of({0, 33}, {32, 33})}),
            "count_range: expects_too_much(1, 256)");
}

TEST(Collectives, survive_any_numbers) {
  const int most = std::numeric_limits<int>::max();
  const std::uint64_t huge = ~std::uint64_t{0};
  EXPECT_NE(Ranks(2).mistake({gather_of(most, huge), gather_of(most, huge)}), "");
  EXPECT_NE(Ranks(2).mistake({exchange_of({most, most}, {most, most}, huge), exchange_of({}, {}, huge)}), "");
  EXPECT_NE(Ranks(2).mistake({exchange_of({1, 1}, {1, 1}, huge), exchange_of({1, 1}, {1, 1}, huge)}), "");
  // Elements of no bytes are never copied.
  Ranks empty(2);
  EXPECT_EQ(empty.mistake({gather_of(most, 0), gather_of(most, 0)}), "");
  empty.pass_on();
  EXPECT_EQ(empty.mistake({gather_of(0, huge), gather_of(0, huge)}), "");
  empty.pass_on();
  EXPECT_EQ(empty.collectives.sent_bytes(), 0U);
}

TEST(Sums, leave_out_no_counter_of_a_rank) {
  using Counters = std::array<std::uint64_t, sizeof(wire::Traffic) / sizeof(std::uint64_t)>;
  Counters ones{};
  ones.fill(1);
  wire::Traffic sum;
  add(sum, std::bit_cast<wire::Traffic>(ones));
  EXPECT_EQ(std::bit_cast<Counters>(sum), ones);
}

}  // namespace
}  // namespace mergelab::judge
