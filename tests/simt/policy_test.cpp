// Policy files: which rule decides, and the messages for an invalid file.
#include "simt/cxx/policy.hpp"

#include "simt/cxx/object_policy.hpp"
#include "support/test.hpp"

namespace simt::cxx {
namespace {

TEST(Policy, let_the_first_that_fits_decide) {
  const Policy policy("allow word __builtin_expect\nrefuse word __builtin_* | {} is not CUDA's\n");
  EXPECT_EQ(policy.rule_against(Subject::word, "__builtin_expect"), nullptr);
  ASSERT_NE(policy.rule_against(Subject::word, "__builtin_trap"), nullptr);
  EXPECT_EQ(policy.rule_against(Subject::word, "other"), nullptr);
  EXPECT_EQ(policy.rule_against(Subject::import, "__builtin_trap"), nullptr);
}

TEST(Policy, take_blanks_and_paths_as_they_are) {
  const Policy policy("# a comment\n\n  allow include /opt/a course/*\r\nrefuse include * | no\n");
  EXPECT_EQ(policy.rule_against(Subject::include, "/opt/a course/lab.cuh"), nullptr);
  EXPECT_NE(policy.rule_against(Subject::include, "/opt/a"), nullptr);
}

TEST(Policy, say_which_line_is_wrong) {
  for (const char* wrong : {"refuse word asm", "refuse wrod asm | no", "deny word asm | no", "allow word"}) {
    const std::string error =
        mergelab::error_of<PolicyError>([&] { return Policy(std::string("\n") + wrong + "\n"); });
    EXPECT_TRUE(error.starts_with("policy, line 2: ")) << wrong << ": " << error;
  }
}

TEST(Policy, put_what_was_found_into_the_sentence) {
  const Policy policy("refuse import * | {} is not allowed\n");
  const Refusal expected{"a.cuh", 7, "exit is not allowed"};
  EXPECT_EQ(policy.rule_against(Subject::import, "exit")->refuse("exit", "a.cuh", 7), expected);
}

TEST(LibraryName, is_that_of_the_function_or_the_class) {
  EXPECT_EQ(library_name("_ZSt5mergeIPKiS1_PiET1_T_S4_T0_S5_S3_"), "std::merge");
  EXPECT_EQ(library_name("_ZNKSt6ranges10__merge_fnclIPKiEEvT_"), "std::ranges::merge");
  EXPECT_EQ(library_name("_ZNSt12forward_listIiSaIiEE5mergeERS1_"), "std::forward_list");
  EXPECT_EQ(library_name("_ZNSt7__cxx114listIiSaIiEE4sortEv"), "std::__cxx11::list");
  EXPECT_EQ(library_name("_ZZSt4sortIPiEvT_S1_ENKUlvE_clEv"), "std::sort");
  EXPECT_EQ(library_name("_ZN14__gnu_parallel4sortIPiEEvT_"), "__gnu_parallel::sort");
}

TEST(LibraryName, is_none_of_what_others_wrote) {
  for (const char* symbol : {"merge", "_Z5mergePKi", "_ZN4mine3std5mergeEv", "_Z3minISt5mergeE", "_ZN",
                             "_Z99x", "_ZSt", "_ZTVSt9exception"}) {
    EXPECT_EQ(library_name(symbol), "") << symbol;
  }
}

/// The reported scopes, of cub and thrust, of an object with this symbol.
std::size_t scopes_told(const std::string& symbol, bool local = false) {
  elf::ObjectFile object;
  object.symbols.push_back({.name = symbol, .local = local});
  const Policy policy("refuse scope cub | no\nrefuse scope thrust | no\n");
  return object_refusals(object, SourceText(), policy, "a.cuh").size();
}

TEST(Scopes, are_found_anywhere_in_a_name) {
  for (const char* symbol : {"_ZN3cub5MergeEi", "_ZN3foo3cub17CUB_300001_SM_9005MergeIiE3runEPi",
                             "_ZNK1a6thrust1bEv", "_Z4mineIN3cub1xEEvT_", "_ZZN3cub4funcEvE5value"})
    EXPECT_EQ(scopes_told(symbol), 1U) << symbol;
  EXPECT_EQ(scopes_told("_ZN12_GLOBAL__N_16thrust5Merge3runEPi", true), 1U);
  std::string endless = "_ZN3foo3cub1fIiEEvT_";
  for (int i = 0; i < 30; ++i) endless += "S0_";
  EXPECT_EQ(scopes_told(endless), 1U);
}

TEST(Scopes, are_no_parts_of_other_names) {
  for (const char* symbol :
       {"_Z3cubi", "_Z3cub3Foo", "_Z1f3cub3Foo", "_ZN3foo3cubEi", "_ZN13cubic_splines3runEv",
        "_ZN5x3cub3runEv", "_ZN7thrusts3runEv", "cub", "_ZL6thrust"})
    EXPECT_EQ(scopes_told(symbol), 0U) << symbol;
}

TEST(RulePattern, stands_for_any_characters_at_its_stars) {
  EXPECT_TRUE(fits("exit", "exit"));
  EXPECT_FALSE(fits("exit", "_exit"));
  EXPECT_TRUE(fits("_Z*cuda*", "_Z10cudaMemcpyPvPKv"));
  EXPECT_FALSE(fits("_Z*cuda*", "_Z4exit"));
  EXPECT_TRUE(fits("*", ""));
  EXPECT_FALSE(fits("a*b", "abc"));
}

}  // namespace
}  // namespace simt::cxx
