// Failed builds: the student's and the grader's.
#include "build_lab.hpp"
#include "sandbox/level.hpp"
#include "sandbox/process_tree.hpp"
#include "submission/compile.hpp"

namespace mergelab::submission {
namespace {

TEST_F(BuildLab, times_out_when_compiling_never_ends) {
  lab().limits.build_cpu_s = 0.3;
  const BuildResult result = run_fake("loop");
  EXPECT_EQ(result.verdict, Verdict::timed_out);
  EXPECT_EQ(result.log, "compiling took more than 0.3 s of CPU time\n");
}

TEST_F(BuildLab, times_out_when_a_part_of_the_compiler_meets_the_limit_first) {
  const BuildResult result = run_fake("part_loop");
  EXPECT_EQ(result.verdict, Verdict::timed_out);
  EXPECT_TRUE(result.log.starts_with("compiling took more than 30 s of CPU time\n")) << result.log;
}

TEST_F(BuildLab, times_out_when_compiling_sleeps) {
  lab().limits.build_cpu_s = 0.01;  // 5.05 s by the clock
  const BuildResult result = run_fake("sleep");
  EXPECT_EQ(result.verdict, Verdict::timed_out);
  EXPECT_LT(result.duration_s, 30);
}

TEST_F(BuildLab, names_the_limit_that_ran_out) {
  const BuildResult memory = run_fake("memory");
  EXPECT_EQ(memory.verdict, Verdict::resource_limit);
  EXPECT_TRUE(memory.log.starts_with("compiling took more than 2 GiB of memory\n"));
}

TEST_F(BuildLab, ends_endless_messages) {
  const BuildResult result = run_fake("flood");
  EXPECT_EQ(result.verdict, Verdict::resource_limit);
  EXPECT_TRUE(result.log.starts_with("the compiler printed more than 256 KiB\n"));
  EXPECT_LT(result.log.size(), 20u << 10);
}

TEST_F(BuildLab, takes_endless_errors_for_errors) {
  EXPECT_EQ(run_fake("error_flood").verdict, Verdict::build_failed);
}

TEST_F(BuildLab, ends_a_huge_object) {
  const BuildResult result = run_fake("large_file");
  EXPECT_EQ(result.verdict, Verdict::resource_limit);
  EXPECT_EQ(result.log, "compiling created a file of more than 256 MiB\n");
}

TEST_F(BuildLab, blames_the_source_when_the_compiler_crashes) {
  const BuildResult result = run_fake("crash");
  EXPECT_EQ(result.verdict, Verdict::build_failed);
  EXPECT_EQ(result.log, "the compiler was killed by signal 11 (segmentation fault)\n");
}

TEST_F(BuildLab, tries_again_when_something_kills_the_compiler) {
  EXPECT_TRUE(run_fake("killed_once").ok);
  target_ += " 2";
  EXPECT_TRUE(run_fake("part_killed_once").ok);
}

TEST_F(BuildLab, is_the_graders_fault_when_something_kills_the_compiler_twice) {
  const auto before = sandbox::out_of_memory_kills();
  const BuildResult result = run_fake("killed");
  const bool alone = sandbox::isolation().level.fence == sandbox::Fence::namespaces;
  if (alone && before && before == sandbox::out_of_memory_kills()) {
    EXPECT_EQ(result.verdict, Verdict::grader_error);
    EXPECT_EQ(result.log, "another process killed the compiler twice; grade again");
  } else {
    EXPECT_EQ(result.verdict, Verdict::build_failed);
    EXPECT_EQ(result.log, "the compiler was killed by signal 9 (killed)\n");
  }
}

TEST_F(BuildLab, is_not_the_graders_fault_when_a_source_says_that_the_compiler_was_killed) {
  EXPECT_EQ(run_fake("says_killed").verdict, Verdict::build_failed);
}

TEST(KilledCompiler, is_the_graders_fault_only_when_no_source_can_have_done_it) {
  EXPECT_TRUE(
      is_from_outside({.sure = true, .alone = true, .out_of_memory_known = true, .out_of_memory = false}));
  EXPECT_FALSE(
      is_from_outside({.sure = false, .alone = true, .out_of_memory_known = true, .out_of_memory = false}));
  EXPECT_FALSE(
      is_from_outside({.sure = true, .alone = false, .out_of_memory_known = true, .out_of_memory = false}));
  EXPECT_FALSE(
      is_from_outside({.sure = true, .alone = true, .out_of_memory_known = false, .out_of_memory = false}));
  EXPECT_FALSE(
      is_from_outside({.sure = true, .alone = true, .out_of_memory_known = true, .out_of_memory = true}));
}

TEST_F(BuildLab, says_something_when_the_compiler_does_not) {
  EXPECT_EQ(run_fake("silent").log, "the compiler ended with exit(3)\n");
}

TEST_F(BuildLab, is_the_graders_fault_when_there_is_no_driver) {
  toolchain_.simt_cc = "/no/such/simt-cc";
  const BuildResult result = run().results.at(0);
  EXPECT_EQ(result.verdict, Verdict::grader_error);
  EXPECT_NE(result.log.find("build the grader again"), std::string::npos) << result.log;
}

TEST_F(BuildLab, is_the_graders_fault_when_there_is_no_compiler) {
  toolchain_.compiler = "no_such_compiler";
  const BuildResult result = run().results.at(0);
  EXPECT_EQ(result.verdict, Verdict::grader_error);
  EXPECT_EQ(result.log, "no C++ compiler: 'no_such_compiler' was not found; install it, or name another one");
}

TEST_F(BuildLab, names_the_backend_whose_compiler_can_not_start) {
  toolchain_.nvcc = "/no/such/nvcc";
  const BuildResult result = run({BuildKind(Backend::gpu, ValueType::record)}).results.at(0);
  EXPECT_EQ(result.verdict, Verdict::grader_error);
  EXPECT_EQ(result.backend, Backend::gpu);
  EXPECT_EQ(result.value, ValueType::record);
}

TEST_F(BuildLab, is_the_graders_fault_when_the_engine_is_missing_or_makes_nothing) {
  EXPECT_EQ(run_fake("broken").verdict, Verdict::grader_error);
  target_ += "2";
  EXPECT_EQ(run_fake("no_object").verdict, Verdict::grader_error);
}

TEST_F(BuildLab, is_not_the_graders_fault_when_a_source_says_so) {
  EXPECT_EQ(run_fake("forged").verdict, Verdict::build_failed);
}

}  // namespace
}  // namespace mergelab::submission
