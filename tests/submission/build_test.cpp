// Builds: a driver's arguments, the use of its objects and messages, and unusable folders.
#include <unistd.h>

#include <tuple>

#include "build_lab.hpp"
#include "kits/kits.hpp"
#include "sandbox/level.hpp"
#include "sandbox/process_tree.hpp"
#include "submission/compile.hpp"
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

TEST_F(BuildLab, copies_its_own_file_and_those_it_uses_and_no_others) {
  write_text(sources_["04_tiled_kernel"].file.parent_path() / "secret.cuh", "// not asked for\n");
  EXPECT_EQ(run_fake("files").log, "adapter.cu\nco_rank.cuh\nmerge_basic.cuh\nmerge_tiled.cuh\n");
}

TEST_F(BuildLab, reads_a_reference_before_the_students_file_and_takes_it_away) {
  sources_["02_co_rank"].is_reference = true;
  submit(lab().name, "#include \"co_rank.cuh\"\n// FAKE: files\n");
  EXPECT_EQ(run().results.at(0).log,
            "adapter.cu\nco_rank.cuh\nmerge_basic.cuh\nmerge_tiled.cuh\nreference/co_rank.cuh\n");
  EXPECT_TRUE(contains(read_text(target_ / "src" / "adapter.cu"),
                       "#include \"reference/co_rank.cuh\"\n#include \"merge_tiled.cuh\"\n"));
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
  EXPECT_FALSE(contains(log, "secret"));
  EXPECT_TRUE(contains(log, "LANG=C\n", "PATH="));
}

TEST_F(BuildLab, tells_whose_fault_it_is_and_what_the_compiler_said) {
  const struct {
    const char* word;  // what the driver does
    Verdict verdict;
    std::string log;
    bool is_whole = true;  // else more follows
  } rows[] = {
      {"warning", Verdict::passed, "merge_tiled.cuh:4:7: warning: unused variable 'k'\n"},
      {"error", Verdict::build_failed, "merge_tiled.cuh:17:5: error: expected ';' before '}' token\n"},
      {"missing", Verdict::build_failed,
       "merge_tiled.cuh: error: the lab calls `void merge_tiled(const value_t* A, int m, const value_t* B, "
       "int n, value_t* C, int section, int tile)`, which does not exist\n"},
      {"part_loop", Verdict::timed_out, "compiling took more than 30 s of CPU time\n", false},
      {"memory", Verdict::resource_limit, "compiling took more than 2 GiB of memory\n", false},
      {"error_flood", Verdict::build_failed, "", false},
      {"large_file", Verdict::resource_limit, "compiling created a file of more than 256 MiB\n"},
      {"crash", Verdict::build_failed, "the compiler was killed by signal 11 (segmentation fault)\n"},
      {"says_killed", Verdict::build_failed, "", false},
      {"silent", Verdict::build_failed, "the compiler ended with exit(3)\n"},
      {"broken", Verdict::grader_error, "", false},     // the engine is missing
      {"no_object", Verdict::grader_error, "", false},  // it makes nothing
      {"forged", Verdict::build_failed, "", false},     // a source says so
  };
  for (const auto& [word, verdict, log, is_whole] : rows) {
    target_ += "x";
    const BuildResult result = run_fake(word);
    EXPECT_EQ(result.ok, verdict == Verdict::passed) << word;
    EXPECT_EQ(result.verdict, verdict) << word;
    EXPECT_EQ(result.log.substr(0, is_whole ? result.log.size() : log.size()), log) << word;
  }
}

TEST_F(BuildLab, builds_only_what_is_wanted_and_stops_where_int_fails) {
  const Build record = run({kRecord});
  ASSERT_EQ(record.results.size(), 1u);
  EXPECT_TRUE(record.results[0].ok);
  EXPECT_EQ(record.objects.size(), 1u);
  for (const auto& [word, verdict, log] :
       {std::tuple{"error", Verdict::build_failed,
                   "not compiled for Record, because it does not compile for int\n"},
        {"refused", Verdict::forbidden, "merge_tiled.cuh:3: asm is not allowed here\n"}}) {
    submit(lab().name, std::string("// FAKE: ") + word + "\n");
    target_ += "x";
    const Build build = run({kInt, kRecord});
    for (const BuildResult& result : build.results) EXPECT_EQ(result.verdict, verdict) << word;
    EXPECT_EQ(build.results.at(1).log, log);
    EXPECT_TRUE(build.objects.empty());
  }
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

TEST_F(BuildLab, throws_where_its_folder_can_not_be_made_or_was_used_before) {
  static_cast<void>(run());
  write_text(folder_.path() / "file", "");
  for (const fs::path& target : {target_, folder_.path() / "file" / "build", fs::path("/proc/build")}) {
    target_ = target;
    EXPECT_THROW(static_cast<void>(run()), std::runtime_error) << target;
  }
}

// The compiler's version in a report.

TEST(CompilerVersion, is_the_first_line) { EXPECT_TRUE(contains(compiler_version("c++"), '1')); }

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
      policy_text({"/opt/bin/simt-cc", "/opt/include", "/opt/worker", "/opt/engine", "c++"}, &merge_kit());
  EXPECT_EQ(policy.find("allow include /opt/include/mergelab/*\nallow include /opt/worker/*\n"), 0u);
  EXPECT_EQ(policy.find("allow include /", policy.find("/opt/worker/*")), std::string::npos);
  EXPECT_TRUE(contains(policy, "refuse include * | "));
}

TEST(PolicyText, ends_its_allowlists_with_a_refusal) {
  const std::string policy = policy_text({}, &merge_kit());
  for (const std::string kind : {"include", "library", "attribute", "pragma", "import", "initialiser"}) {
    const std::size_t last = policy.find("refuse " + kind + " * | ");
    EXPECT_NE(last, std::string::npos) << kind;
    EXPECT_EQ(policy.find("allow " + kind + " ", last), std::string::npos) << kind << ": never reached";
  }
}

// Failed builds: the student's and the grader's.

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

TEST_F(BuildLab, ends_endless_messages) {
  const BuildResult result = run_fake("flood");
  EXPECT_EQ(result.verdict, Verdict::resource_limit);
  EXPECT_TRUE(result.log.starts_with("the compiler printed more than 256 KiB\n"));
  EXPECT_LT(result.log.size(), 20u << 10);
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

TEST(KilledCompiler, is_the_graders_fault_only_when_no_source_can_have_done_it) {
  for (unsigned bits = 0; bits < 16; ++bits) {
    const auto bit = [&](unsigned number) { return (bits >> number & 1U) != 0; };
    EXPECT_EQ(is_from_outside(
                  {.sure = bit(0), .alone = bit(1), .out_of_memory_known = bit(2), .out_of_memory = bit(3)}),
              bits == 7)
        << bits;
  }
}

TEST_F(BuildLab, is_the_graders_fault_when_there_is_no_driver) {
  toolchain_.simt_cc = "/no/such/simt-cc";
  const BuildResult result = run().results.at(0);
  EXPECT_EQ(result.verdict, Verdict::grader_error);
  EXPECT_TRUE(contains(result.log, "build the grader again"));
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

// Kept objects: reused only if all of their inputs are the same.

class KeptObjects : public BuildLab {
 protected:
  KeptObjects() {
    fs::copy(toolchain_.simt_cc, driver_);
    toolchain_.simt_cc = driver_;
    toolchain_.kept_objects = kept_;
  }
  /// Builds in a folder that is not there yet.
  [[nodiscard]] Build build_in(const std::string& name, BuildKind kind = kInt) {
    target_ = folder_.path() / name;
    return run({kind});
  }
  [[nodiscard]] static std::string object(const Build& build, BuildKind kind = kInt) {
    return read_text(build.objects.at(kind));
  }
  /// Changes what is kept, so that it is seen to be taken.
  void mark_what_is_kept() {
    for (const auto& entry : fs::directory_iterator(kept_)) {
      std::string text = read_text(entry.path());
      text.replace(text.rfind("-O2"), 3, "-O9");  // in the object, which comes last
      write_text(entry.path(), text);
    }
  }
  [[nodiscard]] static bool is_marked(const std::string& object) { return object.starts_with("-O9 "); }
  [[nodiscard]] std::ptrdiff_t count() const {
    return fs::exists(kept_) ? std::distance(fs::directory_iterator(kept_), fs::directory_iterator()) : 0;
  }

  fs::path kept_ = folder_.path() / "kept", driver_ = folder_.path() / "fake_driver";
};

TEST_F(KeptObjects, are_taken_with_what_the_compiler_said_and_the_name_of_the_new_folder) {
  submit(lab().name, "// FAKE: warning\n");
  const Build first = build_in("one");
  const std::string compiled = object(first), said = first.results.at(0).log;
  EXPECT_EQ(count(), 1);
  mark_what_is_kept();
  const Build again = build_in("two");
  EXPECT_TRUE(again.results.at(0).ok);
  EXPECT_EQ(again.results.at(0).log, said);
  EXPECT_TRUE(contains(said, "unused variable 'k'"));
  EXPECT_TRUE(is_marked(object(again))) << object(again);
  EXPECT_FALSE(contains(object(again), "/one"));
  EXPECT_EQ(object(again).size(), compiled.size());
  EXPECT_TRUE(contains(object(again), (folder_.path() / "two" / "src" / "adapter.cu").string()));
}

TEST_F(KeptObjects, are_not_taken_where_a_file_differs) {
  EXPECT_FALSE(is_marked(object(build_in("one"))));
  mark_what_is_kept();
  submit(course_.labs.front().name, "// an earlier lab's file\n");
  EXPECT_FALSE(is_marked(object(build_in("two"))));
  submit(lab().name, "// other words\n");
  EXPECT_FALSE(is_marked(object(build_in("six"))));
  EXPECT_EQ(count(), 3);
}

TEST_F(KeptObjects, are_not_taken_for_another_type_rule_limit_or_driver) {
  EXPECT_FALSE(is_marked(object(build_in("one"))));
  mark_what_is_kept();
  EXPECT_FALSE(is_marked(object(build_in("two", kRecord), kRecord)));
  lab().limits.build_cpu_s += 1;
  EXPECT_FALSE(is_marked(object(build_in("six"))));
  lab().limits.build_cpu_s -= 1;
  lab().forbidden.emplace_back().name = "sort";
  EXPECT_FALSE(is_marked(object(build_in("ten"))));
  lab().forbidden.clear();
  fs::last_write_time(driver_, fs::last_write_time(driver_) + std::chrono::seconds(1));
  EXPECT_FALSE(is_marked(object(build_in("new"))));
  fs::last_write_time(driver_, fs::last_write_time(driver_) - std::chrono::seconds(1));
  EXPECT_TRUE(is_marked(object(build_in("old"))));
}

TEST_F(KeptObjects, are_not_taken_into_a_folder_whose_name_is_longer) {
  EXPECT_FALSE(is_marked(object(build_in("one"))));
  mark_what_is_kept();
  EXPECT_FALSE(is_marked(object(build_in("three"))));
}

TEST_F(KeptObjects, that_are_cut_off_are_compiled_anew) {
  const Build first = build_in("one");
  for (const auto& entry : fs::directory_iterator(kept_)) fs::resize_file(entry, fs::file_size(entry) - 1);
  EXPECT_EQ(object(build_in("two")).size(), object(first).size());
}

TEST_F(KeptObjects, are_none_of_a_build_that_failed) {
  submit(lab().name, "// FAKE: error\n");
  EXPECT_FALSE(build_in("one").results.at(0).ok);
  EXPECT_FALSE(build_in("two").results.at(0).ok);
  EXPECT_EQ(count(), 0);
}

TEST_F(KeptObjects, are_none_without_a_folder_for_them) {
  toolchain_.kept_objects.clear();
  EXPECT_TRUE(build_in("one").results.at(0).ok);
  EXPECT_EQ(count(), 0);
}

}  // namespace
}  // namespace mergelab::submission
