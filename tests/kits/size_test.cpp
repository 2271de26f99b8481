// Sizes as data: their values, and the messages for invalid ones.
#include "kits/keys/case.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

constexpr Symbols kSizes{.section = 1000, .tile = 96, .block = 128, .threads = 512, .share = 5};

struct Valued {
  const char* text;
  std::int64_t value;
};

TEST(Size, is_worth_what_arithmetic_says) {
  const Valued values[] = {{"0", 0},
                           {"16777217", 16777217},
                           {"2147483647", 2147483647},
                           {"tile", 96},
                           {"2*section-1", 1999},
                           {"3*tile/2+1", 145},
                           {"3/2*tile", 96},
                           {"tile/2/3", 16},
                           {"7/2", 3},
                           {"10-7/2", 7},
                           {"-tile+section", 904},
                           {" 2 * tile\t+ 1 ", 193},
                           {"threads/2-1", 255},
                           {"block*share/2", 320},
                           {"4*section+share+1", 4006},
                           {"(tile+1)/2", 48},
                           {"2*(section-(tile-1))", 1810},
                           {"(1-3)/(0-1)", 2},
                           {"2000000000*2000000000/2000000000", 2000000000}};
  for (const auto& [text, value] : values) {
    const Size size(text);
    EXPECT_EQ(size.evaluate(kSizes), value) << text;
    EXPECT_EQ(size.text(), text);
  }
}

TEST(Size, is_0_when_made_of_nothing) { EXPECT_EQ(Size().evaluate(kSizes), 0); }

TEST(Size, is_below_0_only_with_its_sign) {
  EXPECT_EQ(Size("tile-section").evaluate(kSizes), 0);
  EXPECT_EQ(Size("tile-section").evaluate_signed(kSizes), -904);
}

TEST(Size, needs_a_launch_when_a_launch_decides_it) {
  for (const char* text : {"block", "2*threads+1", "tile+share"})
    EXPECT_TRUE(Size(text).needs_launch()) << text;
  for (const char* text : {"tile", "2*section", "5"}) EXPECT_FALSE(Size(text).needs_launch()) << text;
}

std::string out_of_range(const char* text) {
  return error_of<std::out_of_range>([&] { return Size(text).evaluate(kSizes); });
}

TEST(Size, refuses_values_that_no_array_can_have) {
  EXPECT_EQ(out_of_range("2147483647+1"), "'2147483647+1' is over 2^31-1");
  EXPECT_EQ(out_of_range("2147483647*2147483647*2147483647"),
            "'2147483647*2147483647*2147483647' is over 2^31-1");
  EXPECT_EQ(out_of_range("2147483647-1"), "");
}

TEST(Size, refuses_a_sum_that_leaves_64_bits) {
  const std::string most = "2147483647*2147483647";
  EXPECT_EQ(out_of_range((most + "+" + most + "+" + most).c_str()),
            "'" + most + "+" + most + "+" + most + "' is over 2^31-1");
}

TEST(Size, refuses_to_divide_by_0) {
  EXPECT_EQ(out_of_range("tile/0"), "'tile/0' divides by 0");
  EXPECT_THROW((void)Size("1/threads").evaluate({}), std::out_of_range);
}

struct Refused {
  const char* text;
  const char* message;
};

TEST(Size, names_each_mistake) {
  const Refused mistakes[] = {
      {"", "a size is empty; expected one such as \"2*rows+1\""},
      {"  ", "a size is empty; expected one such as \"2*rows+1\""},
      {"2*tiles", "'tiles' is not known; a size may use section, tile, block, threads and share"},
      {"2tile", "'tile' stands where one of + - * / is expected"},
      {"2*", "'2*' ends where a number or a name is expected"},
      {"2*+1", "'+' stands where a number or a name is expected"},
      {"(tile+1", "'(tile+1' ends where ) is expected"},
      {"(tile+1 2)", "'2' stands where one of + - * / ) is expected"},
      {"tile+1)", "')' stands where one of + - * / is expected"},
      {"()", "')' stands where a number or a name is expected"},
      {"tile%2", "'%' stands where one of + - * / is expected"},
      {"1.5*tile", "'.' stands where one of + - * / is expected"},
      {"--1", "'-' stands where a number or a name is expected"},
      {"99999999999999999999", "'99999999999999999999' is too large; at most 2147483647 is possible"}};
  for (const auto& [text, message] : mistakes) {
    try {
      const Size size(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const std::invalid_argument& error) {
      EXPECT_STREQ(error.what(), message);
    }
  }
}

TEST(Size, refuses_a_text_without_end) {
  EXPECT_THROW(Size(std::string(100'000, '1')), std::invalid_argument);
}

TEST(Case, needs_a_launch_when_any_of_its_sizes_does) {
  EXPECT_FALSE(KeysCase{}.needs_launch());
  const Size of_launch("block+1");
  KeysCase spec;
  spec.m = of_launch;
  EXPECT_TRUE(spec.needs_launch());
  spec = {};
  spec.n = of_launch;
  EXPECT_TRUE(spec.needs_launch());
  spec = {};
  spec.run = of_launch;
  EXPECT_TRUE(spec.needs_launch());
  spec = {};
  spec.section = of_launch;
  EXPECT_TRUE(spec.needs_launch());
  spec = {};
  spec.tile = of_launch;
  EXPECT_TRUE(spec.needs_launch());
}

TEST(Case, has_sizes_of_its_own_shape_where_it_has_one) {
  const Symbols of_lab{.section = 1024, .tile = 256, .block = 32};
  KeysCase spec;
  EXPECT_EQ(spec.symbols(of_lab).section, 1024);
  spec.tile = Size("block+1");
  spec.section = Size("2*tile");
  EXPECT_EQ(spec.symbols(of_lab).tile, 33);
  EXPECT_EQ(spec.symbols(of_lab).section, 66);
}

}  // namespace
}  // namespace mergelab::judge
