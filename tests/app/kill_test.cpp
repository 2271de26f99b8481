// Any process of a grading may be killed at any moment: the report is complete, and has no undeserved points.
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <random>

#include "command.hpp"
#include "sandbox/process_tree.hpp"
#include "support/long_run.hpp"
#include "support/processes.hpp"

namespace mergelab {
namespace {

// Kills one process of a grading that a test has started, and no other process.

enum class Role { judge, worker, compiler };

/// The name of the program that a process runs; empty when the process is gone.
std::string program_of(pid_t pid) {
  std::error_code gone;
  const auto file = std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", gone);
  return gone ? "" : file.filename().string();
}

/// A grading's processes besides itself, judges and workers are simt-cc and what that starts. One that has
/// yet to become something still runs its parent's program, and has no role.
bool has_role(pid_t pid, Role role) {
  const std::string program = program_of(pid);
  const std::optional<sandbox::ProcStat> stat = sandbox::read_stat(pid);
  if (program.empty() || !stat || program == program_of(stat->parent)) return false;
  if (role == Role::judge) return program == "mergelab-judge";
  if (role == Role::worker) return program == "mergelab-worker";
  return program != "mergelab-judge" && program != "mergelab-worker";
}

/// SIGKILL for one process of this role below `grading`; false when there is none now. `grading` is a child
/// of the caller's that it has not waited for, so that the number can't be another's by now; the victim is
/// held by a descriptor while it is looked at again.
bool kill_one(pid_t grading, Role role, std::mt19937& random) {
  std::vector<pid_t> candidates = sandbox::descendants_of(grading);
  std::erase_if(candidates, [&](pid_t pid) { return !has_role(pid, role); });
  if (candidates.empty()) return false;
  const pid_t victim = candidates[random() % candidates.size()];
  const auto held = static_cast<int>(::syscall(SYS_pidfd_open, victim, 0));
  if (held < 0) return false;
  const std::vector<pid_t> below = sandbox::descendants_of(grading);
  const bool still = std::find(below.begin(), below.end(), victim) != below.end() && has_role(victim, role);
  const bool sent = still && ::syscall(SYS_pidfd_send_signal, held, SIGKILL, nullptr, 0) == 0;
  ::close(held);
  return sent;
}

/// Waits for changes of a folder's files.
class FolderWatch {
 public:
  explicit FolderWatch(const std::filesystem::path& folder) : fd_(::inotify_init1(IN_CLOEXEC)) {
    ::inotify_add_watch(fd_, folder.c_str(), IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO);
  }
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;
  ~FolderWatch() { ::close(fd_); }
  /// Until something changes, or for so long.
  void wait(std::chrono::milliseconds most) {
    pollfd watched{fd_, POLLIN, 0};
    std::array<char, 4096> events;
    if (::poll(&watched, 1, static_cast<int>(most.count())) > 0)
      static_cast<void>(!::read(fd_, events.data(), events.size()));
  }

 private:
  int fd_;
};

using nlohmann::json;
using namespace std::chrono_literals;

// Together 200 kills in a long run. A grading takes some 0.6 s.
const int kGradersKilled = in_long_run(80, 2), kOthersKilled = in_long_run(40, 2);
constexpr unsigned kLongestWaitMs = 600;
// A kill may come too late to cost anything, so a test goes on until one has.
const int kMostGradings = 20 + kOthersKilled;

class KillTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    ::unsetenv("MERGELAB_KEPT_OBJECTS");  // compilers are among the victims
    // One item is lost, so that a pass that was not earned would show.
    submission_ = course_ / "submissions" / "wrong";
    fs::create_directory(folder_ / "report");
    ASSERT_EQ(wait_for(start()), 0);
    honest_ = graded_lab();
    ASSERT_EQ(honest_.at("score"), 3);
    ASSERT_EQ(honest_.at("items").at(2).at("status"), "wrong_answer");
  }

  /// Where what is round judge, worker and compiler is not to be the victim, they are not isolated.
  [[nodiscard]] pid_t start(bool isolated = false) const {
    const pid_t pid = ::fork();
    if (pid != 0) return pid;
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) ::dup2(null, fd);
    const std::string program = std::string(MERGELAB_BINARY_DIR) + "/bin/mergelab";
    const std::string json_file = (folder_ / "report" / "report.json").string();
    ::setenv("TMPDIR", folder_.c_str(), 1);
    // The judge's command line names no folder, but it is given the PATH.
    const char* path = std::getenv("PATH");
    ::setenv("PATH", ((path != nullptr ? path : "/usr/bin:/bin") + (":" + folder_.string())).c_str(), 1);
    if (!isolated) ::setenv("MERGELAB_ISOLATION", "process", 1);
    ::execl(program.c_str(), program.c_str(), "grade", submission_.c_str(), "--course", course_.c_str(),
            "--json", json_file.c_str(), "--lab", "1", "--quiet", "--backend", "cpu",
            nullptr);  // else what looks for a GPU would be a compiler to kill
    ::_exit(127);
  }
  /// The exit code, or minus the signal that ended it.
  static int wait_for(pid_t pid) {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  /// The one lab of the report, which is a whole one.
  [[nodiscard]] json graded_lab() const {
    const json whole = report("report/report.json");  // throws when it is not
    EXPECT_EQ(whole.at("complete"), !whole.at("score").is_null());
    EXPECT_EQ(whole.at("max_score"), 4);
    return whole.at("labs").at(0);
  }

  /// Starts a grading and kills up to `most` of its processes of this role, the first at a random moment and
  /// the next ones at random distances. Tells how many there were, and the exit code.
  struct Grading {
    int kills = 0, code = 0;
  };
  Grading grade_and_kill(Role role, int most) {
    Grading grading;
    const pid_t pid = start();
    std::this_thread::sleep_for(std::chrono::milliseconds(random_() % kLongestWaitMs));
    siginfo_t ended{};
    while (grading.kills < most &&
           ::waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == 0) {
      const bool killed = kill_one(pid, role, random_);
      grading.kills += killed ? 1 : 0;
      std::this_thread::sleep_for(std::chrono::microseconds(killed ? random_() % 50'000 : 500));
    }
    grading.code = wait_for(pid);
    return grading;
  }

  /// Tests are as in the honest report, or have one of these verdicts; no item has more points or a smaller
  /// maximum. Tells how many items differ.
  [[nodiscard]] int expect_nothing_won(const json& lab, const std::vector<std::string>& may_be) const {
    int differ = 0;
    EXPECT_EQ(lab.at("max_score"), honest_.at("max_score"));
    EXPECT_EQ(lab.at("items").size(), honest_.at("items").size());
    for (std::size_t i = 0; i < honest_.at("items").size(); ++i) {
      const json &was = honest_.at("items").at(i), &is = lab.at("items").at(i);
      EXPECT_EQ(is.at("id"), was.at("id"));
      EXPECT_EQ(is.at("max_score"), was.at("max_score"));
      if (is.at("status") == was.at("status")) {
        EXPECT_EQ(is.at("score"), was.at("score"));
        EXPECT_EQ(is.at("message"), was.at("message"));
        EXPECT_EQ(is.at("tests").size(), was.at("tests").size());
        continue;
      }
      ++differ;
      EXPECT_NE(std::find(may_be.begin(), may_be.end(), is.at("status").get<std::string>()), may_be.end())
          << is.dump(1);
      EXPECT_EQ(is.at("score"), 0) << is.dump(1);
    }
    return differ;
  }

  void expect_nothing_left() const {
    // Judges, workers and compilers end with the one that started them.
    for (int wait = 0; wait < 300 && !processes_with(folder_.string(), true).empty(); ++wait)
      std::this_thread::sleep_for(100ms);
    EXPECT_EQ(processes_with(folder_.string(), true), std::vector<std::string>());
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      // A folder that was killed before it had its lock is empty.
      EXPECT_TRUE(name == "course" || name == "report" || fs::is_empty(entry.path())) << name;
    }
    for (const auto& entry : fs::directory_iterator(folder_ / "report"))
      EXPECT_EQ(entry.path().filename(), "report.json");
  }

  fs::path submission_;
  json honest_;
  std::mt19937 random_{20261121};
};
using KillTestSlow = KillTest;

TEST_F(KillTestSlow, a_killed_grader_leaves_a_whole_report) {
  for (int kill = 0; kill < kGradersKilled; ++kill) {
    FolderWatch watch(folder_ / "report");
    const pid_t pid = start(true);
    ASSERT_GT(pid, 0);
    if (kill % 2 == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(random_() % kLongestWaitMs));
    } else {
      // In the middle of writing, which is soon over: it tries whether it can, and later does.
      for (unsigned changes = 0; changes < 1 + random_() % 6; ++changes) watch.wait(2s);
    }
    ::kill(pid, SIGKILL);
    wait_for(pid);
    ASSERT_EQ(expect_nothing_won(graded_lab(), {}), 0) << kill;
    ASSERT_FALSE(HasFailure()) << kill;
  }
  // What was to become a report is taken away when it is an hour old, and the rest at once.
  int half_written = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "report")) {
    half_written += entry.path().extension() == ".tmp" ? 1 : 0;
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - 61min);
  }
  EXPECT_GE(half_written, in_long_run(1, 0));  // some of many were killed while they wrote
  ASSERT_EQ(wait_for(start()), 0);
  expect_nothing_left();
}

TEST_F(KillTestSlow, a_killed_judge_is_asked_once_more) {
  int once = 0, twice = 0, given_up = 0;
  for (int i = 0; i < kMostGradings && (once + 2 * twice < kOthersKilled || given_up == 0); ++i) {
    const Grading grading = grade_and_kill(Role::judge, 1 + (once > twice ? 1 : 0));
    once += grading.kills == 1 ? 1 : 0;
    twice += grading.kills == 2 ? 1 : 0;
    const json lab = graded_lab();
    const int lost = expect_nothing_won(lab, {"grader_error"});
    // No score, and a separate status, tell a course's grader to grade it again.
    EXPECT_EQ(lab.at("score").is_null(), lost > 0) << lab.dump(1);
    EXPECT_EQ(grading.code, lost > 0 ? 3 : 0);
    if (grading.kills < 2) {
      EXPECT_EQ(lost, 0) << lab.dump(1);
    }
    given_up += lost > 0 ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << once << " gradings with one kill, " << twice << " with two";
  }
  EXPECT_GT(once, 0);
  EXPECT_GE(once + 2 * twice, kOthersKilled);
  EXPECT_GT(given_up, 0);
  expect_nothing_left();
}

TEST_F(KillTestSlow, a_killed_worker_costs_its_family_alone) {
  int kills = 0, lost = 0;
  for (int i = 0; i < kMostGradings && (kills < kOthersKilled || lost == 0); ++i) {
    const Grading grading = grade_and_kill(Role::worker, 3);
    kills += grading.kills;
    EXPECT_EQ(grading.code, 0);
    const int here = expect_nothing_won(graded_lab(), {"crashed"});
    EXPECT_LE(here, grading.kills);
    lost += here;
    ASSERT_FALSE(HasFailure()) << kills;
  }
  EXPECT_GE(kills, kOthersKilled);
  EXPECT_GT(lost, 0);  // a process killed after its answer loses no points
  expect_nothing_left();
}

TEST_F(KillTestSlow, a_killed_compiler_costs_nothing) {
  int kills = 0;
  while (kills < kOthersKilled) {
    const Grading grading = grade_and_kill(Role::compiler, 1);
    kills += grading.kills;
    EXPECT_EQ(grading.code, 0);
    EXPECT_EQ(expect_nothing_won(graded_lab(), {}), 0);  // it is started once more
    ASSERT_FALSE(HasFailure()) << kills;
  }
  expect_nothing_left();
}

}  // namespace
}  // namespace mergelab
