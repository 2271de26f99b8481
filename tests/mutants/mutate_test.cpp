// Each operator makes its change, once, and none outside function bodies.
#include "mutate.hpp"
#include "support/test.hpp"
#include "tally.hpp"

namespace mergelab::mutants {
namespace {

/// The bodies that an operator makes of `int f(int a, int b) { BODY }`.
std::vector<std::string> bodies(const std::string& op, const std::string& body) {
  const std::string head = "int f(int a, int b) { ", tail = " }\n";
  std::vector<std::string> made;
  for (const Mutant& mutant : mutants_of("lab", head + body + tail)) {
    if (mutant.op != op) continue;
    EXPECT_EQ(mutant.text.substr(0, head.size()), head);
    made.push_back(mutant.text.substr(head.size(), mutant.text.size() - head.size() - tail.size()));
  }
  return made;
}

using Bodies = std::vector<std::string>;

TEST(Mutate, moves_the_edge_of_comparisons) {
  EXPECT_EQ(
      bodies("rel", "while (a < b) {} if (a >= b || a == b) g();"),
      (Bodies{"while (a <= b) {} if (a >= b || a == b) g();", "while (a < b) {} if (a > b || a == b) g();",
              "while (a < b) {} if (a >= b || a != b) g();"}));
}

TEST(Mutate, takes_no_template_bracket_for_a_comparison) {
  EXPECT_EQ(bodies("rel", "g(static_cast<int>(a)); kernel<<<1, 2>>>(a);"), Bodies{});
}

TEST(Mutate, moves_bounds_the_other_way) {
  EXPECT_EQ(bodies("bound", "g(a < b + 1 && a <= g(b));"),
            (Bodies{"g(a < (b + 1) - 1 && a <= g(b));", "g(a < b + 1 && a <= (g(b)) + 1);"}));
  EXPECT_EQ(bodies("bound", "g(a < 2);"), Bodies{}) << "the operator `const` changes a lone number";
}

TEST(Mutate, exchanges_arithmetic) {
  EXPECT_EQ(bodies("arith", "a += b * 2; ++b;"),
            (Bodies{"a -= b * 2; ++b;", "a += b / 2; ++b;", "a += b * 2; --b;"}));
  EXPECT_EQ(bodies("arith", "value_t* const p = -q[(a | 1) - b];"),
            (Bodies{"value_t* const p = -q[(a & 1) - b];", "value_t* const p = -q[(a | 1) + b];"}))
      << "neither a pointer's star nor a sign stands between operands";
}

TEST(Mutate, exchanges_logic_and_extremes) {
  EXPECT_EQ(bodies("logic", "g(a && b || a);"), (Bodies{"g(a || b || a);", "g(a && b && a);"}));
  EXPECT_EQ(bodies("minmax", "g(min(a, b), min);"), Bodies{"g(max(a, b), min);"});
}

TEST(Mutate, changes_numbers_by_one) {
  EXPECT_EQ(bodies("const", "g(0, 2, 1.5f);"),
            (Bodies{"g(1, 2, 1.5f);", "g(0, 3, 1.5f);", "g(0, 1, 1.5f);"}));
}

TEST(Mutate, moves_what_integers_become) {
  EXPECT_EQ(bodies("off", "int i = a; return i;"),
            (Bodies{"int i = (a) + 1; return i;", "int i = (a) - 1; return i;", "int i = a; return (i) + 1;",
                    "int i = a; return (i) - 1;"}));
  EXPECT_EQ(bodies("off", "value_t v = p[a]; v = p[b];"), Bodies{}) << "elements are not integers";
}

TEST(Mutate, swaps_arguments) {
  EXPECT_EQ(bodies("swap", "g(a, h(b), a); if (a) {}"),
            (Bodies{"g(h(b), a, a); if (a) {}", "g(a, a, h(b)); if (a) {}"}))
      << "equal arguments make no mutant";
  EXPECT_EQ(bodies("swap", "k<<<a, b>>>(b, a);"), (Bodies{"k<<<b, a>>>(b, a);", "k<<<a, b>>>(a, b);"}));
  EXPECT_EQ(bodies("swap", "Tile t{a, b};"), Bodies{"Tile t{b, a};"});
  EXPECT_EQ(bodies("swap", "g(min(a, b)); for (int i = 0, j = 1; i < j; ++i) {}"), Bodies{});
}

TEST(Mutate, drops_barriers) {
  EXPECT_EQ(bodies("barrier", "a = b; __syncthreads(); g(a);"), Bodies{"a = b; ; g(a);"});
}

TEST(Mutate, drops_assignments_and_early_returns) {
  EXPECT_EQ(bodies("drop", "a = b; if (a > b) a += 1; g(a); int c = a;"),
            (Bodies{"; if (a > b) a += 1; g(a); int c = a;", "a = b; if (a > b) ; g(a); int c = a;"}));
  EXPECT_EQ(bodies("drop", "if (a == 0) return; for (;; a += 2) {}"), Bodies{"; for (;; a += 2) {}"});
}

TEST(Mutate, leaves_everything_else_alone) {
  const std::string source =
      "#pragma once\n#define MORE(x) \\\n  ((x) < 1)\nconstexpr int kSize = 128 + 1;\n"
      "int f(int a = 1 + 2);\nstruct S { int i = 3; /* 4 < 5 */ };\nint f(int) { // a < b\n  g(\"a < b\");\n "
      " g('<');\n}\n";
  for (const Mutant& mutant : mutants_of("lab", source)) ADD_FAILURE() << mutant.id();
}

TEST(Mutate, names_the_place_in_one_line) {
  const std::vector<Mutant> mutants = mutants_of("lab", "// A comment.\nvoid f() {\n  g(a,\n    b);\n}\n");
  ASSERT_EQ(mutants.size(), 1U);
  EXPECT_EQ(mutants.front().id(), "lab:3:5:swap: a <-> b");
  EXPECT_EQ(mutants_of("lab", "int f() {\n  return g(\n      a);\n}\n").front().id(),
            "lab:2:10:off: g( a), + 1");
}

TEST(Mutate, complains_of_open_brackets) {
  EXPECT_THROW(static_cast<void>(mutants_of("lab", "int f() { (")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(mutants_of("lab", "int f() { (]) }")), std::invalid_argument);
}

TEST(Mutate, knows_all_operators_and_makes_no_text_twice) {
  std::set<std::string> texts, known(operator_names().begin(), operator_names().end()), seen;
  const std::string body =
      "int i = a + 1; if (i < a && i <= min(a, b)) return; g(i, a); i = b; __syncthreads(); return i;";
  for (const Mutant& mutant : mutants_of("lab", "int f(int a, int b) { " + body + " }\n")) {
    EXPECT_TRUE(texts.insert(mutant.text).second) << mutant.id();
    seen.insert(mutant.op);
  }
  EXPECT_EQ(seen, known);
}

std::vector<std::string> ids(const std::vector<Mutant>& mutants) {
  std::vector<std::string> all;
  for (const Mutant& mutant : mutants) all.push_back(mutant.id());
  return all;
}

TEST(Sample, is_the_same_for_the_same_seed_on_every_machine) {
  const std::vector<Mutant> all = mutants_of("lab", "int f(int a) { return a < 1 ? a + 2 : a - 3; }\n");
  const std::vector<std::string> drawn = ids(sample(all, 4, 1));
  EXPECT_EQ(drawn,
            (std::vector<std::string>{"lab:1:35:const: 2 -> 3", "lab:1:41:arith: - -> +",
                                      "lab:1:43:const: 3 -> 2", "lab:1:23:off: a < 1 ? a + 2 : a - 3, + 1"}));
  EXPECT_NE(drawn, ids(sample(all, 4, 2)));
}

TEST(Sample, takes_none_twice_and_all_when_asked_for_more) {
  const std::vector<Mutant> all = mutants_of("lab", "int f(int a) { return a < 1 ? a + 2 : a - 3; }\n");
  std::vector<std::string> drawn = ids(sample(all, all.size() + 5, 3)), whole = ids(all);
  EXPECT_NE(drawn, whole) << "they keep their order";
  std::sort(drawn.begin(), drawn.end());
  std::sort(whole.begin(), whole.end());
  EXPECT_EQ(drawn, whole);
}

// The rate is that of the mutants that differ from the solution, and the table counts each of them.

Tally tally(int killed, int survived) {
  Tally tally;
  for (int i = 0; i < killed; ++i) tally.add({"01_a", "rel", "", 1, 1, ""}, MutantStatus::killed);
  for (int i = 0; i < survived; ++i) tally.add({"02_b", "swap", "", 1, 1, ""}, MutantStatus::survived);
  return tally;
}

TEST(Tally, asks_for_97_of_100) {
  EXPECT_TRUE(tally(97, 3).enough());
  EXPECT_FALSE(tally(96, 4).enough());
  EXPECT_TRUE(tally(0, 0).enough());
}

TEST(Tally, lets_a_small_sample_miss_one) {
  EXPECT_FALSE(tally(15, 1).enough());
  EXPECT_TRUE(tally(15, 1).enough(true));
  EXPECT_FALSE(tally(14, 2).enough(true));
}

TEST(Tally, leaves_out_what_does_not_differ_or_does_not_build) {
  Tally some = tally(1, 1);
  for (int i = 0; i < 100; ++i) {
    some.add({"01_a", "rel", "", 1, 1, ""}, MutantStatus::equivalent);
    some.add({"01_a", "rel", "", 1, 1, ""}, MutantStatus::not_built);
  }
  EXPECT_DOUBLE_EQ(some.rate(), 0.5);
}

TEST(Tally, has_a_row_for_each_lab_and_operator) {
  Tally some = tally(2, 1);
  some.add({"01_a", "swap", "", 1, 1, ""}, MutantStatus::not_built);
  EXPECT_EQ(some.table(),
            "                        mutants  not built   killed   equivalent  survived\n"
            "01_a                          3          1        2            0         0\n"
            "02_b                          1          0        0            0         1\n"
            "rel                           2          0        2            0         0\n"
            "swap                          2          1        0            0         1\n"
            "all                           4          1        2            0         1\n");
}

}  // namespace
}  // namespace mergelab::mutants
