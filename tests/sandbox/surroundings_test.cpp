// A command's environment: only what was given.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "commands.hpp"

namespace mergelab::sandbox {
namespace {

using namespace std::chrono_literals;

class Surroundings : public AtLevel {};
AT_EACH_LEVEL(Surroundings);

TEST_P(Surroundings, hold_no_descriptor_but_the_first_three) {
  const int low = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC, as a library might
  const int high = ::fcntl(low, F_DUPFD, 200);
  const Exit exit = run(helper({"descriptors"}));
  ::close(low);
  ::close(high);
  EXPECT_EQ(exit.output, "0 1 2 ");
}

TEST_P(Surroundings, hold_the_channel_as_descriptor_three) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  Command command = helper({"descriptors"});
  command.channel = ends[1];
  EXPECT_EQ(run(command).output, "0 1 2 3 ");

  command = helper({"answer"});
  command.channel = ends[1];
  Process process(command);
  ::close(ends[1]);
  ASSERT_EQ(::write(ends[0], "ping", 4), 4);
  EXPECT_FALSE(process.poll(20s, ends[0]));
  std::array<char, 8> text{};
  EXPECT_EQ(::read(ends[0], text.data(), text.size()), 4);
  EXPECT_STREQ(text.data(), "ping");
  ::close(ends[0]);
}

TEST_P(Surroundings, hold_the_only_other_end_of_the_channel) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  Command command = helper({"close_channel"});
  command.channel = ends[1];
  Process process(command);
  ::close(ends[1]);
  EXPECT_FALSE(process.poll(20s, ends[0]));
  char byte = 0;
  EXPECT_EQ(::recv(ends[0], &byte, 1, MSG_DONTWAIT), 0) << "somebody else holds it open";
  ::close(ends[0]);
}

TEST_P(Surroundings, hold_an_empty_input) { EXPECT_EQ(run(shell("cat; echo end")).output, "end\n"); }

TEST_P(Surroundings, hold_the_environment_that_was_given_and_no_more) {
  ::setenv("MERGELAB_TEST_SECRET", "secret", 1);
  Command command = shell("");
  command.argv = {"/usr/bin/env"};
  command.env = {{"LANG", "C"}, {"WITH", "a=b c"}};
  EXPECT_EQ(run(command).output, "LANG=C\nWITH=a=b c\n");
}

TEST_P(Surroundings, start_in_the_directory_that_was_given) {
  Command command = shell("pwd");
  EXPECT_EQ(run(command).output, "/\n");
  command.directory = "/usr";
  EXPECT_EQ(run(command).output, "/usr\n");
}

TEST_P(Surroundings, have_default_signals) {
  sigset_t blocked, before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGUSR1);
  ::sigprocmask(SIG_BLOCK, &blocked, &before);
  const auto handler = ::signal(SIGPIPE, SIG_IGN);
  const Exit exit = run(helper({"signals"}));
  ::signal(SIGPIPE, handler);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(exit.output, "");
}

TEST_P(Surroundings, are_a_session_without_privileges_to_gain_or_cores) {
  EXPECT_EQ(run(helper({"self"})).output, "leader 1, session 1, core 0, no_new_privs 1\n");
}

TEST_P(Surroundings, end_with_the_grader) {
  const std::string word = unique_word();
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t grader = ::fork();
  if (grader == 0) {
    const Process process(helper({"wait", word}));
    if (::write(ends[1], "x", 1) < 0) ::_exit(3);
    ::pause();
  }
  char started = 0;
  ASSERT_EQ(::read(ends[0], &started, 1), 1);
  EXPECT_GE(count_processes(word), 1);
  ::kill(grader, SIGKILL);
  ::waitpid(grader, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  for (int i = 0; i < 200 && count_processes(word) > 0; ++i) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {  // it may have fallen to us
    }
    ::usleep(20'000);
  }
  EXPECT_EQ(count_processes(word), 0);
}

}  // namespace
}  // namespace mergelab::sandbox
