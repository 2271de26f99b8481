// Builds with a driver that behaves as each test asks for.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>

#include "sandbox/level.hpp"
#include "sandbox/proc_files.hpp"
#include "submission/compile.hpp"
#include "submission/submission.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

constexpr BuildKind kInt(ValueType::int32), kRecord(ValueType::record), kCounted(ValueType::counted);

class BuildLab : public testing::Test {
 protected:
  BuildLab() {
    Lab co_rank;
    co_rank.name = "02_co_rank";
    co_rank.file = "co_rank.cuh";
    Lab basic;
    basic.name = "03_basic_kernel";
    basic.file = "merge_basic.cuh";
    basic.uses = {co_rank.name};
    Lab tiled;
    tiled.name = "04_tiled_kernel";
    tiled.file = "merge_tiled.cuh";
    tiled.function = "merge_tiled";
    tiled.signature = signature_named("merge_shaped");
    tiled.uses = {basic.name};
    course_.labs = {co_rank, basic, tiled};
    toolchain_ = {fs::path(FIXTURES) / "fake_simt_cc", "/opt/include", "/opt/worker", "sh"};
    for (const Lab& lab : course_.labs) submit(lab.name, "// " + lab.file + "\n");
  }

  [[nodiscard]] Lab& lab() { return course_.labs.back(); }
  void submit(const std::string& name, const std::string& text) {
    sources_[name] = folder_.path() / "submission" / name / course_.find_lab(name)->file;
    write_text(sources_[name], text);
  }
  [[nodiscard]] Build run(const std::vector<BuildKind>& kinds = {kInt}) {
    return build(course_, lab(), sources_, kinds, toolchain_, target_);
  }
  /// The result of a build for int by a driver that does what `word` says.
  [[nodiscard]] BuildResult run_fake(const std::string& word) {
    submit(lab().name, "// FAKE: " + word + "\n");
    return run().results.at(0);
  }

  TemporaryFolder folder_{"submission-", kEntered};
  fs::path target_ = folder_.path() / "build of Größe";
  Course course_;
  Toolchain toolchain_;
  Sources sources_;
};

TEST_F(BuildLab, makes_an_object_for_each_type) {
  const Build build = run({kCounted, kRecord, kInt});
  ASSERT_EQ(build.results.size(), 3u);
  EXPECT_EQ(build.results[0].value, ValueType::int32);
  EXPECT_EQ(build.results[1].value, ValueType::record);
  EXPECT_EQ(build.results[2].value, ValueType::counted);
  for (const BuildResult& result : build.results) {
    EXPECT_TRUE(result.ok) << result.log;
    EXPECT_EQ(result.verdict, Verdict::passed);
    EXPECT_EQ(result.log, "");
    EXPECT_GT(result.duration_s, 0);
    EXPECT_TRUE(fs::is_regular_file(build.objects.at(BuildKind(result.value))));
  }
}

TEST_F(BuildLab, gives_the_driver_its_words) {
  const Build build = run({kInt, kRecord, kCounted});
  const std::string folder = target_.string();
  const std::string common = "-O2 -g -I /opt/include -I /opt/worker --user-folder " + folder +
                             "/src --user-folder /opt/worker/signatures --policy " + folder +
                             "/policy.txt --compiler sh ";
  EXPECT_EQ(read_text(build.objects.at(kInt)),
            common + "-o " + folder + "/int.so " + folder + "/src/adapter.cu\n");
  EXPECT_EQ(read_text(build.objects.at(kRecord)),
            common + "-DMERGELAB_VALUE_RECORD -o " + folder + "/record.so " + folder + "/src/adapter.cu\n");
  EXPECT_EQ(read_text(build.objects.at(kCounted)),
            common + "-DMERGELAB_VALUE_COUNTED -o " + folder + "/counted.so " + folder + "/src/adapter.cu\n");
}

TEST_F(BuildLab, gives_each_compiler_a_temporary_folder_of_its_own) {
  submit(lab().name, "// FAKE: temporary\n");
  const Build build = run({kInt, kRecord, kCounted});
  EXPECT_NE(read_text(build.objects.at(kInt)), read_text(build.objects.at(kRecord)));
  EXPECT_NE(read_text(build.objects.at(kRecord)), read_text(build.objects.at(kCounted)));
}

TEST_F(BuildLab, generates_the_adapter) {
  static_cast<void>(run());
  const std::string adapter = read_text(target_ / "src" / "adapter.cu");
  EXPECT_TRUE(
      adapter.starts_with("#include <mergelab/lab.cuh>\n#include \"adapter.inc\"\n#include "
                          "\"merge_tiled.cuh\"\n#ifdef value_t\n"))
      << adapter;
  EXPECT_TRUE(
      adapter.ends_with("#define MERGELAB_FUNCTION merge_tiled\n#include "
                        "\"signatures/merge_shaped.inc\"\n"))
      << adapter;
}

TEST_F(BuildLab, is_forbidden_when_the_driver_refuses) {
  submit(lab().name, "// FAKE: refused\n");
  const Build build = run({kInt, kRecord});
  EXPECT_EQ(build.results.at(0).verdict, Verdict::forbidden);
  EXPECT_EQ(build.results.at(0).log, "merge_tiled.cuh:3: asm is not allowed here\n");
  EXPECT_EQ(build.results.at(1).verdict, Verdict::forbidden);
  EXPECT_EQ(build.results.at(1).log, build.results.at(0).log);
  EXPECT_TRUE(build.objects.empty());
}

TEST_F(BuildLab, copies_its_own_file_and_those_it_uses_and_no_others) {
  write_text(sources_["04_tiled_kernel"].parent_path() / "secret.cuh", "// not asked for\n");
  EXPECT_EQ(run_fake("files").log, "adapter.cu\nco_rank.cuh\nmerge_basic.cuh\nmerge_tiled.cuh\n");
}

TEST_F(BuildLab, leaves_out_an_earlier_file_that_is_missing_or_refused) {
  sources_.erase("02_co_rank");
  fs::remove(sources_["03_basic_kernel"]);
  fs::create_symlink("/etc/passwd", sources_["03_basic_kernel"]);
  EXPECT_EQ(run_fake("files").log, "adapter.cu\nmerge_tiled.cuh\n");
}

TEST_F(BuildLab, says_which_earlier_file_was_refused_when_it_fails) {
  write_text(sources_["02_co_rank"], "");
  EXPECT_TRUE(run_fake("error").log.starts_with("co_rank.cuh was not taken: it is empty\n"));
}

TEST_F(BuildLab, gives_the_driver_a_clean_environment) {
  ::setenv("MERGELAB_TEST_SECRET", "secret", 1);
  const std::string log = run_fake("environment").log;
  EXPECT_EQ(log.find("secret"), std::string::npos);
  EXPECT_NE(log.find("LANG=C\n"), std::string::npos);
  EXPECT_NE(log.find("PATH="), std::string::npos);
}

TEST_F(BuildLab, shows_errors_with_the_names_of_the_student) {
  const BuildResult result = run_fake("error");
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.verdict, Verdict::build_failed);
  EXPECT_EQ(result.log, "merge_tiled.cuh:17:5: error: expected ';' before '}' token\n");
}

TEST_F(BuildLab, shows_warnings_of_a_good_build) {
  const BuildResult result = run_fake("warning");
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.log, "merge_tiled.cuh:4:7: warning: unused variable 'k'\n");
}

TEST_F(BuildLab, says_that_the_function_is_missing) {
  EXPECT_TRUE(
      run_fake("missing").log.starts_with("merge_tiled.cuh does not define merge_tiled with the expected "));
}

TEST_F(BuildLab, keeps_int_when_record_alone_fails) {
  submit(lab().name, "// FAKE: record_error\n");
  const Build build = run({kInt, kRecord, kCounted});
  EXPECT_TRUE(build.results.at(0).ok);
  EXPECT_EQ(build.results.at(1).verdict, Verdict::build_failed);
  EXPECT_EQ(build.results.at(1).log, "merge_tiled.cuh:9:3: error: no match for 'operator+'\n");
  EXPECT_TRUE(build.results.at(2).ok);
  EXPECT_EQ(build.objects.size(), 2u);
  EXPECT_FALSE(build.objects.contains(kRecord));
}

TEST_F(BuildLab, does_not_try_record_when_int_fails) {
  submit(lab().name, "// FAKE: error\n");
  const Build build = run({kInt, kRecord});
  EXPECT_EQ(build.results.at(1).verdict, Verdict::build_failed);
  EXPECT_EQ(build.results.at(1).log, "not compiled for Record, because it does not compile for int\n");
  EXPECT_TRUE(build.objects.empty());
}

TEST_F(BuildLab, builds_record_alone_when_int_is_not_wanted) {
  const Build build = run({kRecord});
  ASSERT_EQ(build.results.size(), 1u);
  EXPECT_TRUE(build.results[0].ok);
  EXPECT_EQ(build.objects.size(), 1u);
}

TEST_F(BuildLab, times_out_when_compiling_never_ends) {
  lab().limits.build_cpu_s = 0.3;
  const BuildResult result = run_fake("loop");
  EXPECT_EQ(result.verdict, Verdict::timed_out);
  EXPECT_EQ(result.log, "compiling took more than 0.3 s of CPU time\n");
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

TEST_F(BuildLab, is_forbidden_as_a_whole_when_one_type_is) {
  submit(lab().name, "// FAKE: record_refused\n");
  const Build build = run({kInt, kRecord});
  EXPECT_EQ(build.results.at(0).verdict, Verdict::forbidden);
  EXPECT_EQ(build.results.at(0).log, "merge_tiled.cuh:3: asm is not allowed here\n");
  EXPECT_FALSE(build.results.at(0).ok);
  EXPECT_EQ(build.results.at(1).log, "merge_tiled.cuh:3: asm is not allowed here\n");
  EXPECT_TRUE(build.objects.empty());
}

TEST_F(BuildLab, takes_endless_errors_for_errors) {
  EXPECT_EQ(run_fake("error_flood").verdict, Verdict::build_failed);
}

TEST_F(BuildLab, ends_a_huge_object) {
  const BuildResult result = run_fake("large_file");
  EXPECT_EQ(result.verdict, Verdict::resource_limit);
  EXPECT_EQ(result.log, "compiling made a file of more than 256 MiB\n");
}

TEST_F(BuildLab, blames_the_source_when_the_compiler_crashes) {
  const BuildResult result = run_fake("crash");
  EXPECT_EQ(result.verdict, Verdict::build_failed);
  EXPECT_EQ(result.log, "the compiler was ended by signal 11 (segmentation fault)\n");
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
    EXPECT_EQ(result.log, "something outside of the grader killed the compiler twice; grade again");
  } else {
    EXPECT_EQ(result.verdict, Verdict::build_failed);
    EXPECT_EQ(result.log, "the compiler was ended by signal 9 (killed)\n");
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

TEST_F(BuildLab, checks_its_own_file_again) {
  fs::remove(sources_[lab().name]);
  fs::create_symlink("/etc/passwd", sources_[lab().name]);
  const BuildResult result = run().results.at(0);
  EXPECT_EQ(result.verdict, Verdict::build_failed);
  EXPECT_EQ(result.log, "merge_tiled.cuh is a symbolic link\n");
}

TEST_F(BuildLab, says_that_its_own_file_is_missing) {
  sources_.erase(lab().name);
  EXPECT_EQ(run({kInt, kRecord}).results.at(1).verdict, Verdict::not_submitted);
}

TEST_F(BuildLab, throws_when_the_folder_can_not_be_made) {
  write_text(folder_.path() / "file", "");
  target_ = folder_.path() / "file" / "build";
  EXPECT_THROW(static_cast<void>(run()), std::runtime_error);
}

TEST_F(BuildLab, throws_when_the_folder_is_read_only) {
  target_ = "/proc/build";  // not even root writes there
  EXPECT_THROW(static_cast<void>(run()), std::runtime_error);
}

TEST_F(BuildLab, throws_when_the_folder_was_used_before) {
  static_cast<void>(run());
  EXPECT_THROW(static_cast<void>(run()), std::runtime_error);
}

}  // namespace
}  // namespace mergelab::submission
