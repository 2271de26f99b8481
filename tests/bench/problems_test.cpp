// The sizes and distributions for `mergelab bench`.
#include "bench/results/problems.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace mergelab::bench {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(BenchSizes, are_numbers_powers_and_ranges_each_once_and_ascending) {
  EXPECT_EQ(read_sizes({"2^12", "5000", "2^11..2^13", "4096"}), (Sizes{2048, 4096, 5000, 8192}));
  EXPECT_EQ(read_sizes({"3000..10000"}), (Sizes{4096, 8192}));
}

TEST(BenchSizes, are_2_to_16_up_to_2_to_28_when_none_is_asked_for) {
  const Sizes sizes = read_sizes({});
  EXPECT_EQ(sizes.size(), 13U);
  EXPECT_EQ(sizes.front(), 1 << 16);
  EXPECT_EQ(sizes.back(), 1 << 28);
}

TEST(BenchSizes, refuses_what_is_no_size) {
  for (const char* word : {"", "abc", "12x", "-4096", "2^", "2^9", "2^31", "2^99", "1023", "2^12..", "..2^12",
                           "2^13..2^12", "5000..6000", "99999999999999999999"}) {
    EXPECT_THROW((void)read_sizes({word}), std::invalid_argument) << "'" << word << "'";
  }
}

TEST(BenchDistributions, are_all_or_those_named_each_once) {
  EXPECT_EQ(read_distributions({}).size(), 5U);
  EXPECT_EQ(read_distributions({"blocks", "uniform", "blocks"}),
            (std::vector<std::string>{"blocks", "uniform"}));
}

}  // namespace
}  // namespace mergelab::bench
