// What a lab's text must not contain, and its object not define, need or run unasked, each in a separate
// file, through the real compiler driver.
#include "forbidden.hpp"
#include "support/sections.hpp"

namespace mergelab::submission {
namespace {

/// A test of *.cases: each "//! NAME[ slow]" begins one, and each "//= passes" or "//= WHAT THE LOG SAYS" in
/// it a case.
std::vector<Section> cases(bool slow) {
  std::vector<Section> tests;
  for (const char* file : {"forbidden.cases", "standard_library.cases"})
    for (auto& [name, text] :
         sections_of(read_text(fs::path(MERGELAB_SOURCE_DIR) / "tests/submission" / file), "//! "))
      if (name.ends_with(" slow") == slow) tests.push_back({name.substr(0, name.find(' ')), text});
  return tests;
}

class ForbiddenCases : public Forbidden, public testing::WithParamInterface<Section> {};

TEST_P(ForbiddenCases, hold) {
  for (const auto& [says, code] : sections_of(GetParam().text, "//= ")) {
    const auto [above, body] = above_and_in(code);
    if (says == "passes")
      expect_passes(above, body);
    else
      expect_forbidden(above, says, body);
  }
}

constexpr auto kName = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Text, ForbiddenCases, testing::ValuesIn(cases(false)), kName);
INSTANTIATE_TEST_SUITE_P(TextSlow, ForbiddenCases, testing::ValuesIn(cases(true)), kName);

using ForbiddenSlow = Forbidden;

TEST_F(ForbiddenSlow, is_not_an_honest_file) { expect_passes(""); }

TEST_F(Forbidden, is_a_word_in_any_spelling) {
  for (const char* word :
       {"\\u0061sm(\"\");", "a\\u0073m(\"\");", "\\U00000061sm(\"\");", "a\\\nsm(\"\");"}) {
    EXPECT_FALSE(compile("", word).ok) << word;
  }
  expect_forbidden("", "merge.cuh:5: asm is not allowed",
                   "  int \xc3\xaa = 0; asm(\"\" : \"+r\"(\xc3\xaa));");
}

TEST_F(Forbidden, is_not_a_function_that_is_nowhere_defined) {
  EXPECT_EQ(compile("int helper(int);", "  m = helper(m);").verdict, Verdict::build_failed);
}

TEST_F(Forbidden, is_not_an_earlier_file_that_is_missing) {
  sources_.erase("01_earlier");
  EXPECT_EQ(compile("").verdict, Verdict::build_failed);
}

TEST_F(Forbidden, is_an_include_in_an_earlier_file) {
  submit("01_earlier", "#pragma once\n#include <mergelab/lab.cuh>\n\n#include <dlfcn.h>\n");
  expect_forbidden("", "earlier.cuh:4: #include <dlfcn.h> is not allowed here");
}

TEST_F(Forbidden, is_assembly_that_a_macro_puts_into_the_graders_call) {
  const BuildResult result = compile_file(
      "#include <mergelab/lab.cuh>\n"
      "inline void merge(const value_t*, int, const value_t*, int, value_t*) {}\n"
      "#define merge(...) merge(__VA_ARGS__); asm(\"ud2\")\n");
  EXPECT_EQ(result.verdict, Verdict::forbidden) << result.log;
  EXPECT_TRUE(contains(result.log, "asm is not allowed here"));
}

TEST_F(ForbiddenSlow, is_an_attribute_that_changes_linking) {
  for (const char* name :
       {"constructor", "destructor(101)", "ifunc(\"g\")", "alias(\"g\")", "weak", "naked", "weakref(\"g\")",
        "section(\".init_array\")", "target(\"avx2\")", "init_priority(101)", "visibility(\"hidden\")",
        "no_profile_instrument_function"}) {
    const std::string bare = std::string(name).substr(0, std::string(name).find('('));
    expect_forbidden("__attribute__((" + std::string(name) + ")) void f();", "the attribute " + bare + " is");
  }
}

TEST_F(ForbiddenSlow, is_no_destructor_at_the_end_since_none_runs) {
  const std::string noisy = "struct Noisy { ~Noisy() { printf(\"late\"); } };\n";
  expect_passes(noisy, "  static Noisy noisy;");
  expect_forbidden(noisy, "merge.cuh: a thread_local object has a destructor: make",
                   "  thread_local Noisy noisy; (void)&noisy;");
}

TEST_F(ForbiddenSlow, is_every_name_of_the_engines_namespace) {
  const char* uses[] = {"  simt::fence();",
                        "  ::simt::fence();",
                        "  using simt::fence;\n  fence();",
                        "  using namespace simt;\n  fence();",
                        "  using namespace ::simt;\n  fence();",
                        "  GLUE(si, mt)::fence();",
                        "  ID(simt)ID(::)fence();"};
  for (const char* use : uses)
    expect_forbidden("#define GLUE(a, b) a##b\n#define ID(a) a\n", "is the grader's own", use);
  expect_forbidden("namespace alias = simt;", "is the grader's own", "  alias::fence();");
  expect_forbidden("namespace alias = ::simt;", "is the grader's own", "  alias::fence();");
  expect_forbidden("#define lab_span fence(), ::simt::span\n", "is the grader's own",
                   "  extern __shared__ int tile[];\n  LAB_SPAN(tile, 3);");
}

/// By an argument of a type of the engine's, a function of its namespace is found without its name.
TEST_F(ForbiddenSlow, lets_nobody_find_the_engines_functions_by_a_type) {
  const std::string take =
      "enum class Taker { only };\ntemplate <class T>\nvoid operator->*(Taker, T&& launch) { USE; }\n"
      "__global__ void kernel() {}\n";
  const std::string body = "  Taker::only<<<1, 1>>>();";
  expect_passes("#define USE (void)launch.config.grid\n" + take, body);
  for (const char* use :
       {"ordered_store_bits(&launch, 0ULL, 4UL, 1)", "ordered_load_bits(&launch, 4UL, 1)",
        "mark_span(&launch, 4UL)", "issue_copy(&launch, 4UL, {})", "begin_copy(&launch, 4UL)",
        "unpack([](auto&...) {}, launch.values)", "launch(launch.config, nullptr, nullptr, nullptr, 0)",
        "refuse_integer_for_pointer(launch)"}) {
    const BuildResult result = compile("#define USE " + std::string(use) + "\n" + take, body);
    EXPECT_EQ(result.verdict, Verdict::build_failed) << use << result.log;
  }
}

/// The type of a parameter of CUDA's functions that only the engine gives, and the class behind
/// cuda::atomic_ref.
TEST_F(ForbiddenSlow, lets_nobody_find_them_by_the_type_of_a_hidden_parameter) {
  const std::string take =
      "#include <cuda/atomic>\n"
      "template <class Site>\nvoid take(void (*)(Site), int* at) { auto* site = reinterpret_cast<Site*>(at); "
      "(void)site; USE; }\n"
      "template <class T>\n__device__ void take_atomic(T site, int* at) { (void)site; (void)at; USE; }\n"
      "__device__ inline void on_device(int* at) { take_atomic(cuda::atomic_ref<int>(*at), at); }\n";
  const std::string body = "  take(&__syncthreads, C);";
  expect_passes("#define USE (void)at\n" + take, body);
  for (const char* use :
       {"ordered_store_bits(at, bits_of(site), 4UL, 1)", "mark_span(site, 4UL)", "of_bits<int>(site)",
        "block_barrier(*site)", "trap(\"\", *site)", "update_number(&site, {}, site)"}) {
    const BuildResult result = compile("#define USE " + std::string(use) + "\n" + take, body);
    EXPECT_EQ(result.verdict, Verdict::build_failed) << use << result.log;
  }
}

TEST_F(Forbidden, is_not_a_second_definition_of_the_graders_call_but_an_error) {
  EXPECT_EQ(compile("extern \"C\" int mergelab_value_size(void) { return 4; }").verdict,
            Verdict::build_failed);
}

TEST_F(ForbiddenSlow, is_not_a_macro_that_breaks_the_call_but_an_error) {
  for (const char* name : {"value_t", "mergelab_call", "static_cast"}) {
    ASSERT_TRUE(compile("", "").ok);
    const BuildResult broken =
        compile("#define AFTER\n#undef AFTER",
                "}\n#define " + std::string(name) +
                    " int\ninline void more(const int* A, int m, const int* B, int n, int* C) {");
    EXPECT_EQ(broken.verdict, Verdict::build_failed) << name;
    EXPECT_TRUE(contains(broken.log, "merge.cuh defines " + std::string(name) + " as a macro"));
  }
}

TEST_F(Forbidden, lists_every_breach_once_in_order) {
  const BuildResult result = compile("#include <dlfcn.h>\nasm(\"\");\nasm(\"\");");
  EXPECT_EQ(result.log.find("merge.cuh:3: #include <dlfcn.h>"), 0u) << result.log;
  const std::size_t second = result.log.find("\nmerge.cuh:4: asm"),
                    third = result.log.find("\nmerge.cuh:5: asm");
  EXPECT_LT(second, third) << result.log;
  EXPECT_NE(third, std::string::npos) << result.log;
}

}  // namespace
}  // namespace mergelab::submission
