// That a command ends with its grader, at whatever moment that is killed.
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "commands.hpp"
#include "sandbox/stragglers.hpp"

namespace mergelab::sandbox {
namespace {

using namespace std::chrono_literals;

constexpr int kKills = 100;

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

/// Buries, too, what the grader has left to us.
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

}  // namespace
}  // namespace mergelab::sandbox
