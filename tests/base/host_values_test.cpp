// The limit of what host code may write back after reading values: the same for the CPU engine and a GPU.
#include "base/host_values.hpp"
#include "support/test.hpp"

namespace mergelab::base {
namespace {

std::size_t cost(const std::vector<int>& now, std::vector<int> before) {
  return take_change(now.data(), before.data(), now.size() * sizeof(int)).cost;
}

TEST(Change, costs_what_is_new_and_where_it_stands) {
  std::vector<int> values(3000);
  std::iota(values.begin(), values.end(), 1);
  EXPECT_EQ(cost(values, values), 0U);
  EXPECT_EQ(cost(values, std::vector<int>(3000)), 3000U * 4 + 4);
  EXPECT_EQ(cost(std::vector<int>(3000, 7), std::vector<int>(3000)), 8U) << "one value, all over";
  std::vector<int> few(3000);
  few[10] = few[2000] = few[2999] = 5;
  EXPECT_EQ(cost(few, std::vector<int>(3000)), 3U * 8);
  EXPECT_EQ(take_change(values.data(), nullptr, 4 * sizeof(int)).cost, 4U * 4 + 4) << "beside zeros";
  const char odd[] = {0, 0, 0, 0, 1, 2};
  EXPECT_EQ(take_change(odd, nullptr, sizeof odd).bytes, 2U);
}

TEST(Change, is_taken_once) {
  const std::vector<int> now{1, 2, 3, 4};
  std::vector<int> before{1, 0, 0, 4};
  const Change change = take_change(now.data(), before.data(), 16);
  EXPECT_EQ(change.bytes, 8U);
  EXPECT_EQ(before, now);
  EXPECT_EQ(take_change(now.data(), before.data(), 16).cost, 0U);
}

Content content(std::uint64_t number) { return Content().add(number); }

TEST(HostValues, may_be_given_until_much_was_seen) {
  HostValues account;
  std::uint64_t number = 0;
  EXPECT_FALSE(account.is_limited());
  account.begin_call(100, false);
  EXPECT_TRUE(account.is_limited());
  EXPECT_TRUE(account.see(256));
  EXPECT_TRUE(account.give(1000, content(++number)));
  EXPECT_FALSE(account.see(4)) << "an earlier call brought more";
  EXPECT_TRUE(account.give(100, content(++number)));
  EXPECT_FALSE(account.give(1, content(++number)));
  EXPECT_EQ(account.numbers(), (std::array<std::int64_t, 5>{260, 101, 100}));
}

TEST(HostValues, are_forgotten_as_given_but_not_as_seen) {
  HostValues account;
  std::uint64_t number = 0;
  account.begin_call(100, false);
  EXPECT_TRUE(account.see(1000));
  EXPECT_FALSE(account.give(101, content(++number)));
  account.begin_call(100, false);
  account.wait(101);
  account.begin_call(100, false);
  EXPECT_TRUE(account.give(100, content(++number))) << "what waits is given by a launch of the same call";
  account.begin_call(100, false);
  account.wait(60);
  EXPECT_FALSE(account.give(60, content(++number)));
}

TEST(HostValues, of_other_inputs_tell_nothing) {
  HostValues account;
  std::uint64_t number = 0;
  account.begin_call(100, true);
  EXPECT_TRUE(account.see(1000));
  account.begin_call(100, true);
  EXPECT_TRUE(account.give(101, content(++number)));
  EXPECT_TRUE(account.see(257)) << "the most at once, of these inputs";
  EXPECT_FALSE(account.give(101, content(++number)));
}

TEST(HostValues, that_an_earlier_call_got_at_the_same_place_tell_nothing) {
  HostValues account;
  const auto call = [&](std::uint64_t first, std::uint64_t second, bool new_inputs = false) {
    account.begin_call(0, new_inputs);
    (void)account.see(100, content(first));
    (void)account.see(100, content(second));
    return account.numbers()[0];
  };
  EXPECT_EQ(call(7, 7, true), 200) << "the same twice in a call";
  EXPECT_EQ(call(7, 7), 200);
  EXPECT_EQ(call(7, 8), 300);
  EXPECT_EQ(call(8, 7), 400) << "at another place";
  EXPECT_EQ(call(7, 8, true), 200);
}

TEST(HostValues, may_be_given_again_in_the_order_of_the_first_call) {
  HostValues account;
  const auto call = [&](const std::vector<std::uint64_t>& gives, bool new_inputs = false) {
    account.begin_call(1, new_inputs);
    bool may = true;
    for (const std::uint64_t each : gives) may = account.give(2, content(each)) && may;
    (void)account.see(1000);
    return may;
  };
  EXPECT_TRUE(call({1, 2, 3}));
  EXPECT_TRUE(call({1, 2, 3}));
  EXPECT_TRUE(call({1, 2}));
  EXPECT_FALSE(call({1, 2, 3, 3})) << "one more";
  EXPECT_FALSE(call({2, 1})) << "another order";
  EXPECT_FALSE(call({4, 1, 2, 3})) << "something else";
  EXPECT_TRUE(call({4, 5}, true)) << "new inputs";
  EXPECT_FALSE(call({1, 2, 3}));
  EXPECT_TRUE(call({4, 5}));
  account.begin_call(1, false);
  account.wait(2);
  EXPECT_FALSE(account.give(2, content(4))) << "what waits is unknown";
}

}  // namespace
}  // namespace mergelab::base
