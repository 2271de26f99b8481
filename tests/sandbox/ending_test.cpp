// How commands end, and that none of their processes is left.
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <future>
#include <random>

#include "commands.hpp"
#include "sandbox/process_tree.hpp"
#include "support/long_run.hpp"

namespace mergelab::sandbox {
namespace {

using namespace std::chrono_literals;

SUITE_AT_EACH_LEVEL(Run);
SUITE_AT_EACH_LEVEL(Ending);

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST_P(Run, returns_output_of_both_streams) {
  const Exit exit = run(shell("echo one; echo two >&2; echo three"));
  EXPECT_EQ(exit.end, End::exited);
  EXPECT_EQ(exit.output, "one\ntwo\nthree\n");
  EXPECT_FALSE(exit.output_cut);
}

TEST_P(Run, returns_the_exit_code) {
  const Exit exit = run(shell("exit 7"));
  EXPECT_EQ(exit.end, End::exited);
  EXPECT_EQ(exit.code, 7);
}

TEST_P(Run, names_the_signal_that_ended_a_command) {
  const Exit exit = run(shell("kill -SEGV $$"));
  EXPECT_EQ(exit.end, End::signalled);
  EXPECT_EQ(exit.signal, SIGSEGV);
}

TEST_P(Run, reports_what_was_used) {
  const Exit exit = run(shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; sleep 0.1"));
  EXPECT_GT(exit.cpu_s, 0.0);
  EXPECT_GE(exit.wall_s, 0.1);
  EXPECT_GT(exit.peak_bytes, 100 << 10);
}

TEST_P(Run, does_not_count_memory_of_the_parent) {
  const std::vector<char> large(256 << 20, 'x');
  EXPECT_LT(run(shell("exit 0")).peak_bytes, 64 << 20);
}

TEST_P(Run, throws_when_there_is_no_such_program) {
  Command command = shell("");
  command.argv = {"/no/such/program"};
  EXPECT_THROW(static_cast<void>(run(command)), std::system_error);
  command.argv = {"no_such_program_in_path"};
  EXPECT_THROW(static_cast<void>(run(command)), std::system_error);
}

TEST_P(Run, throws_when_the_file_is_not_a_program) {
  Command command = shell("");
  command.argv = {"/etc/passwd"};
  EXPECT_THROW(static_cast<void>(run(command)), std::system_error);
}

TEST_P(Run, throws_when_the_directory_is_missing) {
  Command command = shell("");
  command.directory = "/no/such/folder";
  EXPECT_THROW(static_cast<void>(run(command)), std::system_error);
}

TEST_P(Run, finds_a_program_in_the_path_of_its_environment) {
  Command command = shell("");
  command.argv = {"sh", "-c", "echo found"};
  EXPECT_EQ(run(command).output, "found\n");
}

TEST_P(Run, does_not_wait_for_a_background_process_that_holds_the_output) {
  const auto begin = std::chrono::steady_clock::now();
  const Exit exit = run(shell("sleep 30 & echo done"));
  EXPECT_EQ(exit.output, "done\n");
  EXPECT_LT(seconds_since(begin), 10);
}

TEST_P(Run, waits_on_after_a_command_closed_its_output) {
  const Exit exit = run(shell("exec >&- 2>&-; sleep 0.2; exit 4"));
  EXPECT_EQ(exit.code, 4);
}

#ifdef SYS_pidfd_open
/// From now on this process is on a kernel as it was before Linux 5.3.
bool forget_pidfds() {
  sock_filter steps[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 0, 1),
                         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog filter{std::size(steps), steps};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

TEST_P(Run, hears_of_the_end_on_kernels_without_pidfds_and_without_limits) {
  Command command = shell("exec >&- 2>&-; sleep 0.2; exit 4");
  command.limits.wall_s = 0;
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    ::_exit(forget_pidfds() ? run(command).code : 99);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 4);
}
#endif

TEST_P(Run, works_from_several_threads) {
  std::vector<std::future<Exit>> exits;
  for (int i = 0; i < 8; ++i) {
    exits.push_back(std::async(std::launch::async, [i] {
      return run(shell("sleep 0.1 & sleep 0.2; wait; exit " + std::to_string(i)));
    }));
  }
  for (int i = 0; i < 8; ++i) {
    const Exit exit = exits[static_cast<std::size_t>(i)].get();
    EXPECT_EQ(exit.end, End::exited);
    EXPECT_EQ(exit.code, i);
  }
}

TEST_P(Ending, comes_to_who_was_told_and_leaves_it_to_be_waited_for) {
  Process told(shell("sleep 60"));
  const Process other(shell("sleep 60"));
  const auto state = [](const Process& process) {
    const std::optional<ProcStat> stat = read_stat(process.pid());
    return stat ? stat->state : '?';
  };
  told.send_kill();
  const auto begin = std::chrono::steady_clock::now();
  while (state(told) != 'Z' && seconds_since(begin) < 10) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(state(told), 'Z');
  EXPECT_NE(state(other), 'Z');
  EXPECT_EQ(told.kill().signal, SIGKILL);
}

TEST_P(Ending, leaves_no_child_when_killed) {
  const std::string word = unique_word();
  Process process(helper({"scatter", word, "stay"}));
  int looks = 0;  // in a row: while they start, a child that is about to end is counted too
  for (int i = 0; i < 100 && looks < 3; ++i) {
    EXPECT_FALSE(process.poll(50ms));
    looks = count_processes(word) >= 4 ? looks + 1 : 0;
  }
  EXPECT_EQ(looks, 3);
  static_cast<void>(process.kill());
  EXPECT_EQ(count_processes(word), 0);
}

TEST_P(Ending, leaves_no_child_when_it_ends_by_itself) {
  const std::string word = unique_word();
  const Exit exit = run(helper({"scatter", word}));
  EXPECT_EQ(exit.end, End::exited);
  EXPECT_EQ(exit.output, "scattered\n");
  EXPECT_EQ(count_processes(word), 0);
}

TEST_P(Ending, leaves_another_command_alone_when_killed) {
  Process other(shell("(sleep 0.5; echo still here) & wait"));
  Process orphaned(shell("(sh -c 'sleep 0.5; echo orphan' &) ; sleep 1"));
  EXPECT_EQ(run(helper({"scatter", unique_word()})).end, End::exited);
  EXPECT_EQ(other.wait().output, "still here\n");
  EXPECT_EQ(orphaned.wait().output, "orphan\n");
}

TEST_P(Ending, leaves_a_child_of_the_program_alone) {
  FILE* stream = ::popen("sleep 0.3; echo mine", "r");
  ASSERT_NE(stream, nullptr);
  static_cast<void>(run(shell("exit 0")));
  char text[16] = "";
  EXPECT_NE(std::fgets(text, sizeof text, stream), nullptr);
  EXPECT_STREQ(text, "mine\n");
  EXPECT_EQ(::pclose(stream), 0);
}

TEST_P(Ending, leaves_a_child_alone_that_has_no_privileges_to_gain) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::usleep(300'000);
    ::_exit(7);
  }
  std::this_thread::sleep_for(100ms);
  static_cast<void>(run(shell("exit 0")));
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST_P(Ending, is_ended_by_its_destructor) {
  const std::string word = unique_word();
  {
    const Process process(helper({"wait", word}));
    EXPECT_GE(count_processes(word), 1);
  }
  EXPECT_EQ(count_processes(word), 0);
}

TEST_P(Ending, is_ended_by_kill_with_the_reason_given) {
  Process process(shell("sleep 30"));
  const Exit exit = process.kill(End::wall_limit);
  EXPECT_EQ(exit.end, End::wall_limit);
  EXPECT_EQ(exit.signal, SIGKILL);
}

TEST_P(Ending, keeps_its_own_end_when_killed_afterwards) {
  Process process(shell("exit 5"));
  std::this_thread::sleep_for(300ms);
  const Exit exit = process.kill(End::wall_limit);
  EXPECT_EQ(exit.end, End::exited);
  EXPECT_EQ(exit.code, 5);
  EXPECT_EQ(process.kill().code, 5);
}

TEST_P(Ending, returns_from_poll_after_the_patience) {
  Process process(shell("sleep 30"));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(process.poll(50ms));
  EXPECT_GE(seconds_since(begin), 0.05);
  EXPECT_LT(seconds_since(begin), 10);
}

TEST_P(Ending, returns_from_poll_when_woken) {
  Process process(shell("sleep 30"));
  const int wake = ::eventfd(1, EFD_CLOEXEC);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(process.poll(20s, wake));
  EXPECT_LT(seconds_since(begin), 10);
  ::close(wake);
}

TEST_P(Ending, keeps_running_when_moved) {
  Process first(shell("sleep 0.1; echo moved"));
  Process second(std::move(first));
  EXPECT_EQ(second.wait().output, "moved\n");
}

TEST(DescribeSignal, says_number_and_words) {
  EXPECT_EQ(describe_signal(SIGSEGV), "signal 11 (segmentation fault)");
  EXPECT_EQ(describe_signal(SIGXFSZ), "signal 25 (file size limit exceeded)");
  EXPECT_EQ(describe_signal(40), "signal 40");
}

// A command ends with its grader, whenever that is killed.

const int kKills = in_long_run(100, 20);

SUITE_AT_EACH_LEVEL(Abandoned);

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
