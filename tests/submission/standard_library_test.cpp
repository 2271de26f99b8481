// Headers of the standard library: which may be included, and which parts may be used, through the real
// compiler driver.
#include "forbidden.hpp"
#include "kits/kits.hpp"
#include "submission/policy.hpp"
#include "support/long_run.hpp"

namespace mergelab::submission {
namespace {

/// The headers that the policy names, as far as this compiler has them.
std::string all_headers() {
  std::string text, policy = policy_text({}, &merge_kit());
  for (std::size_t at = 0; (at = policy.find("allow library ", at)) != std::string::npos; ++at) {
    const std::string pattern = policy.substr(at, policy.find('\n', at) - at);
    const std::string name = pattern.substr(pattern.rfind("*/") + 2);
    if (name == "bits/stdc++.h" || name.find('*') != std::string::npos) continue;  // the first is all of them
    const std::string plain = name.starts_with("include/") ? name.substr(8) : name;
    if (plain == "stdatomic.h") continue;  // some compilers have it for C alone before C++23
    text += "#if __has_include(<" + plain + ">)\n#include <" + plain + ">\n#endif\n";
  }
  return text;
}

using ForbiddenSlow = Forbidden;

TEST_F(ForbiddenSlow, is_no_standard_header) {
  const std::string headers = all_headers();
  EXPECT_GE(std::ranges::count(headers, '<'), 200);
  expect_passes(headers + headers);  // also twice
}

TEST_F(ForbiddenSlow, is_the_librarys_merge_by_any_name) {
  const BuildResult result = compile(
      "#include <algorithm>\n#include <functional>\n#include <queue>\nusing namespace std;\nnamespace s = "
      "std;\n"
      "#define GLUE(a, b) a##b\n",
      "  merge(A, A + m, B, B + n, C);\n  s::GLUE(inplace_, merge)(C, C + m, C + n);\n"
      "  ranges::merge(A, A + m, B, B + n, C);\n  GLUE(set_, union)(A, A + m, B, B + n, C);\n"
      "  s::GLUE(so, rt)(C, C + m);\n  stable_sort(C, C + m);\n  partial_sort(C, C + 1, C + m);\n"
      "  nth_element(C, C + 1, C + m);\n  make_heap(C, C + m);\n  sort_heap(C, C + m);\n"
      "  auto search = s::GLUE(lower_, bound)<const int*, int>;\n  C[0] = *search(A, A + m, 1);\n"
      "  C[1] = *upper_bound(A, A + m, 1);\n  C[2] = binary_search(A, A + m, 1);\n"
      "  C[3] = *partition_point(A, A + m, [](int) { return true; });\n  C[4] = *s::equal_range(A, A + m, "
      "1).first;\n");
  EXPECT_EQ(result.verdict, Verdict::forbidden) << result.log;
  const std::vector<std::string> lines{
      "10: std::merge is not allowed: writing it is the exercise" /* as its own function is called */,
      "12: std::inplace_merge is not allowed",
      "std::ranges::merge is not allowed",
      "14: std::set_union is not allowed",
      "15: std::sort is not allowed: the input is sorted already, or sorting it is the exercise",
      "16: std::stable_sort is not allowed",
      "17: std::partial_sort is not allowed",
      "18: std::nth_element is not allowed",
      "19: std::make_heap is not allowed",
      "20: std::sort_heap is not allowed",
      "21: std::lower_bound is not allowed: writing the search is the exercise",
      "23: std::upper_bound is not allowed",
      "24: std::binary_search is not allowed",
      "25: std::partition_point is not allowed",
      "26: std::equal_range is not allowed"};
  for (const std::string& line : lines) EXPECT_TRUE(contains(result.log, line)) << line;
}

TEST_F(ForbiddenSlow, is_the_librarys_merge_however_it_is_hidden) {
  const std::string call = "  namespace s = std;\n  s::merge(A, A + m, B, B + n, C);";
  // Where it is always inlined, it leaves no symbol.
  expect_forbidden(
      "#define inline inline __attribute__((always_inline))\n#include <algorithm>\n#undef inline",
      "std::merge is not allowed", call);
  expect_forbidden(
      "#include <algorithm>\nnamespace std {\ntemplate <class A, class B, class C>\n"
      "__attribute__((always_inline)) inline constexpr C merge(A, A, B, B, C);\n}",
      "std::merge is not allowed", call);
  expect_forbidden(
      "#include <algorithm>\nnamespace s = std;\nextern template int* s::merge(const int*, const int*, const "
      "int*, const int*, int*);",
      "std::merge is not allowed", call);
  expect_forbidden("#ifdef __OPTIMIZE__\n#include <algorithm>\n#define MERGE s::merge\n#endif",
                   "std::merge is not allowed", "  namespace s = std;\n  MERGE(A, A + m, B, B + n, C);");
}

/// Dozens of the library's functions stand behind it.
TEST_F(ForbiddenSlow, is_a_class_of_the_library_once) {
  const auto expect_one_line = [&](const std::string& include, const std::string& code,
                                   const std::string& words) {
    const BuildResult result = compile("#include <" + include + ">\n#include <string>", code);
    EXPECT_EQ(result.verdict, Verdict::forbidden);
    EXPECT_TRUE(result.log.starts_with("merge.cuh:6: " + words + " is not allowed: ")) << result.log;
    EXPECT_EQ(std::ranges::count(result.log, '\n'), 1) << result.log;
  };
  expect_one_line("sstream", "  std::ostringstream text;\n  text << 1.5f;\n  (void)text.str();",
                  "std::ostringstream");
  expect_one_line("sstream", "  std::stringstream text;\n  text << 1.5f;\n  (void)text.str();",
                  "std::stringstream");
  expect_one_line("cstdio", "  sscanf(\"1\", \"%d\", &m);", "sscanf");
  expect_one_line("typeinfo",
                  "  struct Base { virtual ~Base() {} }; struct Derived : Base {} made; Base* base = &made; "
                  "C[0] = dynamic_cast<Derived*>(base) != nullptr;",
                  "dynamic_cast");
}

TEST_F(ForbiddenSlow, is_nothing_that_nvcc_includes_unasked) {
  expect_passes(
      "struct Pair { int a, b; };\n__global__ void kernel(float* x) { *x = std::sqrt(std::fabs(*x)); }",
      "  int a = 1, b = std::max(m, 2);\n  std::swap(a, b);\n  b = std::exchange(a, INT_MAX);\n"
      "  auto pair = std::make_pair(a, b);\n  Pair* p = new (std::nothrow) Pair{pair.first, b};\n"
      "  if (p != nullptr && std::strlen(\"\") == std::size_t(p->a) && clock() == 0) C[0] = std::abs(b);\n  "
      "delete p;");
  const BuildResult result = compile("", "  std::swap(m, unknown);");
  EXPECT_EQ(result.verdict, Verdict::build_failed);
  EXPECT_TRUE(contains(result.log, "unknown"));
}

/// Compiles all functions of the engine's headers that are not templates, and templates of a lab with all of
/// these.
TEST_F(ForbiddenSlow, is_nothing_that_compilers_call_for_arithmetic) {
  const fs::path file = folder_.path() / "all" / "all.cu", policy = folder_.path() / "policy.txt";
  write_text(file, R"(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
struct Large { int all[100]; };
__extension__ typedef __int128 wide;
extern "C" {
__device__ wide divided(wide a, wide b) { return a / b + a % b; }
__device__ unsigned __int128 multiplied(unsigned __int128 a, unsigned __int128 b) { return a / b * b % 7 >> 3; }
__device__ float rounded(wide a, unsigned __int128 b) { return float(a) + float(double(b)); }
__device__ wide truncated(float a, double b, long double c) { return wide(a) + wide(b) + wide(c); }
__device__ Large copied(const Large& from) { Large to = from; to.all[3] = __ldg(&from.all[4]); return to; }
__device__ int counted(unsigned a, unsigned long long b) {
  return __popc(a) + __popcll(b) + __clz(a) + __clzll(b) + __ffs(a) + __ffsll(b) + __brev(a) + __brevll(b) +
         __popc(__ballot_sync(~0u, a > 1)) + __shfl_down_sync(~0u, a, 1) + atomicAdd(&a, 1u);
}
void mergelab_call() {}
void mergelab_value_size() {}
void mergelab_install_hooks() {}
}
)");
  toolchain_.include_dir = fs::path(MERGELAB_SOURCE_DIR) / "include";
  // The headers' functions for graphs call others, which labs must not call.
  const std::string graphs = "allow import _Z*cudaGraph*\nallow import _Z*cudaStreamGetCaptureInfo*\n";
  write_text(policy, graphs + policy_text(toolchain_, &merge_kit()));
  const std::string all_flags[] = {"-O2 --instrument", "-O0", "-O1", "-O2", "-O3"};
  for (const std::string& flags : std::span(all_flags).first(in_long_run<std::size_t>(5, 2))) {
    const std::string command = std::string(SIMT_CC) + " --compiler " CXX_COMPILER " --policy '" +
                                policy.string() + "' '-Dinline=__attribute__((used)) inline' -w " + flags +
                                " '" + file.string() + "' -o '" + (folder_.path() / "all.so").string() + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
}

}  // namespace
}  // namespace mergelab::submission
