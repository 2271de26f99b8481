// What a lab's text must not contain, each in a separate file, through the real compiler driver.
#include "forbidden.hpp"

namespace mergelab::submission {
namespace {

// --- what honest files hold

using ForbiddenSlow = Forbidden;

TEST_F(ForbiddenSlow, is_not_an_honest_file) { expect_passes(""); }

TEST_F(Forbidden, is_not_a_word_in_a_comment_or_a_literal) {
  expect_passes(
      "// asm, std::merge and __attribute__((weak))\n/* #include <algorithm>\n thrust::sort(a) */\n"
      "#if 0\nasm(\"\");\n#endif\n"
      "__device__ inline const char* text() { return \"asm std::merge \" R\"x(asm \" thrust::)x\" \"'\"; }");
}

TEST_F(Forbidden, is_not_a_name_with_letters_beyond_ascii) {
  expect_passes(
      "struct \xc3\x89tat { int gr\xc3\xb6\xc3\x9f"
      "e; };\n"
      "__global__ void kernel(const int* t\xc3\xaate_A, int* z) {\n"
      "  __shared__ int m\\u00fcll[2]; m\xc3\xbcll[threadIdx.x] = t\\u00eate_A[0]; __syncthreads();\n"
      "  const \xc3\x89tat n{m\xc3\xbcll[0]}; *z = n.gr\\u00f6\\u00dfe;  // t\xc3\xaate\n}\n"
      "inline void start(int* a) { kernel<<<1, 2>>>(a, a); }");
}

TEST_F(Forbidden, is_a_word_in_any_spelling) {
  for (const char* word :
       {"\\u0061sm(\"\");", "a\\u0073m(\"\");", "\\U00000061sm(\"\");", "a\\\nsm(\"\");"}) {
    EXPECT_FALSE(compile("", word).ok) << word;
  }
  expect_forbidden("", "merge.cuh:5: asm is not allowed",
                   "  int \xc3\xaa = 0; asm(\"\" : \"+r\"(\xc3\xaa));");
}

TEST_F(Forbidden, is_not_what_cuda_offers) {
  expect_passes(
      "#include <cuda_runtime.h>\n"
      "__global__ void __launch_bounds__(128) kernel(int* a) {\n"
      "  extern __shared__ int tile[];\n  __shared__ int bounds[2];\n  #pragma unroll\n"
      "  for (int i = 0; i < 2; ++i) bounds[i] = tile[i];\n  __syncthreads();\n"
      "  a[threadIdx.x] = atomicAdd(a, bounds[0]) + __shfl_sync(0xffffffffu, 1, 0) + int(ceilf(0.5f * "
      "a[1]));\n"
      "  if (a[0] > 1) printf(\"%d\\n\", a[0]);\n}\n"
      "[[nodiscard]] __host__ __device__ __forceinline__ int half([[maybe_unused]] int a) { return a / 2; }\n"
      "struct __align__(16) Four { int x, y, z, w; };\n"
      "inline void launch(int* a) {\n  int* b = nullptr;\n  cudaMalloc(&b, 4);\n  kernel<<<2, 32, 64>>>(a);\n"
      "  if (cudaGetLastError() != cudaSuccess) fprintf(stderr, \"%s\\n\", "
      "cudaGetErrorString(cudaSuccess));\n"
      "  cudaFree(b);\n}\nvoid (*keep)(int*) = launch;");
}

TEST_F(Forbidden, is_not_a_function_that_is_nowhere_defined) {
  EXPECT_EQ(compile("int helper(int);", "  m = helper(m);").verdict, Verdict::build_failed);
}

TEST_F(Forbidden, is_not_an_earlier_file_that_is_missing) {
  sources_.erase("01_earlier");
  EXPECT_EQ(compile("").verdict, Verdict::build_failed);
}

// --- includes

TEST_F(Forbidden, is_an_include_of_the_systems_headers) {
  expect_forbidden("\n#include <dlfcn.h>",
                   "merge.cuh:4: #include <dlfcn.h> is not allowed here: a lab includes");
  expect_forbidden("#  include /* why */ <sys/mman.h>  // mapped", "merge.cuh:3: ");
  expect_forbidden("#include <bits/stl_algo.h>", "merge.cuh:3: #include <bits/stl_algo.h> is not allowed");
}

TEST_F(Forbidden, is_an_include_in_an_earlier_file) {
  submit("01_earlier", "#pragma once\n#include <mergelab/lab.cuh>\n\n#include <dlfcn.h>\n");
  expect_forbidden("", "earlier.cuh:4: #include <dlfcn.h> is not allowed here");
}

TEST_F(Forbidden, is_an_include_of_a_library_that_is_not_there) {
  expect_forbidden("#include <thrust/merge.h>", "merge.cuh:3: #include <thrust/merge.h> is not allowed here");
}

TEST_F(Forbidden, is_an_include_of_the_engines_inner_headers) {
  expect_forbidden("#include <simt/engine.hpp>",
                   "merge.cuh:3: #include <simt/engine.hpp> is not allowed here");
}

TEST_F(Forbidden, is_an_include_by_path) {
  expect_forbidden("#include \"/etc/passwd\"", "merge.cuh:3: #include \"/etc/passwd\" is not allowed here");
  expect_forbidden("#include \"../policy.txt\"",
                   "merge.cuh:3: #include \"../policy.txt\" is not allowed here");
}

TEST_F(Forbidden, is_an_include_that_a_macro_computes) {
  expect_forbidden("#define FILE \"/dev/zero\"\n#include FILE",
                   "merge.cuh:4: #include FILE is not allowed here");
  expect_forbidden("#define FILE \"/dev/zero\"\n%: inc\\\nlude /*\n*/ FILE", "merge.cuh:4: ");
  expect_forbidden("#define FILE <dlfcn.h>\n/* */ # /* */ include_next FILE", "merge.cuh:4: ");
}

TEST_F(Forbidden, is_an_include_behind_has_include) {
  expect_forbidden("#if __has_include(<dlfcn.h>)\n#include <dlfcn.h>\n#endif",
                   "merge.cuh:4: #include <dlfcn.h>");
}

// --- deceiving the checks about where text comes from

TEST_F(Forbidden, is_a_line_marker) {
  expect_forbidden("# 1 \"/usr/include/stdio.h\" 1 3\nasm(\"nop\");",
                   "merge.cuh:3: #line and lines of # and a number are not allowed here");
  expect_forbidden("#line 1 \"/usr/include/stdio.h\"\nasm(\"nop\");",
                   "merge.cuh:3: #line and lines of # and a number are not allowed here");
  expect_forbidden("/*\n*/ %: /**/ li\\\nne 7 \"x\"",
                   "merge.cuh:4: #line and lines of # and a number are not allowed here");
  expect_forbidden("const char* a = R\"(/*)\";\n# 1 \"x\" 1\n// */",
                   "merge.cuh:4: #line and lines of # and a number are not allowed here");
}

TEST_F(Forbidden, is_a_line_that_a_macro_makes_look_like_a_directive) {
  expect_forbidden("#define HASH #\nHASH include <vector>",
                   "is not allowed here: it could hide what follows");
  expect_forbidden("#define HASH %:\nHASH 1 \"/usr/include/stdio.h\" 3", "merge.cuh:4: ");
}

TEST_F(Forbidden, is_a_backslash_that_stands_alone) {
  expect_forbidden("#define EMPTY\n#define ID(x) x\nID(as\\EMPTY)\nm(\"nop\");", "merge.cuh:5: a backslash");
}

// --- code that the checks do not see

TEST_F(Forbidden, is_inline_assembly) {
  expect_forbidden("", "merge.cuh:5: asm is not allowed here: the checks do not see", "  asm(\"ud2\");");
  expect_forbidden("", "merge.cuh:5: __asm__ is not allowed here", "  __asm__ volatile(\"ud2\");");
  expect_forbidden("", "merge.cuh:5: __asm is not allowed here", "  __asm (\"ud2\");");
  expect_forbidden("#define GLUE(a, b) a##b", "merge.cuh:5: asm is not allowed here",
                   "  GLUE(as, m)(\"ud2\");");
  expect_forbidden("int other(int) asm(\"getpid\");", "merge.cuh:3: asm is not allowed here");
}

TEST_F(Forbidden, is_assembly_that_a_macro_puts_into_the_graders_call) {
  const BuildResult result = compile_file(
      "#include <mergelab/lab.cuh>\n"
      "inline void merge(const value_t*, int, const value_t*, int, value_t*) {}\n"
      "#define merge(...) merge(__VA_ARGS__); asm(\"ud2\")\n");
  EXPECT_EQ(result.verdict, Verdict::forbidden) << result.log;
  EXPECT_NE(result.log.find("asm is not allowed here"), std::string::npos) << result.log;
}

TEST_F(ForbiddenSlow, is_an_attribute_that_switches_checks_off) {
  expect_forbidden("__attribute__((no_sanitize(\"thread\"))) void f();",
                   "merge.cuh:3: the attribute no_sanitize is not allowed here");
  expect_forbidden("[[gnu::no_sanitize(\"thread\")]] void f();", "merge.cuh:3: the attribute no_sanitize");
  expect_forbidden("<:<:using gnu: no_sanitize_thread:>:> void f();", "the attribute no_sanitize_thread is");
  expect_forbidden("[[nodiscard]] [[maybe_unused, __gnu__::__optimize__(3)]] int f();",
                   "the attribute optimize");
  expect_forbidden("__attribute((unused, __no_instrument_function__)) void f();",
                   "no_instrument_function is");
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

TEST_F(Forbidden, is_a_weak_copy_of_the_graders_call) {
  expect_forbidden("extern \"C\" __attribute__((weak)) void mergelab_call(const struct MergelabCall*) {}",
                   "merge.cuh:3: the attribute weak is not allowed here");
}

TEST_F(Forbidden, is_a_pragma_that_changes_compiling) {
  expect_forbidden("#pragma GCC optimize(\"O3\")", "merge.cuh:3: #pragma GCC optimize");
  expect_forbidden("#pragma GCC push_options", "merge.cuh:3: #pragma GCC push_options is not allowed here");
  expect_forbidden("#pragma clang attribute push(int)", "merge.cuh:3: #pragma clang attribute");
  expect_forbidden("#pragma weak merge", "merge.cuh:3: #pragma weak merge is not allowed here");
  expect_forbidden("#pragma STDC FENV_ACCESS ON",
                   "merge.cuh:3: #pragma STDC FENV_ACCESS ON is not allowed here");
  expect_forbidden("#pragma redefine_extname a b", "merge.cuh:3: #pragma redefine_extname");
}

TEST_F(Forbidden, is_a_pragma_that_an_operator_makes) {
  expect_forbidden("_Pragma(\"GCC optimize(\\\"O3\\\")\")", "merge.cuh:3: #pragma GCC optimize");
}

TEST_F(Forbidden, is_a_builtin_of_the_compiler) {
  expect_forbidden("", "merge.cuh:5: __builtin_memcpy is not allowed here", "  __builtin_memcpy(C, A, 4);");
  expect_forbidden("", "merge.cuh:5: __atomic_load_n is not allowed here: use CUDA's atomics",
                   "  m = __atomic_load_n(&m, 0);");
  expect_forbidden("", "merge.cuh:5: _mm_loadu_si128 is not allowed here", "  _mm_loadu_si128(A);");
  expect_forbidden("", "merge.cuh:5: __udivmodti4 is internal to the compiler", "  __udivmodti4(m, n, C);");
}

// What a lab's object must not define, need or run unasked, through the real compiler driver.

// --- code that runs unasked

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
