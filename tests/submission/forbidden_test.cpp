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

}  // namespace
}  // namespace mergelab::submission
