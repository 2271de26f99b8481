// What a lab's object may not define, need or run unasked, through the real compiler driver.
#include "forbidden.hpp"

namespace mergelab::submission {
namespace {

// --- code that runs unasked

TEST_F(Forbidden, is_an_exit_in_a_static_initialiser) {
  expect_forbidden("extern \"C\" void exit(int) throw();\nstatic int early = (exit(0), 1);",
                   "is set up by code of its own");
}

TEST_F(Forbidden, is_a_static_initialiser) {
  expect_forbidden("static int early = printf(\"early\");", "merge.cuh");
  expect_forbidden("static int early = printf(\"early\");", "is set up by code of its own");
}

TEST_F(Forbidden, is_a_destructor_that_runs_at_the_end) {
  const std::string noisy = "struct Noisy { ~Noisy() { printf(\"late\"); } };\n";
  expect_forbidden(noisy, "merge.cuh: an object that lives to the end", "  static Noisy noisy;");
  expect_forbidden(noisy, "which would run when the grader has finished",
                   "  thread_local Noisy noisy; (void)&noisy;");
}

// --- symbols

TEST_F(Forbidden, is_a_call_of_what_is_not_offered) {
  expect_forbidden("extern \"C\" void _exit(int);", "merge.cuh:3: _exit is not allowed: return from",
                   "  if (m < 0) _exit(0);");
  expect_forbidden("extern \"C\" long write(int, const void*, unsigned long);",
                   "merge.cuh:3: write is not allowed: a lab calls only CUDA", "  write(3, \"passed\", 6);");
  expect_forbidden("", "merge.cuh:5: system is not allowed", "  if (system(\"true\")) return;");
  expect_forbidden("", "new is not allowed", "  int* p = new int[m]; p[0] = 1; C[0] = p[m - 1];");
  expect_forbidden("", "malloc is not allowed", "  void* volatile p = malloc(8); (void)p;");
}

TEST_F(Forbidden, is_a_way_into_the_engine) {
  expect_forbidden("namespace simt { void reset_launches(); }",
                   "merge.cuh:3: namespace simt is the grader's own", "  simt::reset_launches();");
  expect_forbidden("extern \"C\" void _ZN4simt14reset_launchesEv();",
                   "merge.cuh:3: _ZN4simt14reset_launchesEv is", "  _ZN4simt14reset_launchesEv();");
  expect_forbidden("extern \"C\" void __tsan_write4(void*) {}",
                   "merge.cuh:3: __tsan_write4 is the grader's own");
}

TEST_F(Forbidden, is_a_definition_of_what_the_grader_or_the_library_has) {
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

TEST_F(Forbidden, is_not_a_macro_that_breaks_the_call_but_an_error) {
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
