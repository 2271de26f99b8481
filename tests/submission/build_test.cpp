// Builds: a driver's arguments, the use of its objects and messages, and unusable folders.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "build_lab.hpp"
#include "kits/kits.hpp"
#include "submission/policy.hpp"
#include "submission/submission.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

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
  const std::string common =
      "-O2 -g1 -Wreturn-type -Wuninitialized -Wunused-variable -Wunused-but-set-variable -Wunused-value -I "
      "/opt/include -I /opt/worker --user-folder " +
      folder + "/src --policy " + folder + "/policy.txt --compiler sh ";
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
      adapter.ends_with("    merge_tiled(\n"
                        "        mergelab_array<const value_t>(call, 0, mergelab_row + 0),\n"
                        "        mergelab_number<int>(mergelab_row + 4),\n"
                        "        mergelab_array<const value_t>(call, 2, mergelab_row + 8),\n"
                        "        mergelab_number<int>(mergelab_row + 12),\n"
                        "        mergelab_array<value_t>(call, 4, mergelab_row + 16),\n"
                        "        mergelab_number<int>(mergelab_row + 20),\n"
                        "        mergelab_number<int>(mergelab_row + 24));\n  }\n}\n"))
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
  write_text(sources_["04_tiled_kernel"].file.parent_path() / "secret.cuh", "// not asked for\n");
  EXPECT_EQ(run_fake("files").log, "adapter.cu\nco_rank.cuh\nmerge_basic.cuh\nmerge_tiled.cuh\n");
}

TEST_F(BuildLab, reads_a_reference_before_the_students_file_and_takes_it_away) {
  sources_["02_co_rank"].is_reference = true;
  submit(lab().name, "#include \"co_rank.cuh\"\n// FAKE: files\n");
  EXPECT_EQ(run().results.at(0).log,
            "adapter.cu\nco_rank.cuh\nmerge_basic.cuh\nmerge_tiled.cuh\nreference/co_rank.cuh\n");
  EXPECT_NE(read_text(target_ / "src" / "adapter.cu")
                .find("#include \"reference/co_rank.cuh\"\n#include \"merge_tiled.cuh\"\n"),
            std::string::npos);
  EXPECT_EQ(read_text(target_ / "src" / "co_rank.cuh"), "");
  EXPECT_FALSE(fs::exists(target_ / "src" / "reference"));
}

TEST_F(BuildLab, leaves_a_reference_out_that_no_file_includes) {
  sources_["02_co_rank"].is_reference = true;
  EXPECT_EQ(run_fake("files").log, "adapter.cu\nmerge_basic.cuh\nmerge_tiled.cuh\n");
}

TEST_F(BuildLab, leaves_out_an_earlier_file_that_is_missing_or_refused) {
  sources_.erase("02_co_rank");
  fs::remove(sources_["03_basic_kernel"].file);
  fs::create_symlink("/etc/passwd", sources_["03_basic_kernel"].file);
  EXPECT_EQ(run_fake("files").log, "adapter.cu\nmerge_tiled.cuh\n");
}

TEST_F(BuildLab, says_which_earlier_file_was_refused_when_it_fails) {
  write_text(sources_["02_co_rank"].file, "");
  EXPECT_TRUE(run_fake("error").log.starts_with("co_rank.cuh was not accepted: it is empty\n"));
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
  EXPECT_EQ(run_fake("missing").log,
            "merge_tiled.cuh: error: the lab calls `void merge_tiled(const value_t* A, int m, const value_t* "
            "B, int "
            "n, value_t* C, int section, int tile)`, which does not exist\n");
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

TEST_F(BuildLab, compiles_all_types_at_once) {
  submit(lab().name, "// FAKE: meeting\n");
  lab().limits.build_cpu_s = 5;
  for (const BuildResult& result : run({kInt, kRecord}).results) EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(BuildLab, waits_for_no_other_type_when_int_fails) {
  submit(lab().name, "// FAKE: int_error\n");
  const auto begin = std::chrono::steady_clock::now();
  const Build build = run({kInt, kRecord});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  EXPECT_EQ(build.results.at(1).log, "not compiled for Record, because it does not compile for int\n");
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

TEST_F(BuildLab, is_forbidden_as_a_whole_when_one_type_is) {
  submit(lab().name, "// FAKE: record_refused\n");
  const Build build = run({kInt, kRecord});
  EXPECT_EQ(build.results.at(0).verdict, Verdict::forbidden);
  EXPECT_EQ(build.results.at(0).log, "merge_tiled.cuh:3: asm is not allowed here\n");
  EXPECT_FALSE(build.results.at(0).ok);
  EXPECT_EQ(build.results.at(1).log, "merge_tiled.cuh:3: asm is not allowed here\n");
  EXPECT_TRUE(build.objects.empty());
}

TEST_F(BuildLab, checks_its_own_file_again) {
  fs::remove(sources_[lab().name].file);
  fs::create_symlink("/etc/passwd", sources_[lab().name].file);
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

// The compiler's version in a report.

TEST(CompilerVersion, is_the_first_line) { EXPECT_NE(compiler_version("c++").find('1'), std::string::npos); }

TEST(CompilerVersion, is_empty_without_a_compiler) {
  EXPECT_EQ(compiler_version("no_such_compiler"), "");
  EXPECT_EQ(compiler_version("false"), "");
}

TEST(CompilerVersion, is_asked_for_again_when_the_compiler_was_killed) {
  const TemporaryFolder folder;
  const std::filesystem::path compiler = folder.path() / "c++";
  std::ofstream(compiler) << "#!/bin/sh\nmkdir \"$0.killed\" 2>&- && kill -KILL $$\necho version 1\n";
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  EXPECT_EQ(compiler_version(compiler.string()), "version 1");
}

// The driver's policy for a lab.

TEST(PolicyText, allows_the_courses_own_headers_and_no_others) {
  const std::string policy =
      policy_text({"/opt/bin/simt-cc", "/opt/include", "/opt/worker", "c++"}, &merge_kit());
  EXPECT_EQ(policy.find("allow include /opt/include/mergelab/*\nallow include /opt/worker/*\n"), 0u);
  EXPECT_EQ(policy.find("allow include /", policy.find("/opt/worker/*")), std::string::npos);
  EXPECT_NE(policy.find("refuse include * | "), std::string::npos);
}

TEST(PolicyText, ends_its_allowlists_with_a_refusal) {
  const std::string policy = policy_text({}, &merge_kit());
  for (const std::string kind : {"include", "library", "attribute", "pragma", "import", "initialiser"}) {
    const std::size_t last = policy.find("refuse " + kind + " * | ");
    EXPECT_NE(last, std::string::npos) << kind;
    EXPECT_EQ(policy.find("allow " + kind + " ", last), std::string::npos) << kind << ": never reached";
  }
}

}  // namespace

}  // namespace mergelab::submission
