// A batch that is stopped at any moment resumes: its result equals that of an uninterrupted one.
#include <signal.h>
#include <sys/wait.h>

#include <random>

#include "app/command.hpp"
#include "archives.hpp"
#include "batch/gradebook.hpp"
#include "support/long_run.hpp"
#include "support/processes.hpp"

namespace mergelab {
namespace {

using namespace std::chrono_literals;

const int kRounds = in_long_run(5, 1), kKills = in_long_run(8, 3), kStudents = in_long_run(12, 3);
constexpr std::chrono::milliseconds kLongestWait{1500};

class BatchKillTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    ::unsetenv("MERGELAB_KEPT_OBJECTS");  // compilers are among the victims
    const std::string right = read(course_ / "solutions/01_merge/merge.cuh"),
                      wrong = read(course_ / "submissions/wrong/01_merge/merge.cuh");
    std::string roster = "id,name\n";
    for (int i = 0; i < students(); ++i) {
      const std::string id = "student" + std::to_string(i), end = "// " + std::to_string(i / 2) + "\n";
      const std::string text = (i % 3 == 0 ? wrong : right) + end;
      roster += id + ",Name\n";
      if (i % 4 == 1)
        pack(folder_ / "subs" / (id + ".zip"), {{"01_merge/merge.cuh", text}});
      else
        write(folder_ / "subs" / id / "01_merge/merge.cuh", text);
    }
    write(folder_ / "subs" / "broken.tar", "no tar");
    write(folder_ / "roster.csv", roster + "broken,Name\nabsent,Name\n");
    const auto began = std::chrono::steady_clock::now();
    ASSERT_EQ(wait_for(start("whole")), 0);
    took_ = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    whole_ = read(folder_ / "whole/grades.csv");
    ASSERT_TRUE(contains(whole_, "student0,Name,graded,3,4,"));
    ASSERT_TRUE(contains(whole_, "student1,Name,graded,4,4,"));
  }
  [[nodiscard]] virtual int students() const { return kStudents; }
  [[nodiscard]] pid_t start(const std::string& out) const {
    const std::string course = course_.string();
    const pid_t pid = ::fork();
    if (pid != 0) return pid;
    ::setpgid(0, 0);
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) ::dup2(null, fd);
    if (::chdir(folder_.c_str()) == 0) {
      ::execl(kProgram, kProgram, "batch", "subs", "--roster", "roster.csv", "--out", out.c_str(), "--course",
              course.c_str(), "--lab", "1", "--backend", "cpu", "--jobs", "2", nullptr);
    }
    ::_exit(127);
  }
  /// The exit code, or minus the signal that ended it.
  static int wait_for(pid_t pid) {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  std::string whole_;
  std::chrono::milliseconds took_{};  // the undisturbed one
  std::mt19937 random_{std::random_device{}()};
};
using BatchKillTestSlow = BatchKillTest;

TEST_F(BatchKillTestSlow, killed_at_any_moment_it_goes_on_to_the_same_table) {
  int killed = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string out = "results" + std::to_string(round);
    for (int i = 0; i < kKills; ++i) {
      const pid_t pid = start(out);
      const auto longest = static_cast<unsigned>(std::min(kLongestWait, took_).count());
      std::this_thread::sleep_for(std::chrono::milliseconds(random_() % (longest + 1)));
      ::kill(pid, SIGKILL);
      killed += wait_for(pid) == -SIGKILL ? 1 : 0;
      if (!fs::exists(folder_ / out / "grades.csv")) continue;
      // Whatever is there is a whole table, with the final row or a row that says that it waits.
      const std::string table = read(folder_ / out / "grades.csv");
      EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), std::count(whole_.begin(), whole_.end(), '\n'));
    }
    EXPECT_EQ(wait_for(start(out)), 0);
    EXPECT_EQ(read(folder_ / out / "grades.csv"), whole_);
    const batch::Gradebook book(fs::canonical(folder_ / out / "gradebook.sqlite"), false);
    batch::Statement rows = book.database().prepare("SELECT count(*), count(DISTINCT student) FROM attempts");
    ASSERT_TRUE(rows.step());
    EXPECT_EQ(rows.number(0), kStudents);
    EXPECT_EQ(rows.number(1), kStudents);
  }
  EXPECT_GT(killed, 0);
  for (int wait = 0; wait < 100 && !processes_with(folder_.string()).empty(); ++wait)
    std::this_thread::sleep_for(100ms);
  EXPECT_TRUE(processes_with(folder_.string()).empty());  // what a killed one had started has ended
}

class ClassKillTest : public BatchKillTest {
 protected:
  [[nodiscard]] int students() const override { return in_long_run(200, 3); }
};
using ClassKillTestSlow = ClassKillTest;

TEST_F(ClassKillTestSlow, a_class_killed_at_five_moments_has_the_table_of_an_undisturbed_one) {
  int killed = 0;
  for (int i = 0; i < 5; ++i) {
    const pid_t pid = start("results");
    std::this_thread::sleep_for(
        std::chrono::milliseconds(random_() % (static_cast<unsigned>(took_.count()) / 4 + 1)));
    ::kill(pid, SIGKILL);
    killed += wait_for(pid) == -SIGKILL ? 1 : 0;
  }
  EXPECT_GT(killed, 0);
  EXPECT_EQ(wait_for(start("results")), 0);
  EXPECT_EQ(read(folder_ / "results/grades.csv"), whole_);
}

TEST_F(BatchKillTestSlow, an_interrupt_says_that_it_can_go_on) {
  expect_says(
      shell(
          "(\"$MERGELAB\" batch subs --roster roster.csv --course \"$COURSE\" --lab 1 --backend cpu & "
          "pid=$!; "
          "until [ -e results/grades.csv ]; do sleep 0.05; done; kill -TERM $pid; wait $pid; echo code $?)"),
      0, "code 143", "stopped; finished gradings are kept, and the same command continues from here");
  EXPECT_TRUE(contains(read(folder_ / "results/grades.csv"), ",pending,,,"));
  EXPECT_EQ(wait_for(start("results")), 0);
  EXPECT_EQ(read(folder_ / "results/grades.csv"), whole_);
}

}  // namespace
}  // namespace mergelab
