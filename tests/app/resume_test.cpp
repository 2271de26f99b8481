// A grading that was interrupted loses nothing, and goes on where it was.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <sstream>
#include <thread>

#include "command.hpp"

namespace mergelab {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

class ResumeTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    mine_ = folder_ / "mine";
    fs::copy(course_ / "solutions", mine_, fs::copy_options::recursive);
  }
  [[nodiscard]] Ran grade(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"grade", mine_.string()};
    words.insert(words.end(), more.begin(), more.end());
    return tiny(std::move(words));
  }
  fs::path mine_;
};

TEST_F(ResumeTest, keeps_what_the_report_has_and_grades_the_rest) {
  EXPECT_EQ(grade({"--lab", "1"}).code, 0);
  const json graded_first = report();
  const json first = graded_first.at("labs").at(0);
  expect_says(grade({"--resume"}), 0, "1 of 2 labs are kept from report.json");
  const json graded = report();
  EXPECT_EQ(graded.at("labs").at(0), first);  // durations and all: it did not run again
  EXPECT_EQ(graded.at("score"), 10);
  EXPECT_EQ(graded.at("complete"), true);
  expect_says(grade({"--resume"}), 0, "2 of 2 labs are kept");
}

TEST_F(ResumeTest, grades_anew_what_has_changed) {
  EXPECT_EQ(grade().code, 0);
  replace(mine_ / "01_merge/merge.cuh", "A[i] <= B[j]", "A[i] < B[j]");
  expect_says(grade({"--resume"}), 0, "0 of 2 labs are kept");  // lab 2 includes lab 1's file
  EXPECT_LT(report().at("score"), 10);
  write(mine_ / "02_launch/launch.cuh", read(mine_ / "02_launch/launch.cuh") + "\n");
  expect_says(grade({"--resume"}), 0, "1 of 2 labs are kept");
  expect_says(grade({"--resume", "--seed", "7"}), 0, "0 of 2 labs are kept");
}

TEST_F(ResumeTest, grades_everything_without_a_report_and_refuses_what_is_none) {
  expect_says(grade({"--resume"}), 0, "0 of 2 labs are kept");
  for (const char* text : {"", "{", "[]", "{\"schema\": \"mergelab.report/1\"}", "\x7f\x45LF"}) {
    write(folder_ / "report.json", text);
    expect_says(grade({"--resume"}), 2, "leave out --resume");
    EXPECT_EQ(read(folder_ / "report.json"), text);
  }
}

/// The command lines of processes that hold this text.
std::vector<std::string> processes_with(const std::string& text) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream stream(entry.path() / "cmdline", std::ios::binary);
    std::ostringstream words;
    words << stream.rdbuf();  // and nothing of a process that has just ended
    std::string line = words.str();
    std::replace(line.begin(), line.end(), '\0', ' ');
    if (line.find(text) != std::string::npos) found.push_back(std::move(line));
  }
  return found;
}

class KillTest : public ResumeTest {
 protected:
  [[nodiscard]] pid_t start() const {
    const pid_t pid = ::fork();
    if (pid != 0) return pid;
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) ::dup2(null, fd);
    const std::string program = std::string(MERGELAB_BINARY_DIR) + "/bin/mergelab";
    const std::string json_file = (folder_ / "report.json").string();
    ::setenv("TMPDIR", folder_.c_str(), 1);
    // bubblewrap that is killed while it sets a namespace up can leave a process that waits:
    // docs/security.md.
    ::setenv("MERGELAB_ISOLATION", "process", 1);
    ::execl(program.c_str(), program.c_str(), "grade", mine_.c_str(), "--course", course_.c_str(), "--json",
            json_file.c_str(), "--lab", "1", "--quiet", nullptr);
    ::_exit(127);
  }
  /// Folders of gradings with something in them.
  [[nodiscard]] int work_folders() const {
    int found = 0;
    for (const auto& entry : fs::directory_iterator(folder_))
      found +=
          entry.path().filename().string().starts_with("mergelab-") && !fs::is_empty(entry.path()) ? 1 : 0;
    return found;
  }
};

TEST_F(KillTest, leaves_a_whole_report_no_process_and_nothing_that_stays) {
  constexpr int kKills = 200;
  EXPECT_EQ(grade({"--lab", "1"}).code, 0);
  std::mt19937 random(20261121);
  for (int kill = 0; kill < kKills; ++kill) {
    const pid_t pid = start();
    ASSERT_GT(pid, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 600));
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    const json left = report();  // throws when it is not whole
    ASSERT_EQ(left.at("labs").size(), 1U) << kill;
    ASSERT_EQ(left.at("labs").at(0).at("score"), left.at("labs").at(0).at("max_score")) << kill;
  }
  // Judges, workers and compilers end with the one that started them.
  for (int wait = 0; wait < 300 && !processes_with(folder_.string()).empty(); ++wait)
    std::this_thread::sleep_for(100ms);
  EXPECT_EQ(processes_with(folder_.string()), std::vector<std::string>());
  EXPECT_EQ(
      mergelab({"grade", mine_.string(), "--course", course_.string()}, {{"TMPDIR", folder_.string()}}).code,
      0);
  EXPECT_EQ(work_folders(), 0);
}

}  // namespace
}  // namespace mergelab
