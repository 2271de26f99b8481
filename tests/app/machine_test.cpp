// The machine: its level of isolation, doctor's report on it, and work folders.
#include <atomic>
#include <thread>

#include "app/command_line/console.hpp"
#include "app/machine/toolchain.hpp"
#include "app/machine/work_folder.hpp"
#include "base/regex.hpp"
#include "command.hpp"

namespace mergelab {
namespace {

class IsolationTest : public CommandTest {
 protected:
  [[nodiscard]] Ran grade(const std::string& most, Words words = {}) const {
    words.insert(words.begin(), {"grade", "solutions", "--lab", "1", "--course", course_.string()});
    return mergelab(std::move(words), {{"MERGELAB_ISOLATION", most}});
  }
};
using IsolationTestSlow = IsolationTest;

TEST_F(IsolationTestSlow, is_the_best_that_the_machine_has) {
  const Ran ran = tiny("grade solutions");
  const std::string best = to_string(sandbox::isolation().level);
  EXPECT_EQ(report()["isolation"], best);
  EXPECT_EQ(report()["isolation_missing"].empty(), sandbox::isolation().missing.empty());
  // The line is broken where the sentence about the backend is a long one.
  expect_says({ran.code, base::regex_replace(ran.text, base::Regex("\\s+"), " ")}, 0,
              "isolation " + best + ",");
  EXPECT_NE(report()["memory_control"], "");
}

TEST_F(IsolationTestSlow, gives_the_same_scores_at_every_level) {
  for (const sandbox::Level level : sandbox::all_levels()) {
    if (!sandbox::why_not(level).empty()) continue;
    const Ran ran = grade(to_string(level));
    EXPECT_EQ(ran.code, 0) << ran.text;
    EXPECT_EQ(report()["isolation"], to_string(level));
    EXPECT_EQ(report()["score"], report()["max_score"]) << to_string(level);
  }
}

TEST_F(IsolationTest, uses_the_bubblewrap_of_the_path_for_builds_and_workers) {
  const sandbox::Level best = sandbox::isolation().level;
  if (best.fence != sandbox::Fence::namespaces) GTEST_SKIP() << sandbox::isolation().missing.front();
  write(folder_ / "bin" / "bwrap", "#!/bin/sh\necho \"$*\" >>'" + (folder_ / "calls").string() + "'\nexec '" +
                                       sandbox::find_bubblewrap().value() + "' \"$@\"\n");
  fs::permissions(folder_ / "bin" / "bwrap", fs::perms::owner_all);
  const std::string path = (folder_ / "bin").string() + ":" + std::getenv("PATH");
  const Ran ran =
      mergelab({"grade", "solutions", "--lab", "1", "--course", course_.string()}, {{"PATH", path}});
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(report()["isolation"], to_string(best));
  EXPECT_TRUE(contains(read(folder_ / "calls"), "/simt-cc ", "/mergelab-worker "));
}

TEST_F(IsolationTest, says_why_it_is_not_better) {
  EXPECT_EQ(grade("process").code, 0);
  EXPECT_TRUE(contains(report()["isolation_missing"].dump(), "MERGELAB_ISOLATION"));
}

TEST_F(IsolationTest, refuses_to_grade_below_what_is_required) {
  expect_says(grade("process", {"--require-isolation", "user"}), 3,
              "isolation 'user' is required, but this machine has 'process'", "./lab doctor");
  EXPECT_FALSE(fs::exists(folder_ / "report.json"));
  expect_says(mergelab({"selfcheck", "--course", course_.string(), "--require-isolation", "namespaces"},
                       {{"MERGELAB_ISOLATION", "process"}}),
              3, "isolation 'namespaces' is required");
}

TEST_F(IsolationTest, grades_at_what_is_required) {
  EXPECT_EQ(grade("process", {"--require-isolation", "process"}).code, 0);
}

TEST_F(IsolationTest, knows_the_names_of_levels) {
  expect_says(grade("process", {"--require-isolation", "usr"}), 2, "usr");
  expect_says(grade("usr"), 3, "MERGELAB_ISOLATION=usr is not a level of isolation");
}

// `mergelab doctor` on this machine, and on one with missing programs.

class DoctorTest : public CommandTest {};

using DoctorTestSlow = DoctorTest;

TEST_F(DoctorTest, finds_that_grading_works_here) {
  expect_says(mergelab("doctor"), 0, "grading works on this machine", to_string(sandbox::isolation().level));
}

TEST_F(DoctorTestSlow, says_how_to_get_a_compiler) {
  expect_says(mergelab("doctor", {{"PATH", "/nowhere"}}), 3, "no C++ compiler found", "apt-get install g++",
              "grading does not work on this machine yet");
  expect_says(mergelab("doctor", {{"CXX", "nonsense"}}), 3, "the compiler 'nonsense' that CXX names");
}

TEST_F(DoctorTest, takes_a_compiler_that_is_not_too_old) {
  const fs::path bin = folder_ / "bin";
  const auto write_compiler = [&](const char* name, const std::string& version) {
    write(bin / name, "#!/bin/sh\necho '" + version + "'\n");
    fs::permissions(bin / name, fs::perms::owner_all);
  };
  write_compiler("c++", "c++ (Ubuntu 11.2.0-19ubuntu1) 11.2.0");
  const std::map<std::string, std::string> environment = {{"PATH", bin.string()}};
  expect_says(mergelab("doctor", environment), 3, "the C++ compiler is too old: c++ (Ubuntu");
  expect_says(mergelab("doctor", {{"CXX", (bin / "c++").string()}}), 3,
              "that CXX names is too old: c++ (Ubuntu");
  write_compiler("g++-12", "g++-12 (Ubuntu 12.3.0-1ubuntu1~22.04) 12.3.0");
  expect_says(mergelab("doctor", environment), 0, "g++-12: g++-12 (Ubuntu 12.3.0");
  for (const char* old :
       {"g++ (GCC) 4.8.5 20150623", "clang version 13.0.1", "Ubuntu clang version 9.0.1-12"})
    EXPECT_TRUE(app::is_too_old(old)) << old;
  for (const char* good :
       {"g++ (GCC) 14.2.1", "Debian clang version 14.0.6", "clang version 20.1.2 (Fedora 1.0)",
        "Intel(R) oneAPI DPC++/C++ Compiler 2023.1.0 (2023.1.0)"})
    EXPECT_FALSE(app::is_too_old(good)) << good;
}

TEST_F(DoctorTest, says_how_to_get_bubblewrap_and_that_it_is_not_needed) {
  // A PATH with a compiler and no more.
  fs::create_directory(folder_ / "bin");
  fs::create_symlink("/usr/bin/c++", folder_ / "bin" / "c++");
  expect_says(mergelab("doctor", {{"PATH", (folder_ / "bin").string()}}), 0,
              "not installed: submissions get no separate namespaces", "apt-get install bubblewrap");
}

TEST_F(DoctorTest, is_plain_when_asked) { expect_says(mergelab("doctor --plain"), 0, "+ compiler"); }

TEST_F(DoctorTestSlow, says_when_the_temporary_folder_can_not_be_used) {
  expect_says(mergelab("doctor", {{"TMPDIR", "/proc"}}), 3, "the temporary folder /proc/");
}

}  // namespace

}  // namespace mergelab

// Each program has a separate work folder, even if others start or end at the same moment.
namespace mergelab::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

TEST(WorkFolderTest, is_not_taken_for_an_abandoned_one_while_it_is_made) {
  const TemporaryFolder parent("mergelab-work-");
  ASSERT_EQ(::setenv("TMPDIR", parent.path().c_str(), 1), 0);
  constexpr int kThreads = 8, kTimes = 150;
  std::atomic<int> lost = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int time = 0; time < kTimes; ++time) {
        WorkFolder work;
        std::this_thread::yield();
        lost += fs::exists(work.path() / "lock") ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ::unsetenv("TMPDIR");
  EXPECT_EQ(lost, 0);
  EXPECT_TRUE(fs::is_empty(parent.path()));
}

TEST(WorkFolderTest, takes_away_what_killed_ones_left_and_nothing_else) {
  const TemporaryFolder parent("mergelab-work-");
  ASSERT_EQ(::setenv("TMPDIR", parent.path().c_str(), 1), 0);
  const auto made = [&](const char* folder, const char* file, bool old) {
    fs::create_directory(parent.path() / folder);
    std::ofstream(parent.path() / folder / file) << "";
    if (old) fs::last_write_time(parent.path() / folder, fs::file_time_type::clock::now() - 2min);
  };
  made("mergelab-locked", "lock", false);
  made("mergelab-before", "lock.new", true);
  made("mergelab-begins", "lock.new", false);
  made("mergelab-course", "README.md", true);
  { const WorkFolder work; }
  ::unsetenv("TMPDIR");
  std::set<std::string> left;
  for (const auto& entry : fs::directory_iterator(parent.path())) left.insert(entry.path().filename());
  EXPECT_EQ(left, (std::set<std::string>{"mergelab-begins", "mergelab-course"}));
  EXPECT_TRUE(fs::exists(parent.path() / "mergelab-course" / "README.md"));
}

TEST(WorkFolderTest, says_so_where_it_was_removed) {
  WorkFolder work;
  fs::remove_all(work.path());
  EXPECT_TRUE(contains(error_of<EnvironmentError>([&] { return work.fresh("build"); }), "was it removed?"));
}

}  // namespace

}  // namespace mergelab::app
