// What a lab's object must not define, need or run unasked, through the real compiler driver.
#include "forbidden.hpp"

namespace mergelab::submission {
namespace {

// --- code that runs unasked

using ForbiddenSlow = Forbidden;

TEST_F(Forbidden, is_an_exit_in_a_static_initialiser) {
  expect_forbidden("extern \"C\" void exit(int) throw();\nstatic int early = (exit(0), 1);",
                   "is initialised by code");
}

TEST_F(Forbidden, is_a_static_initialiser) {
  expect_forbidden("static int early = printf(\"early\");", "merge.cuh");
  expect_forbidden("static int early = printf(\"early\");", "is initialised by code");
}

TEST_F(ForbiddenSlow, is_no_destructor_at_the_end_since_none_runs) {
  const std::string noisy = "struct Noisy { ~Noisy() { printf(\"late\"); } };\n";
  expect_passes(noisy, "  static Noisy noisy;");
  expect_forbidden(noisy, "merge.cuh: a thread_local object has a destructor: make",
                   "  thread_local Noisy noisy; (void)&noisy;");
}

// --- symbols

TEST_F(ForbiddenSlow, is_a_call_of_what_is_not_offered) {
  expect_forbidden("extern \"C\" void _exit(int);", "merge.cuh:3: _exit is not allowed: return from",
                   "  if (m < 0) _exit(0);");
  expect_forbidden("extern \"C\" long write(int, const void*, unsigned long);",
                   "merge.cuh:3: write is not allowed: a lab calls CUDA, C's math",
                   "  write(3, \"passed\", 6);");
  expect_forbidden("", "merge.cuh:5: system is not allowed", "  if (system(\"true\")) return;");
}

TEST_F(Forbidden, is_a_way_into_the_engine) {
  expect_forbidden("namespace simt { void reset_launches(); }",
                   "merge.cuh:3: namespace simt is the grader's own", "  simt::reset_launches();");
  expect_forbidden("extern \"C\" void _ZN4simt14reset_launchesEv();",
                   "merge.cuh:3: _ZN4simt14reset_launchesEv is", "  _ZN4simt14reset_launchesEv();");
  expect_forbidden("extern \"C\" void __tsan_write4(void*) {}",
                   "merge.cuh:3: __tsan_write4 is the grader's own");
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

TEST_F(Forbidden, is_every_name_of_the_cpp_runtimes) {
  expect_forbidden("extern \"C\" void __cxa_guard_release(long*);",
                   "merge.cuh:3: __cxa_guard_release is the C++ runtime's own",
                   "  __cxa_guard_release(nullptr);");
  expect_forbidden("extern \"C\" void _Unwind_Resume(void*);", "_Unwind_Resume is the C++ runtime's own");
  expect_forbidden("extern \"C\" void* __tls_get_addr(void*);", "__tls_get_addr is the C library's own");
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

TEST_F(ForbiddenSlow, is_not_what_is_called_like_the_engine) {
  expect_passes(
      "#include <iomanip>\n#include <iostream>\n"
      "struct simt_state { int simt; };\nenum class Kind { simt, other };\n"
      "struct Once { explicit Once(int n) : value(n) {} int value; };\n"
      "std::ostream& operator<<(std::ostream& out, const simt_state& s) { return out << s.simt; }\n",
      "  int simt = m;\n  simt_state state{simt};\n  static const Once once(state.simt);\n"
      "  const Kind kind = Kind::simt;\n  if (kind == Kind::other || once.value < 0) return;\n"
      "  std::cout << state << true << short(1) << 'c' << 2U << 3L << 4ULL << 1.5F << 2.5 << 3.5L << \"x\" "
      "<< C\n"
      "            << nullptr << std::hex << std::setw(4) << std::setprecision(3) << std::setfill(' ') << 7\n"
      "            << std::flush << std::endl;\n"
      "  int exponent = 0;\n  double whole = 0, s = 0, c = 0;\n"
      "  if (frexp(m, &exponent) + modf(m, &whole) > memcmp(A, B, 4)) sincos(whole, &s, &c);\n"
      "  fputs(\"x\", stderr);\n  fprintf(stderr, \"%g %d\", s + c, exponent);\n  fflush(stdout);");
}

TEST_F(ForbiddenSlow, is_a_definition_of_what_the_grader_or_the_library_has) {
  expect_forbidden("void* operator new(decltype(sizeof(0))) { return nullptr; }",
                   "operator new(unsigned long) can't be defined here: memory comes from the grader");
  expect_forbidden("int main() {}", "merge.cuh:3: main can't be defined here");
  expect_forbidden("extern \"C\" int mergelab_more() { return 1; }",
                   "merge.cuh:3: mergelab_more can't be defined");
  expect_forbidden("extern \"C\" void sigaction() {}", "merge.cuh:3: sigaction can't be defined here");
}

TEST_F(Forbidden, is_not_a_second_definition_of_the_graders_call_but_an_error) {
  EXPECT_EQ(compile("extern \"C\" int mergelab_value_size(void) { return 4; }").verdict,
            Verdict::build_failed);
}

TEST_F(ForbiddenSlow, is_not_a_macro_that_breaks_the_call_but_an_error) {
  for (const char* name : {"value_t", "mergelab_call", "static_cast"}) {
    const BuildResult result = compile("", "");
    ASSERT_TRUE(result.ok);
    const BuildResult broken =
        compile("#define AFTER\n#undef AFTER",
                "}\n#define " + std::string(name) +
                    " int\ninline void more(const int* A, int m, const int* B, int n, int* C) {");
    EXPECT_EQ(broken.verdict, Verdict::build_failed) << name;
    EXPECT_NE(broken.log.find("merge.cuh defines " + std::string(name) + " as a macro"), std::string::npos)
        << broken.log;
  }
}

// --- what others would say less clearly

TEST_F(Forbidden, is_calling_what_the_lab_is_to_write) {
  expect_forbidden("", "merge.cuh:5: std::merge is not allowed: writing it is the exercise",
                   "  std::merge(A, A + m, B, B + n, C);");
  expect_forbidden("", "merge.cuh:5: cudaLimitPersistingL2CacheSize is not allowed: each timed call",
                   "  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20);");
  expect_forbidden("", "merge.cuh:5: thrust is not allowed", "  thrust::merge(A, A + m, B, B + n, C);");
  expect_forbidden("", "merge.cuh:5: qsort is not allowed", "  qsort(C, m, 4, 0);");
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
