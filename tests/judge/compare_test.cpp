// Outputs of labs without a kit beside what they should be.
#include "judge/any_lab/compare.hpp"
#include "judge/checked.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

using Role = Argument::Role;

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
  const std::vector<std::byte> wanted = bytes_of(expected), held = bytes_of(got);
  const Inputs inputs{numbers, std::vector<Elements>(interface.arguments.size())};
  const Outcome outcome = compare(interface, inputs, {{wanted}, {}}, {{held}, {}});
  return {text_of(outcome.why, StudentFiles()), outcome.symptom, outcome.clues};
}

struct Point {
  float x, y;
  int cell;
};
/// An output of points; the file's order and number of fields is the struct's.
Interface points(Role role = Role::out) {
  constexpr Compare kHundredth{.how = Compare::How::tolerance, .absolute = 0.01};
  return {
      .arguments = {{.name = "C",
                     .role = role,
                     .type = "Point",
                     .extents = {"n"},
                     .fields = {{"x", "float", kHundredth}, {"y", "float", kHundredth}, {"cell", "int"}}}},
      .returns = {}};
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

TEST(Compare, counts_in_units_of_the_last_place_of_a_half) {
  const Compare ulps{.how = Compare::How::ulps, .ulps = 1};
  EXPECT_EQ(steps_between(Half(1), Half(1.001)), 1U);
  EXPECT_EQ(steps_between(Half::of_bits(0x8001), Half::of_bits(1)), 2U);
  EXPECT_EQ(steps_between(Half(-0.0), Half(0)), 0U);
  EXPECT_TRUE(is_same(Half(2050), Half(2048), ulps));
  EXPECT_FALSE(is_same(Half(2052), Half(2048), ulps));
  EXPECT_FALSE(is_same(Half(65504), std::numeric_limits<Half>::infinity(), ulps));
  EXPECT_TRUE(is_same(Half(NAN), Half(-NAN), ulps));
  EXPECT_FALSE(is_same(Half(NAN), Half(1), ulps));
}

TEST(Compare, shows_halves_with_their_digits) {
  const Interface list = one_output("half", {"n"}, {.how = Compare::How::ulps, .ulps = 1});
  EXPECT_EQ(
      compared<Half>(list, {{"n", 3}}, {1, 0.1, 3}, {1, 0.25, 3}).text,
      "C[1] expected 0.1, got 0.25: 1434 representable numbers away, at most 1 allowed\n  the only mismatch");
  const Interface close = one_output("half", {"n"}, kClose);
  EXPECT_EQ(compared<Half>(close, {{"n", 2}}, {1, 65504}, {1, 60000}).text,
            "C[1] expected 65504, got 60000: off by 5.5e+03, and 65.5 is allowed\n  the only mismatch");
  const Interface set = one_output("half", {"n"}, {.how = Compare::How::as_set});
  EXPECT_EQ(compared<Half>(set, {{"n", 3}}, {-1, NAN, 0.0}, {NAN, -0.0, -1}).text, "");
  EXPECT_EQ(compared<Half>(set, {{"n", 2}}, {-1, 2.5}, {-1, -2.5}).text.substr(0, 14), "C lacks 2.5; i");
}

TEST(Compare, names_the_element_in_its_shape_and_how_far_off_it_is) {
  const Interface matrix = one_output("float", {"rows", "columns"}, kClose);
  const Compared seen =
      compared<float>(matrix, {{"rows", 2}, {"columns", 3}}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5.5F, 6});
  EXPECT_EQ(seen.text, "C[1][1] expected 5, got 5.5: off by 0.5, and 0.015 is allowed\n  the only mismatch");
  EXPECT_EQ(seen.symptom, "wrong_values");
}

TEST(Compare, shows_digits_enough_to_tell_numbers_apart) {
  const auto text = [](const char* type, Compare compare, auto expected, auto got) {
    return compared<decltype(got)>(one_output(type, {"n"}, compare), {{"n", 1}}, {expected}, {got}).text;
  };
  EXPECT_EQ(text("float", kClose, 0.0F, 0.010001F),
            "C[0] expected 0, got 0.010001: off by 0.010001, and 0.01 is allowed\n  the only mismatch");
  constexpr std::int64_t kPastDoubles = (std::int64_t{1} << 53) + 1;
  EXPECT_EQ(
      text("long long", {.how = Compare::How::tolerance, .absolute = 0.5}, kPastDoubles, kPastDoubles - 1),
      "C[0] expected 9007199254740993, got 9007199254740992: off by 1, and 0.5 is allowed\n"
      "  the only mismatch");
  EXPECT_EQ(text("float", {}, 1.0F, -std::numeric_limits<float>::quiet_NaN()),
            "C[0] expected 1, got nan\n  the only mismatch");
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

TEST(Compare, takes_no_unwritten_element_for_a_small_number) {
  float poison = 0;
  std::memset(&poison, std::to_integer<int>(kPoison), sizeof poison);
  for (const Compare& compare :
       {kClose, Compare{.how = Compare::How::ulps, .ulps = std::numeric_limits<std::int64_t>::max()}}) {
    const Interface floats = one_output("float", {"n"}, compare);
    EXPECT_EQ(compared<float>(floats, {{"n", 1}}, {0}, {poison}).text,
              "C[0] expected 0, but it was never written\n  the only mismatch");
    EXPECT_EQ(compared<float>(floats, {{"n", 1}}, {poison}, {poison}).text, "");
  }
}

TEST(Compare, takes_no_byte_for_unwritten_by_its_value) {
  const Interface chars = one_output("unsigned char", {"n"});
  const Compared one = compared<unsigned char>(chars, {{"n", 5}}, {1, 2, 3, 4, 5}, {1, 2, 0xa5, 4, 5});
  EXPECT_EQ(one.text, "C[2] expected 3, got 165; C[2] had that value before the call\n  the only mismatch");
  EXPECT_EQ(one.symptom, "wrong_values");
  EXPECT_EQ(compared<unsigned char>(chars, {{"n", 5}}, {1, 2, 3, 4, 5}, {1, 2, 0xcd, 4, 5}).text,
            "C[2] expected 3, got 205\n  the only mismatch");
  const Compared many =
      compared<unsigned char>(chars, {{"n", 5}}, {1, 0xa5, 3, 4, 5}, {1, 0xa5, 0xa5, 0xa5, 0xa5});
  EXPECT_EQ(many.symptom, "unwritten") << many.text;
  // Near enough is right, whatever was there before.
  const Interface rounded = one_output("unsigned char", {"n"}, {.how = Compare::How::ulps, .ulps = 1});
  EXPECT_EQ(compared<unsigned char>(rounded, {{"n", 1}}, {0xa4}, {0xa5}).text, "");
}

TEST(Compare, says_what_an_array_that_is_changed_held_before) {
  const Interface interface {
    .arguments = {{.name = "x", .role = Role::inout, .extents = {"n"}},
                  {.name = "y", .role = Role::in, .extents = {"n"}}},
    .returns = {}
  };
  const auto text = [&](const std::vector<int>& before, const std::vector<int>& expected,
                        const std::vector<int>& got, const std::vector<int>& y) {
    const std::vector<std::byte> wanted = bytes_of(expected), held = bytes_of(got);
    const std::string all = text_of(compare(interface, {{{"n", 3}}, {bytes_of(before), bytes_of(y)}},
                                            {{wanted, {}}, {}}, {{held, {}}, {}})
                                        .why,
                                    StudentFiles());
    return all.substr(0, all.find('\n'));
  };
  EXPECT_EQ(text({4, 5, 6}, {1, 2, 3}, {1, 5, 3}, {0, 0, 0}),
            "x[1] expected 2, got 5; x[1] had that value before the call");
  EXPECT_EQ(text({4, 4, 4}, {1, 2, 3}, {1, 4, 3}, {0, 0, 0}),
            "x[1] expected 2, got 4; x[1] had that value before the call");
  EXPECT_EQ(text({4, 5, 6}, {1, 2, 3}, {1, 6, 3}, {0, 0, 0}),
            "x[1] expected 2, got 6; x[2] had that value before the call");
  EXPECT_EQ(text({4, 5, 6}, {1, 2, 3}, {1, 9, 3}, {7, 8, 9}), "x[1] expected 2, got 9; that is y[2]");
  // It may come from either.
  EXPECT_EQ(text({4, 5, 6}, {1, 2, 3}, {1, 6, 3}, {7, 8, 6}), "x[1] expected 2, got 6");
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
  // Row 4 and column 0, exchanged, are outside; element 4 is C[2][0].
  EXPECT_TRUE(compared<int>(one_output("int", {"r", "c"}), {{"r", 5}, {"c", 2}},
                            {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 1, 2, 3, 4, 5, 6, 7, 4, 9})
                  .clues.empty());
}

TEST(Compare, finds_values_that_are_rounded_otherwise) {
  const Interface floats = one_output("float", {"n"}, kClose);
  const auto text = [&](float got) {
    return compared<float>(floats, {{"n", 4}}, {1, 2, 3, 4}, {got, 2, 3, 4}).text;
  };
  EXPECT_TRUE(contains(text(std::nextafter(3.0F, 4.0F)), "that is the value of C[2]"));
  EXPECT_FALSE(contains(text(3.001F), "that is")) << "within the tolerance, but perhaps by chance";
}

TEST(Compare, holds_sets_together) {
  constexpr Compare kSet{.how = Compare::How::as_set};
  const auto ints = [&](const std::vector<int>& expected, const std::vector<int>& got) {
    return compared<int>(one_output("int", {"n"}, kSet), {{"n", static_cast<std::int64_t>(expected.size())}},
                         expected, got);
  };
  EXPECT_EQ(ints({1, -2, 3}, {3, 1, -2}).text, "");
  EXPECT_EQ(ints({1, 2, 3}, {5, 4, 2}).text,
            "C lacks 1; it holds 4, which is not expected\n  2 elements differ");
  EXPECT_EQ(ints({1, 2, 2, 3}, {2, 2, 2, 1}).text,
            "C lacks 3; it holds 3 elements of value 2, expected 2\n  1 element differs");
  EXPECT_EQ(ints({2, 2, -3}, {-3, 2, -3}).text,
            "C holds 1 element of value 2, expected 2; it holds 2 elements of value -3, expected 1\n"
            "  1 element differs");
  int poison = 0;
  std::memset(&poison, std::to_integer<int>(kPoison), sizeof poison);
  const Compared unwritten = ints({1, poison, 3, 4}, {1, poison, poison, poison});
  EXPECT_EQ(unwritten.text, "C lacks 3; 2 elements were never written\n  2 elements differ");
  EXPECT_EQ(unwritten.symptom, "unwritten");
}

TEST(Compare, holds_sets_of_all_types_together_by_their_values) {
  constexpr Compare kSet{.how = Compare::How::as_set};
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                   kInf = std::numeric_limits<double>::infinity();
  const auto doubles = [&](const std::vector<double>& expected, const std::vector<double>& got) {
    return compared<double>(one_output("double", {"n"}, kSet),
                            {{"n", static_cast<std::int64_t>(expected.size())}}, expected, got)
        .text;
  };
  EXPECT_EQ(doubles({kNan, -0.0, -1.5, kInf, -kInf}, {0.0, -kInf, kInf, -1.5, -kNan}), "");
  EXPECT_EQ(doubles({1, kNan}, {kNan, kNan}),
            "C lacks 1; it holds 2 elements of value nan, expected 1\n  1 element differs");
  EXPECT_EQ(doubles({-1.5, 2}, {2, -2.5}),
            "C lacks -1.5; it holds -2.5, which is not expected\n  1 element differs");
  EXPECT_EQ(compared<signed char>(one_output("signed char", {"n"}, kSet), {{"n", 2}}, {-1, 2}, {2, -3}).text,
            "C lacks -1; it holds -3, which is not expected\n  1 element differs");
  EXPECT_EQ(compared<unsigned long long>(one_output("unsigned long long", {"n"}, kSet), {{"n", 2}},
                                         {UINT64_MAX, 1}, {1, 2})
                .text,
            "C lacks 18446744073709551615; it holds 2, which is not expected\n  1 element differs");
}

TEST(Compare, tells_of_other_outputs_returned_values_and_small_inputs) {
  Interface interface {
    .arguments = {{.name = "x", .role = Role::in, .type = "unsigned char", .extents = {"n"}},
                  {.name = "n", .role = Role::size},
                  {.name = "y", .role = Role::out, .extents = {"n"}},
                  {.name = "z", .role = Role::out, .extents = {"n"}}},
    .returns = "int"
  };
  const std::vector<std::byte> right = bytes_of<int>({1}), wrong = bytes_of<int>({2});
  const Inputs inputs{{{"n", 1}}, {bytes_of<unsigned char>({65}), {}, {}, {}}};
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
  WrongElements elements;
  for (const std::int64_t each : wrong) elements.add(each);
  const auto found = pattern_of("C", elements, shape);
  return found ? found->clue + text_of(Explanation(found->words), StudentFiles()) : "";
}

TEST(Pattern, is_told_only_where_it_holds) {
  EXPECT_EQ(pattern({0, 1, 2}, {3}), "all_wrong; all elements are wrong");
  EXPECT_EQ(pattern({3, 4, 5}, {3, 3}), "one_row; row 1 is wrong");
  EXPECT_EQ(pattern({1, 4, 7}, {3, 3}), "one_column; column 1 is wrong");
  EXPECT_EQ(pattern({5, 6, 7}, {8}), "from_on; all elements from C[5] on are wrong");
  EXPECT_EQ(pattern({1, 3, 5}, {7}), "every_kth; one element in 2 is wrong, from C[1] on");
  EXPECT_EQ(pattern({1, 3, 5}, {8}), "; one element in 2 is wrong, from C[1] to C[5]");  // 7 is right
  EXPECT_EQ(pattern({2, 3, 4}, {8}), "; all elements from C[2] to C[4] are wrong");
  EXPECT_EQ(pattern({2, 3, 4}, {3, 3}), "; all elements from C[0][2] to C[1][1] are wrong");
  EXPECT_EQ(pattern({0, 2, 3}, {8}), "");
  EXPECT_EQ(pattern({6, 7}, {8}), "");
  EXPECT_EQ(index_in(23, std::vector<std::int64_t>{2, 3, 4}), "[1][2][3]");
}

TEST(Pattern, is_told_of_parts_of_lines) {
  EXPECT_EQ(pattern({8, 10, 11}, {3, 8}), "; all of them are in row 1");
  EXPECT_EQ(pattern({0, 3, 4}, {1, 8}), "");  // a row is all there is
  EXPECT_EQ(pattern({9, 11, 13}, {3, 8}), "; one element in 2 is wrong, from C[1][1] to C[1][5]");
  EXPECT_EQ(pattern({21, 22, 23}, {3, 8}), "from_on; all elements from C[2][5] on are wrong");
  EXPECT_EQ(pattern({1, 5, 13}, {4, 4}), "; all of them are in column 1");
  EXPECT_EQ(pattern({1, 5, 9}, {4, 4}), "; all of them are in column 1");
  EXPECT_EQ(pattern({0, 5, 10, 15}, {4, 4}), "; the diagonal from C[0][0] to C[3][3] is wrong");
  EXPECT_EQ(pattern({3, 6, 9}, {4, 4}), "; the diagonal from C[0][3] to C[2][1] is wrong");
  EXPECT_EQ(pattern({2, 7, 12}, {4, 4}),
            "every_kth; one element in 5 is wrong, from C[0][2] on");  // wraps round
  EXPECT_EQ(pattern({0, 10, 20}, {4, 8}), "; one element in 10 is wrong, from C[0][0] to C[2][4]");
  EXPECT_EQ(pattern({0, 5, 15}, {4, 4}), "");
  EXPECT_EQ(pattern({0, 3, 7}, {4, 4}), "");
}

TEST(Pattern, is_told_of_many_elements) {
  constexpr std::int64_t kMany = std::int64_t{1} << 21;
  const std::vector<int> right(kMany, 7), wrong(kMany, 8);
  EXPECT_EQ(compared<int>(one_output("int", {"n"}), {{"n", kMany}}, right, wrong).clues,
            std::vector<std::string>{"all_wrong"});
}

TEST(CompareStructs, takes_each_field_by_its_own_rule) {
  const std::vector<Point> right{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(compared(points(), {{"n", 2}}, right, {{1.009F, 1.991F, 3}, {4, 5, 6}}).text, "");
  EXPECT_EQ(compared(points(), {{"n", 2}}, right, {{1, 2, 3}, {4, 5, 7}}).text,
            "C[1].cell expected 6, got 7\n  the only mismatch");
  EXPECT_EQ(compared(points(), {{"n", 2}}, right, {{1, 2.02F, 3}, {4, 5, 6}}).text,
            "C[0].y expected 2, got 2.02: off by 0.02, and 0.01 is allowed\n  the only mismatch");
}

TEST(CompareStructs, names_the_first_wrong_field_and_the_others) {
  const std::vector<Point> right{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
  const std::vector<Point> got{{0, 2, 3}, {4, 0, 6}, {0, 8, 9}, {0, 11, 12}};
  const Compared seen = compared(points(), {{"n", 4}}, right, got);
  EXPECT_EQ(seen.text,
            "C[0].x expected 1, got 0: off by 1, and 0.01 is allowed\n  first of 3 mismatches\n  C.y is "
            "wrong, too");
  EXPECT_EQ(wrong_elements(points().arguments[0], bytes_of(right), bytes_of(got)),
            (std::vector<int>{0, 2, 3}));
  const std::vector<std::byte> wanted = bytes_of(right), held = bytes_of(got);
  EXPECT_EQ(first_wrong(points(), {{wanted}, {}}, {{held}, {}})->element, 0);
}

TEST(CompareStructs, says_which_field_was_never_written) {
  const std::vector<Point> right{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  std::vector<Point> got = right;
  for (Point& point : got) std::memset(&point.y, static_cast<int>(kPoison), sizeof point.y);
  const Compared seen = compared(points(), {{"n", 3}}, right, got);
  EXPECT_EQ(seen.text,
            "C[0].y expected 2, but it was never written\n  first of 3 mismatches; all elements are wrong");
  EXPECT_EQ(seen.symptom, "unwritten");
  std::memset(&got[1], static_cast<int>(kPoison), sizeof got[1]);
  const std::vector<std::byte> held = bytes_of(got);
  Outcome outcome;
  tell_unwritten(points(), {{{"n", std::int64_t{3}}}, {}}, {{held}, {}}, outcome);
  EXPECT_EQ(text_of(outcome.why, StudentFiles()), "; never written: C[1]");
}

TEST(CompareStructs, says_which_field_has_the_value) {
  const std::vector<Point> right{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  EXPECT_EQ(compared(points(), {{"n", 3}}, right, {{1, 2, 3}, {7, 5, 6}, {7, 8, 9}}).text,
            "C[1].x expected 4, got 7: off by 3, and 0.01 is allowed; that is the value of C[2].x\n  the "
            "only mismatch");
  const std::vector<std::byte> wanted = bytes_of(right),
                               held = bytes_of<Point>({{1, 2, 3}, {4, 5, 10}, {7, 8, 9}});
  const std::vector<Point> before{{10, 20, 30}, {40, 50, 10}, {70, 80, 90}};
  const Outcome outcome =
      compare(points(Role::inout), {{{"n", std::int64_t{3}}}, {before}}, {{wanted}, {}}, {{held}, {}});
  EXPECT_EQ(text_of(outcome.why, StudentFiles()),
            "C[1].cell expected 6, got 10; C[1].cell had that value before the call\n  the only mismatch\n  "
            "C.x = [10, 40, 70]\n  C.y = [20, 50, 80]\n  C.cell = [30, 10, 90]");
}

TEST(FirstDifference, names_the_element_and_both_values) {
  const std::vector<std::byte> one = bytes_of(std::vector<float>{1, 2, 3, 4}),
                               other = bytes_of(std::vector<float>{1, 2, 3.5F, 5});
  const Inputs inputs{{}, std::vector<Elements>(1)};
  const auto found = first_difference(one_output("float", {"2", "2"}), inputs, {{one}, {}}, {{other}, {}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->element, "C[1][0]");
  EXPECT_EQ(found->one, "3");
  EXPECT_EQ(found->other, "3.5");
  EXPECT_FALSE(first_difference(one_output("float", {"4"}), inputs, {{one}, {}}, {{one}, {}}));
  const std::vector<std::byte> points_of_one = bytes_of(std::vector<Point>{{1, 2, 3}, {4, 5, 6}}),
                               of_other = bytes_of(std::vector<Point>{{1, 2, 3}, {4, 5, 7}});
  const auto field = first_difference(points(), {{{"n", std::int64_t{2}}}, std::vector<Elements>(1)},
                                      {{points_of_one}, {}}, {{of_other}, {}});
  ASSERT_TRUE(field);
  EXPECT_EQ(field->element, "C[1].cell");
  const Interface returns{.arguments = {}, .returns = "int"};
  const auto returned =
      first_difference(returns, {}, {{}, bytes_of(std::vector<int>{7})}, {{}, bytes_of(std::vector<int>{8})});
  EXPECT_EQ(returned.value().element + " " + returned->other, "what it returns 8");
}

}  // namespace
}  // namespace mergelab::judge
