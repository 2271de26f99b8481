// A command that misbehaves in the way that its first word names, for what /bin/sh can't do.
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "worker/lock.hpp"

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

/// A child in the group, one that left the group, and an orphan with a separate session.
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
  }
  std::puts("scattered");
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
  void* volatile memory = std::malloc(mib << 20);  // compilers remove unused allocations
  std::puts(memory == nullptr ? "refused" : "granted");
  return 0;
}

int allocate_and_touch(std::size_t mib) {
  std::vector<char> memory(mib << 20);
  for (std::size_t turn = 0; turn < 8; ++turn)
    std::memset(memory.data(), static_cast<int>(turn), memory.size());
  return memory[memory.size() / 2] == 7 ? 0 : 1;
}

/// Takes memory in small steps until there is no more, then ends as the C++ runtime does.
int eat_memory() {
  while (true) {
    char* volatile block = static_cast<char*>(std::malloc(1 << 20));
    if (block == nullptr) std::abort();
    std::memset(block, 1, 1 << 20);
  }
}

/// So slowly that a look every 20 ms sees it grow.
int eat_memory_slowly() {
  std::vector<char*> blocks;
  for (int mib = 0; mib < 1024; ++mib) {
    blocks.push_back(static_cast<char*>(std::malloc(1 << 20)));
    std::memset(blocks.back(), 1, 1 << 20);
    ::usleep(1000);
  }
  return blocks.back()[0] == 1 ? 0 : 1;
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

int close_channel() {
  ::close(3);
  sleep_for_ever();
}

/// CPU time of a child that nobody has waited for yet.
[[noreturn]] void spin_in_child() {
  if (::fork() == 0) spin();
  sleep_for_ever();
}

/// Goes on as a process that left its parent and its session; what it began as only waits.
void become_orphan() {
  if (::fork() != 0) sleep_for_ever();
  const pid_t middle = ::getpid();
  if (::fork() != 0) ::_exit(0);
  while (::getppid() == middle) ::usleep(1000);
  ::setsid();
  std::puts("orphan");
  std::fflush(stdout);
}

const char* result(bool worked) { return worked ? "allowed" : ::strerrorname_np(errno); }

/// Calls that no submission needs, and what came of each.
int try_calls() {
  std::printf("ptrace %s\n", result(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0));
  std::printf("unshare %s\n", result(::unshare(CLONE_NEWUSER) == 0));
  std::printf("mount %s\n", result(::mount("none", "/tmp", "tmpfs", 0, nullptr) == 0));
  char byte = 0;
  iovec own{&byte, 1}, other{&byte, 1};
  std::printf("process_vm_readv %s\n", result(::process_vm_readv(::getpid(), &own, 1, &other, 1, 0) == 1));
  std::printf("keyctl %s\n", result(::syscall(SYS_keyctl, 0, -3, 0) >= 0));
  std::printf("perf_event_open %s\n", result(::syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0) >= 0));
  std::printf("io_uring_setup %s\n", result(::syscall(SYS_io_uring_setup, 0, nullptr) >= 0));
  std::printf("userfaultfd %s\n", result(::syscall(SYS_userfaultfd, 0) >= 0));
  std::printf("bpf %s\n", result(::syscall(SYS_bpf, 0, nullptr, 0) >= 0));
  return 0;
}

/// As the worker does it, then what only a start needs.
int try_locked() {
  try {
    mergelab::worker::lock();
  } catch (const std::exception& error) {
    std::puts(error.what());
    return 3;
  }
  std::printf("fork %s\n", result(::fork() >= 0));
  std::printf("socket %s\n", result(::socket(AF_UNIX, SOCK_STREAM, 0) >= 0));
  std::printf("memfd %s\n", result(::memfd_create("x", 0) >= 0));
  std::fflush(stdout);
  ::execl("/bin/true", "true", nullptr);
  std::printf("exec %s\n", result(false));
  return 0;
}

/// A connection to this machine's own address.
int connect_to(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  const bool worked =
      socket >= 0 && ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  std::puts(worked ? "connected" : "alone");
  return 0;
}

/// Writes files into a folder until nothing more fits, or 256 MiB do.
int fill(const std::string& folder) {
  const std::vector<char> block(1 << 20, 'x');
  int mib = 0;
  for (; mib < 256; ++mib) {
    const int file = ::open((folder + "/" + std::to_string(mib)).c_str(), O_CREAT | O_WRONLY, 0600);
    if (file < 0 || ::write(file, block.data(), block.size()) != static_cast<ssize_t>(block.size())) break;
    ::close(file);
  }
  std::printf("%d\n", mib);
  return 0;
}

/// Ways to reach process 1, which for a command in namespaces is the sandbox's own.
int reach_init() {
  for (const char* name : {"/proc/1/mem", "/proc/1/environ", "/proc/1/fd/6", "/proc/1/root/usr"})
    std::printf("%s %s\n", name, ::open(name, O_RDWR) >= 0 || ::open(name, O_RDONLY) >= 0 ? "open" : "shut");
  ::kill(1, SIGKILL);
  ::kill(1, SIGTERM);
  ::usleep(100'000);
  std::puts("still here");
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  const std::string more = count > 2 ? words[2] : "";
  if (what == "spin") spin();
  if (what == "spin_in_child") spin_in_child();
  if (what == "spin_in_orphan" || what == "eat_memory_in_orphan") become_orphan();
  if (what == "spin_in_orphan") spin();
  if (what == "eat_memory_in_orphan") return eat_memory_slowly();
  if (what == "flood") return flood();
  if (what == "scatter") return scatter(count > 3);
  if (what == "wait") sleep_for_ever();
  if (what == "calls") return try_calls();
  if (what == "locked") return try_locked();
  if (what == "connect") return connect_to(std::stoi(more));
  if (what == "fill") return fill(more);
  if (what == "reach_init") return reach_init();
  if (what == "descriptors") return list_descriptors();
  if (what == "allocate") return allocate(std::stoul(more));
  if (what == "allocate_and_touch") return allocate_and_touch(std::stoul(more));
  if (what == "eat_memory") return eat_memory();
  if (what == "eat_memory_slowly") return eat_memory_slowly();
  if (what == "signals") return show_signals();
  if (what == "self") return show_self();
  if (what == "answer") return answer();
  if (what == "close_channel") return close_channel();
  return 2;
}
