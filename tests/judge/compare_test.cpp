// Outputs of labs without a kit beside what they should be.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "judge/any_lab/compare.hpp"
#include "judge/any_lab/pattern.hpp"
#include "judge/any_lab/same.hpp"
#include "judge/findings.hpp"
#include "judge/image.hpp"

namespace mergelab::judge {
namespace {

using Role = Argument::Role;

template <class Type>
std::vector<std::byte> bytes(const std::vector<Type>& values) {
  std::vector<std::byte> all(values.size() * sizeof(Type));
  if (!all.empty()) std::memcpy(all.data(), values.data(), all.size());
  return all;
}

Interface one_output(const char* type, std::vector<std::string> extents, Compare compare = {}) {
  return {
      .arguments =
          {{.name = "C", .role = Role::out, .type = type, .extents = std::move(extents), .compare = compare}},
      .returns = {}};
}

struct Compared {
  std::string text, symptom;
  std::vector<std::string> clues;
};

template <class Type>
Compared compared(const Interface& interface, const std::map<std::string, Number>& numbers,
                  const std::vector<Type>& expected, const std::vector<Type>& got) {
  const std::vector<std::byte> wanted = bytes(expected), held = bytes(got);
  const Inputs inputs{numbers, std::vector<std::vector<std::byte>>(interface.arguments.size())};
  const Outcome outcome = compare(interface, inputs, {{wanted}, {}}, {{held}, {}});
  return {text_of(outcome.why, StudentFiles()), outcome.symptom, outcome.clues};
}

constexpr Compare kClose{.how = Compare::How::tolerance, .absolute = 0.01, .relative = 0.001};

TEST(Compare, takes_what_is_close_enough) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                  kInf = std::numeric_limits<float>::infinity();
  const auto is_close = [](float got, float expected) { return is_same(got, expected, kClose); };
  EXPECT_TRUE(is_close(1.010F, 1));
  EXPECT_FALSE(is_close(1.012F, 1));
  EXPECT_TRUE(is_close(1001, 1000));
  EXPECT_FALSE(is_close(1002, 1000));
  EXPECT_TRUE(is_close(kNan, kNan));
  EXPECT_FALSE(is_close(kNan, 1));
  EXPECT_FALSE(is_close(1, kNan));
  EXPECT_TRUE(is_close(kInf, kInf));
  EXPECT_FALSE(is_close(kInf, -kInf));
  EXPECT_FALSE(is_close(std::numeric_limits<float>::max(), kInf));
  EXPECT_TRUE(is_same(-0.0F, 0.0F, {}));
  EXPECT_FALSE(is_same(1.0F, std::nextafter(1.0F, 2.0F), {}));
}

TEST(Compare, counts_representable_numbers_across_zero) {
  EXPECT_EQ(steps_between(1.0F, std::nextafter(1.0F, 2.0F)), 1U);
  const float least = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(steps_between(-least, least), 2U);
  EXPECT_EQ(steps_between(-0.0, 0.0), 0U);
  EXPECT_EQ(steps_between<std::int64_t>(INT64_MIN, INT64_MAX), UINT64_MAX);
  const Compare ulps{.how = Compare::How::ulps, .ulps = 2};
  EXPECT_TRUE(is_same(-least, least, ulps));
  EXPECT_FALSE(is_same(-least, 2 * least, ulps));
}

TEST(Compare, names_the_element_in_its_shape_and_how_far_off_it_is) {
  const Interface matrix = one_output("float", {"rows", "columns"}, kClose);
  const Compared seen =
      compared<float>(matrix, {{"rows", 2}, {"columns", 3}}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5.5F, 6});
  EXPECT_EQ(seen.text, "C[1][1] expected 5, got 5.5: off by 0.5, and 0.015 is allowed\n  the only mismatch");
  EXPECT_EQ(seen.symptom, "wrong_values");
}

TEST(Compare, tells_what_was_never_written) {
  int poison = 0;
  std::memset(&poison, std::to_integer<int>(kPoison), sizeof poison);
  Interface ints = one_output("int", {"n"});
  const Compared seen = compared<int>(ints, {{"n", 2}}, {7, 8}, {7, poison});
  EXPECT_EQ(seen.text, "C[1] expected 8, but it was never written\n  the only mismatch");
  EXPECT_EQ(seen.symptom, "unwritten");
  EXPECT_EQ(compared<int>(ints, {{"n", 1}}, {poison}, {poison}).text, "");
  ints.arguments[0].role = Role::inout;
  EXPECT_NE(compared<int>(ints, {{"n", 2}}, {7, 8}, {7, poison}).symptom, "unwritten");
}

TEST(Compare, finds_the_value_of_another_element) {
  const Interface matrix = one_output("int", {"n", "n"});
  const Compared seen =
      compared<int>(matrix, {{"n", 3}}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 4, 7, 2, 5, 8, 3, 6, 9});
  EXPECT_EQ(seen.text, "C[0][1] expected 2, got 4; that is the value of C[1][0]\n  first of 6 mismatches");
  EXPECT_EQ(seen.clues, std::vector<std::string>{"transposed"});
  // Of counts that are often equal, it would be there by chance.
  EXPECT_EQ(compared<int>(one_output("int", {"n"}), {{"n", 6}}, {5, 5, 5, 5, 5, 6}, {6, 5, 5, 5, 5, 6}).text,
            "C[0] expected 5, got 6\n  the only mismatch");
}

TEST(Compare, holds_sets_together) {
  const Interface set = one_output("int", {"n"}, {.how = Compare::How::as_set});
  EXPECT_EQ(compared<int>(set, {{"n", 3}}, {1, 2, 3}, {3, 1, 2}).text, "");
  EXPECT_EQ(compared<int>(set, {{"n", 3}}, {1, 2, 3}, {3, 3, 2}).text, "C lacks 1");
  EXPECT_EQ(compared<int>(set, {{"n", 3}}, {1, 2, 3}, {3, 1, 1}).text, "C holds 1, which is not expected");
}

TEST(Compare, tells_of_other_outputs_returned_values_and_small_inputs) {
  Interface interface {
    .arguments = {{.name = "x", .role = Role::in, .type = "unsigned char", .extents = {"n"}},
                  {.name = "n", .role = Role::size},
                  {.name = "y", .role = Role::out, .extents = {"n"}},
                  {.name = "z", .role = Role::out, .extents = {"n"}}},
    .returns = "int"
  };
  const std::vector<std::byte> right = bytes<int>({1}), wrong = bytes<int>({2});
  const Inputs inputs{{{"n", 1}}, {bytes<unsigned char>({65}), {}, {}, {}}};
  const auto text = [&](const auto& y, const auto& z, const auto& returned) {
    return text_of(
        compare(interface, inputs, {{{}, {}, right, right}, right}, {{{}, {}, y, z}, returned}).why,
        StudentFiles());
  };
  EXPECT_EQ(text(right, right, right), "");
  EXPECT_EQ(text(wrong, wrong, right),
            "y[0] expected 1, got 2\n  the only mismatch\n  z is wrong, too\n  x = [65]");
  EXPECT_EQ(text(right, right, wrong), "returned 2, expected 1\n  x = [65]");
}

std::string pattern(const std::vector<std::int64_t>& wrong, const std::vector<std::int64_t>& shape) {
  const auto found = pattern_of("C", wrong, shape);
  return found ? found->clue + text_of(Explanation(found->words), StudentFiles()) : "";
}

TEST(Pattern, is_told_only_where_it_holds) {
  EXPECT_EQ(pattern({0, 1, 2}, {3}), "all_wrong; all elements are wrong");
  EXPECT_EQ(pattern({3, 4, 5}, {3, 3}), "one_row; row 1 is wrong");
  EXPECT_EQ(pattern({1, 4, 7}, {3, 3}), "one_column; column 1 is wrong");
  EXPECT_EQ(pattern({5, 6, 7}, {8}), "from_on; all elements from C[5] on are wrong");
  EXPECT_EQ(pattern({1, 3, 5}, {7}), "every_kth; one element in 2 is wrong, from C[1] on");
  EXPECT_EQ(pattern({1, 3, 5}, {8}), "");  // 7 is right
  EXPECT_EQ(pattern({2, 3, 4}, {3, 3}), "");
  EXPECT_EQ(pattern({0, 2, 3}, {8}), "");
  EXPECT_EQ(pattern({6, 7}, {8}), "");
  EXPECT_EQ(index_in(23, std::vector<std::int64_t>{2, 3, 4}), "[1][2][3]");
}

}  // namespace
}  // namespace mergelab::judge
