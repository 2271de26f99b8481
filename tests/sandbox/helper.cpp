// A command that misbehaves in the way that its first word names, for what /bin/sh can't do.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

[[noreturn]] void spin() {
  volatile unsigned turns = 0;
  while (true) turns = turns + 1;
}

[[noreturn]] void sleep_for_ever() {
  while (true) ::pause();
}

int flood() {
  const std::vector<char> block(1 << 16, 'x');
  for (long sent = 0; sent < 1L << 30; sent += static_cast<long>(block.size())) {
    if (::write(1, block.data(), block.size()) < 0) return 3;
  }
  return 0;
}

/// A child in the group, one that left the group, and an orphan with a session of its own; prints their ids.
int scatter(bool stay) {
  int ids[2];
  if (::pipe(ids) != 0) return 3;
  const auto sleeper = [&](bool leave_group, bool leave_session) {
    if (leave_group) ::setpgid(0, 0);
    if (leave_session) ::setsid();
    const pid_t self = ::getpid();
    if (::write(ids[1], &self, sizeof self) < 0) ::_exit(3);
    sleep_for_ever();
  };
  if (::fork() == 0) sleeper(false, false);
  if (::fork() == 0) sleeper(true, false);
  if (::fork() == 0) {
    if (::fork() == 0) sleeper(false, true);
    ::_exit(0);
  }
  for (int i = 0; i < 3; ++i) {
    pid_t pid = 0;
    if (::read(ids[0], &pid, sizeof pid) < 0) return 3;
    std::printf("%d\n", pid);
  }
  std::fflush(stdout);
  if (stay) sleep_for_ever();
  return 0;
}

int list_descriptors() {
  for (int number = 0; number < 1024; ++number) {
    if (::fcntl(number, F_GETFD) >= 0) std::printf("%d ", number);
  }
  return 0;
}

int allocate(std::size_t mib) {
  void* memory = std::malloc(mib << 20);
  std::puts(memory == nullptr ? "refused" : "granted");
  return 0;
}

/// Takes memory in small steps until there is no more, then ends as the C++ runtime does.
int eat_memory() {
  while (true) {
    char* block = static_cast<char*>(std::malloc(1 << 20));
    if (block == nullptr) std::abort();
    std::memset(block, 1, 1 << 20);
  }
}

int show_signals() {
  sigset_t blocked;
  ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    if (sigismember(&blocked, signal) == 1) std::printf("%d blocked\n", signal);
    if (action.sa_handler == SIG_IGN) std::printf("%d ignored\n", signal);
  }
  return 0;
}

int show_self() {
  rlimit core{};
  ::getrlimit(RLIMIT_CORE, &core);
  std::printf("leader %d, session %d, core %llu, no_new_privs %d\n", ::getpgrp() == ::getpid(),
              ::getsid(0) == ::getpid(), static_cast<unsigned long long>(core.rlim_max),
              ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
  return 0;
}

/// Answers on the channel with what came over it, then waits.
int answer() {
  char text[64];
  const ssize_t count = ::read(3, text, sizeof text);
  if (count <= 0 || ::write(3, text, static_cast<std::size_t>(count)) != count) return 3;
  sleep_for_ever();
}

/// CPU time of a child that nobody has waited for yet.
[[noreturn]] void spin_in_child() {
  if (::fork() == 0) spin();
  sleep_for_ever();
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  const std::string more = count > 2 ? words[2] : "";
  if (what == "spin") spin();
  if (what == "spin_in_child") spin_in_child();
  if (what == "flood") return flood();
  if (what == "scatter") return scatter(more == "stay");
  if (what == "descriptors") return list_descriptors();
  if (what == "allocate") return allocate(std::stoul(more));
  if (what == "eat_memory") return eat_memory();
  if (what == "signals") return show_signals();
  if (what == "self") return show_self();
  if (what == "answer") return answer();
  return 2;
}
