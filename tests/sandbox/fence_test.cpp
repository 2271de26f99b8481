// What a confined command can't reach, by level.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>

#include "commands.hpp"
#include "sandbox/child.hpp"
#include "support/ours.hpp"

namespace mergelab::sandbox {
namespace {

namespace fs = std::filesystem;

class Namespaces : public AtLevel {};
INSTANTIATE_TEST_SUITE_P(Level, Namespaces,
                         testing::Values(Level{Fence::namespaces, false}, Level{Fence::namespaces, true}),
                         level_name);
class OtherUser : public AtLevel {};
INSTANTIATE_TEST_SUITE_P(Level, OtherUser,
                         testing::Values(Level{Fence::user, false}, Level{Fence::user, true},
                                         Level{Fence::namespaces, false}, Level{Fence::namespaces, true}),
                         level_name);
class Seccomp : public AtLevel {};
INSTANTIATE_TEST_SUITE_P(Level, Seccomp,
                         testing::Values(Level{Fence::process, true}, Level{Fence::user, true},
                                         Level{Fence::namespaces, true}),
                         level_name);

void write_file(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

/// What a command wrote, a name a line.
std::set<std::string> names_in(const std::string& output) {
  std::istringstream lines(output);
  std::set<std::string> names;
  for (std::string line; std::getline(lines, line);) names.insert(line);
  return names;
}

/// Listens on a port of this machine for as long as it lives.
class Listener {
 public:
  Listener() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ::listen(socket_, 8);
    socklen_t size = sizeof address;
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }
  ~Listener() { ::close(socket_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  [[nodiscard]] std::string port() const { return std::to_string(port_); }

 private:
  int socket_;
  int port_ = 0;
};

TEST_P(Namespaces, have_no_network) {
  const Listener listener;
  EXPECT_EQ(run(helper({"connect", listener.port()})).output, "alone\n");
  Command open = helper({"connect", listener.port()});
  open.confinement->level = Level{};
  EXPECT_EQ(run(open).output, "connected\n") << "the test itself does not work";
}

TEST_P(Namespaces, show_the_system_and_what_was_given_and_no_more) {
  const TemporaryFolder given, secret;
  write_file(given.path() / "header", "given\n");
  write_file(secret.path() / "solution", "secret\n");
  Command command =
      shell("cat " + given.path().string() + "/header " + secret.path().string() + "/solution 2>/dev/null");
  command.confinement->readable = {given.path()};
  EXPECT_EQ(run(command).output, "given\n");

  std::set<std::string> system{"bin", "sbin", "lib",  "lib32", "lib64", "libx32", "usr",
                               "etc", "dev",  "proc", "tmp",   "nix",   "gnu"};
  system.merge(names_of_ours("/"));
  for (const std::string& name : names_in(run(shell("ls -A /")).output)) {
    EXPECT_TRUE(system.contains(name)) << name;
  }
  for (const char* folder : {"/home", "/root", "/tmp"}) {
    EXPECT_EQ(names_in(run(shell(std::string("ls -A ") + folder + " 2>/dev/null")).output),
              names_of_ours(folder))
        << folder;
  }
  EXPECT_EQ(run(shell("ls -A /usr/lib/debug 2>/dev/null")).output, "");
  EXPECT_EQ(run(shell("ls -A /etc | grep -v -e '^ld.so.cache$' -e '^alternatives$'")).output, "");
}

TEST_P(Namespaces, can_change_only_what_was_given_for_that) {
  const TemporaryFolder given, read_only;
  Command command = shell("for place in / /usr /dev /etc /proc " + read_only.path().string() +
                          " /usr/bin /usr/lib/debug; do echo x 2>/dev/null "
                          "> $place/mergelab_test && echo $place; done; echo new > " +
                          given.path().string() + "/file; echo x > /tmp/x && cat /tmp/x");
  command.confinement->readable = {read_only.path()};
  command.confinement->writable = {given.path()};
  EXPECT_EQ(run(command).output, "x\n");
  std::ifstream file(given.path() / "file");
  std::string text;
  EXPECT_TRUE(std::getline(file, text));
  EXPECT_EQ(text, "new");
}

TEST_P(Namespaces, bound_the_temporary_folder) {
  Command command = helper({"fill", "/tmp"});
  command.confinement->temporary_bytes = 8 << 20;
  const int mib = std::stoi(run(command).output);
  EXPECT_GE(mib, 6);
  EXPECT_LE(mib, 8);
}

TEST_P(Namespaces, give_each_command_a_temporary_folder_of_its_own) {
  std::set<std::string> names = names_of_ours("/tmp");
  EXPECT_EQ(names_in(run(shell("ls -A /tmp")).output), names);
  names.insert("left");
  EXPECT_EQ(names_in(run(shell("echo x > /tmp/left; ls -A /tmp")).output), names);
  names.erase("left");
  EXPECT_EQ(names_in(run(shell("ls -A /tmp")).output), names);
}

TEST_P(Namespaces, hold_no_other_process) {
  EXPECT_EQ(run(shell("ls -d /proc/[0-9]* | tr '\\n' ' '")).output.substr(0, 16), "/proc/1 /proc/2 ");
  EXPECT_EQ(run(shell("kill -0 " + std::to_string(::getpid()) + " 2>/dev/null; echo $?")).output, "1\n");
}

TEST_P(Namespaces, keep_process_one_out_of_reach) {
  EXPECT_EQ(run(helper({"reach_init"})).output,
            "/proc/1/mem shut\n/proc/1/environ shut\n/proc/1/fd/6 shut\n/proc/1/root/usr shut\nstill here\n");
}

TEST_P(Namespaces, tell_signals_from_exit_codes) {
  const Exit exit = run(shell("exit 139"));
  EXPECT_EQ(exit.end, End::exited);
  EXPECT_EQ(exit.code, 139);
}

TEST_P(Namespaces, count_what_the_command_used) {
  const Exit exit = run(helper({"allocate_and_touch", "64"}));
  EXPECT_GE(exit.peak_bytes, 64 << 20);
  EXPECT_GT(exit.cpu_s, 0.005);
}

TEST_P(Namespaces, say_what_bubblewrap_says_when_it_fails) {
  Command command = shell("exit 0");
  command.confinement->writable = {"/no/such/folder"};
  try {
    static_cast<void>(run(command));
    FAIL() << "ran";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("/no/such/folder"), std::string::npos) << error.what();
  }
}

TEST_P(OtherUser, is_not_root_and_has_no_capabilities) {
  const std::string id = std::to_string(GetParam().fence == Fence::user ? command_user() : 65534);
  EXPECT_EQ(run(shell("id -u; id -g; id -G")).output, id + "\n" + id + "\n" + id + "\n");
  EXPECT_EQ(run(shell("grep -E 'Cap(Prm|Eff|Amb)' /proc/self/status | grep -v '0000000000000000$'")).output,
            "");
}

TEST_P(OtherUser, cannot_signal_the_grader) {
  EXPECT_EQ(run(shell("kill -0 " + std::to_string(::getpid()) + " 2>/dev/null; echo $?")).output, "1\n");
}

TEST_P(OtherUser, cannot_read_what_is_private) {
  const TemporaryFolder folder;
  write_file(folder.path() / "secret", "secret\n");
  EXPECT_EQ(run(shell("cat " + folder.path().string() + "/secret 2>/dev/null; echo end")).output, "end\n");
}

TEST_P(OtherUser, can_write_where_it_may) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "inner");
  Command command = shell("echo x > inner/file && cat inner/file");
  command.directory = folder.path();
  command.confinement->writable = {folder.path()};
  EXPECT_EQ(run(command).output, "x\n");
}

TEST_P(Seccomp, refuses_what_no_submission_needs) {
  EXPECT_EQ(run(helper({"calls"})).output,
            "ptrace EPERM\nunshare EPERM\nmount EPERM\nprocess_vm_readv EPERM\nkeyctl EPERM\n"
            "perf_event_open EPERM\nio_uring_setup EPERM\nuserfaultfd EPERM\nbpf EPERM\n");
}

TEST_P(Seccomp, lets_a_program_lock_itself) {
  Command command = helper({"locked"});
  command.locks_itself = true;
  EXPECT_EQ(run(command).output, "fork EPERM\nsocket EPERM\nmemfd EPERM\nexec EPERM\n");
}

TEST_P(Seccomp, is_no_obstacle_to_programs_that_start_others) {
  EXPECT_EQ(run(shell("(echo a; echo b) | sort -r; (exit 3) || echo $?")).output, "b\na\n3\n");
}

}  // namespace
}  // namespace mergelab::sandbox
