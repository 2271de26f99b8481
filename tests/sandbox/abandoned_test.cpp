// A command ends with its grader, whenever that is killed.
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "commands.hpp"
#include "sandbox/process_tree.hpp"
#include "support/long_run.hpp"

namespace mergelab::sandbox {
namespace {

using namespace std::chrono_literals;

const int kKills = in_long_run(100, 20);

class Abandoned : public AtLevel {};
AT_EACH_LEVEL(Abandoned);

/// A process that starts the command again and again, and ends it at once.
pid_t start_grader(const Command& command) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  try {
    for (;;) const Process process(command);
  } catch (...) {
    ::_exit(1);
  }
}

/// Also reaps the grader's remaining processes.
bool all_end(const std::string& word) {
  for (const auto end = std::chrono::steady_clock::now() + 5s; count_processes(word) > 0;) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

TEST_P(Abandoned, ends_with_its_grader) {
  adopt_orphans();
  std::mt19937 random(20261121);
  for (int kill = 0; kill < kKills; ++kill) {
    const std::string word = unique_word();
    const pid_t grader = start_grader(helper({"wait", word}));
    ASSERT_GT(grader, 0);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 15'000));
    ::kill(grader, SIGKILL);
    ::waitpid(grader, nullptr, 0);
    ASSERT_TRUE(all_end(word)) << "after kill " << kill;
  }
}

/// SIGKILL for what this process has started itself; not for what that may leave to it.
void kill_children() {
  for (const pid_t pid : descendants_of(::getpid())) {
    const std::optional<ProcStat> stat = read_stat(pid);
    if (stat && stat->parent == ::getpid() && stat->session == pid) ::kill(pid, SIGKILL);
  }
}

TEST_P(Abandoned, goes_on_when_a_command_is_killed_while_it_starts) {
  const std::string word = unique_word();
  const Command command = helper({"wait", word});
  std::atomic<bool> done = false;
  std::jthread killer([&] {
    for (std::mt19937 random(20261121); !done;) {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 6'000));
      kill_children();
    }
  });
  for (int start = 0; start < kKills; ++start) {
    try {
      const Process process(command);
    } catch (const std::exception&) {  // it was killed too early
    }
  }
  done = true;
  killer.join();
  EXPECT_TRUE(all_end(word));
}

}  // namespace
}  // namespace mergelab::sandbox
