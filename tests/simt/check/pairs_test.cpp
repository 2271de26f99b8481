// Which two accesses of one place race. In CUDA's memory model two unordered ones do if one of them writes
// and not both are atomic or volatile; the order in which they happen changes nothing.
#include "kernels/pairs.hpp"
#include "checked.hpp"

namespace {

constexpr const char* kNames[] = {"plain read",     "plain write",  "volatile read",
                                  "volatile write", "atomicAdd",    "relaxed load",
                                  "relaxed store",  "acquire load", "release store"};

bool is_plain(int operation) { return operation == kPlainRead || operation == kPlainWrite; }
bool is_volatile(int operation) { return operation == kVolatileRead || operation == kVolatileWrite; }
bool writes(int operation) {
  return operation == kPlainWrite || operation == kVolatileWrite || operation == kAtomicAdd ||
         operation == kRelaxedStore || operation == kReleaseStore;
}

struct Place {
  const char* name;
  unsigned other;
  bool is_shared;
};
constexpr Place kPlaces[] = {{"shared, same warp", 1, true},
                             {"shared, other warp", 32, true},
                             {"global, same warp", 1, false},
                             {"global, other warp", 32, false},
                             {"global, other block", 64, false}};

class Pairs : public CheckedModule<"pairs"> {
 protected:
  bool races(const std::string& found) {
    EXPECT_TRUE(found.empty() || holds(found, {"race: thread "})) << found;
    return !found.empty();
  }
  int* place() {
    if (place_ == nullptr) place_ = zeros(1, "place");
    return place_;
  }
  int* out() {
    if (out_ == nullptr) out_ = device(3, "out");
    return out_;
  }

 private:
  int *place_ = nullptr, *out_ = nullptr;
};

TEST_F(Pairs, race_where_one_writes_and_one_is_plain) {
  for (const auto kind : {simt::Order::Kind::Forward, simt::Order::Kind::Reverse}) {
    simt::host::set_order({kind});
    for (const Place& where : kPlaces) {
      for (int first = 0; first < kNone; ++first) {
        for (int last = 0; last < kNone; ++last) {
          // Without a fence volatile accesses of shared memory are plain ones: no flag is meant.
          const bool both_volatile = where.is_shared && is_volatile(first) && is_volatile(last);
          const bool race =
              (writes(first) || writes(last)) && (is_plain(first) || is_plain(last) || both_volatile);
          EXPECT_EQ(
              races(violations("run_pair", place(), out(), first, last, where.other, int{where.is_shared})),
              race)
              << where.name << ": " << kNames[first] << ", " << kNames[last]
              << (kind == simt::Order::Kind::Forward ? "" : ", reverse");
        }
      }
    }
  }
}

TEST_F(Pairs, are_not_hidden_by_an_access_between_them) {
  const struct {
    Order order;
    unsigned other;
    bool is_ordered;
  } cases[] = {{kByItself, 1, false},   {kByItself, 32, false},   {kByItself, 64, false},
               {kSyncwarp, 2, true},    {kSyncwarp, 32, false},   {kSyncwarp, 64, false},
               {kSyncthreads, 2, true}, {kSyncthreads, 32, true}, {kSyncthreads, 64, false}};
  for (const auto kind : {simt::Order::Kind::Forward, simt::Order::Kind::Reverse}) {
    simt::host::set_order({kind});
    for (const auto& [order, other, is_ordered] : cases) {
      for (const int first : {kPlainRead, kPlainWrite}) {
        for (int between = kVolatileRead; between < kNone; ++between) {
          for (int last = kVolatileRead; last < kNone; ++last) {
            // A plain read is a guess where its thread's atomic comes next.
            if (first == kPlainRead && order == kByItself && between == kAtomicAdd) continue;
            const bool is_seen = between == kReleaseStore && kind == simt::Order::Kind::Forward &&
                                 (last == kVolatileRead || last == kAtomicAdd || last == kAcquireLoad);
            const bool race = (writes(first) || writes(last)) && !is_ordered && !is_seen;
            EXPECT_EQ(
                races(violations("run_triple", place(), out(), first, between, last, int{order}, other)),
                race)
                << kNames[first] << ", " << kNames[between] << ", " << kNames[last] << " by thread " << other
                << ", order " << order << (kind == simt::Order::Kind::Forward ? "" : ", reverse");
          }
        }
      }
    }
  }
}

TEST_F(Pairs, of_a_write_and_an_atomic_name_both) {
  EXPECT_EQ(violations("run_counted", device(2, "out"), 0), "");
  EXPECT_TRUE(holds(violations("run_counted", device(2, "out"), 1),
                    {"race: thread 1 of block 0 update counter (shared) at pairs.cu:",
                     "`atomicAdd(&counter, 1);`; other: thread 0 of same_block write at pairs.cu:",
                     "`if (threadIdx.x == 0) counter = 0;`; ", "; more: "}));
}

TEST_F(Pairs, of_two_writes_are_told_from_those_where_one_reads) {
  const auto two_writes = [&](Operation first, Operation last) {
    EXPECT_TRUE(races(violations("run_pair", place(), out(), int{first}, int{last}, 32U, 1)));
    return simt::host::violations().front().is_of_two_writes();
  };
  EXPECT_TRUE(two_writes(kPlainWrite, kPlainWrite));
  EXPECT_FALSE(two_writes(kPlainWrite, kPlainRead));
  EXPECT_FALSE(two_writes(kPlainRead, kPlainWrite));
  EXPECT_FALSE(two_writes(kPlainWrite, kAtomicAdd));
  EXPECT_FALSE(two_writes(kAtomicAdd, kPlainWrite));
}

TEST_F(Pairs, are_ordered_for_the_block_that_acquires_and_for_no_other) {
  const auto told = [&](unsigned adds_unasked) {
    return violations("run_told_of_counter", zeros(1, "counter"), zeros(1, "flag"), adds_unasked);
  };
  EXPECT_EQ(told(0), "");
  EXPECT_TRUE(
      holds(told(1), {"race: thread 0 of block 2 update counter[0] at",
                      "; other: thread 0 of block 0 write at", "`if (blockIdx.x == 0) *counter = 0;`"}));
}

}  // namespace
