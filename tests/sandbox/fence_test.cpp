// What a confined command can't reach, by level.
#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "commands.hpp"
#include "sandbox/spawn.hpp"
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
  for (const std::string& name : names_in(run(shell("ls -A /")).output))
    EXPECT_TRUE(system.contains(name)) << name;
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
                          " /usr/bin /usr/lib/debug; do echo x 2>/dev/null > $place/mergelab_test && echo "
                          "$place; done; echo new > " +
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
  EXPECT_TRUE(contains(error_of<std::system_error>([&] { return run(command); }), "/no/such/folder"));
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

// A command's environment: only what was given.

using namespace std::chrono_literals;

SUITE_AT_EACH_LEVEL(Surroundings);

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

// The names of the levels, their order, and the chosen one.

TEST(Level, is_named_as_it_is_read) {
  for (const Level level : all_levels()) EXPECT_EQ(level_from_string(to_string(level)), level);
  EXPECT_EQ(to_string({Fence::namespaces, true}), "namespaces+seccomp");
  EXPECT_EQ(to_string({Fence::process, false}), "process");
  EXPECT_EQ(level_from_string("seccomp"), std::nullopt);
  EXPECT_EQ(level_from_string(""), std::nullopt);
}

TEST(Level, covers_what_does_no_more) {
  const Level user{Fence::user, false}, namespaces{Fence::namespaces, false};
  EXPECT_TRUE(covers(namespaces, user));
  EXPECT_FALSE(covers(user, namespaces));
  EXPECT_TRUE(covers(user, user));
  EXPECT_TRUE(covers({Fence::namespaces, true}, {Fence::user, true}));
  EXPECT_FALSE(covers(namespaces, {Fence::user, true}));
}

TEST(Level, process_works_everywhere) { EXPECT_EQ(why_not({Fence::process, false}), ""); }

/// Whether every user may go to this folder.
bool is_open_to_all(std::filesystem::path folder) {
  for (; folder != folder.root_path(); folder = folder.parent_path()) {
    using std::filesystem::perms;
    if ((std::filesystem::status(folder).permissions() & perms::others_exec) == perms::none) return false;
  }
  return true;
}

TEST(Level, is_refused_to_who_cannot_change_user) {
  if (::geteuid() == 0 && is_open_to_all(MERGELAB_BINARY_DIR)) {
    EXPECT_EQ(why_not({Fence::user, false}), "");
  } else if (::geteuid() == 0) {
    // A build below a private folder: the other user can't start its programs.
    EXPECT_TRUE(contains(why_not({Fence::user, false}), "mergelab-init"));
  } else {
    EXPECT_EQ(why_not({Fence::user, false}), "only root can change to another user");
  }
}

TEST(Level, is_not_taken_where_a_demanded_command_fails) {
  const TemporaryFolder folder;  // only its owner enters it
  std::ofstream(folder.path() / "header") << "x";
  for (const Fence fence : {Fence::user, Fence::namespaces}) {
    const Level level{fence, false};
    if (!why_not(level).empty()) continue;
    Command cat;
    cat.argv = {"/bin/cat", (folder.path() / "header").string()};
    demand({cat});
    EXPECT_EQ(why_not({Fence::process, false}), "");
    EXPECT_TRUE(contains(why_not(level), "header")) << to_string(level) << ": ";
    demand({reading({folder.path() / "header"})});
    EXPECT_EQ(why_not(level).empty(), fence == Fence::namespaces) << why_not(level);
    demand({});
  }
}

TEST(Isolation, says_what_is_missing_below_the_best) {
  const Isolation& best = isolation();
  EXPECT_EQ(why_not(best.level), "");
  EXPECT_EQ(best.missing.empty(), (best.level == Level{Fence::namespaces, true}));
}

TEST(Isolation, is_what_was_chosen) {
  use_isolation({Fence::process, false});
  EXPECT_EQ(isolation().level, (Level{Fence::process, false}));
}

// A machine's settings for namespaces.

std::string told(const std::filesystem::path& root) {
  std::string text;
  for (const Obstacle& obstacle : obstacles_to_namespaces(root)) text += obstacle.what + "\n";
  return text;
}

TEST(Diagnosis, has_nothing_to_say_of_a_machine_that_allows_them) {
  const TemporaryFolder root;
  write_text(root.path() / "proc/sys/kernel/unprivileged_userns_clone", "1\n");
  write_text(root.path() / "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0\n");
  write_text(root.path() / "proc/sys/user/max_user_namespaces", "15000\n");
  EXPECT_EQ(told(root.path()), "");
}

TEST(Diagnosis, names_each_setting_that_refuses_them) {
  const TemporaryFolder debian, ubuntu, none, container;
  write_text(debian.path() / "proc/sys/kernel/unprivileged_userns_clone", "0\n");
  write_text(ubuntu.path() / "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
  write_text(none.path() / "proc/sys/user/max_user_namespaces", "0\n");
  write_text(container.path() / ".dockerenv", "");
  EXPECT_TRUE(contains(told(debian.path()), "unprivileged_userns_clone is 0"));
  EXPECT_TRUE(contains(told(ubuntu.path()), "AppArmor"));
  EXPECT_TRUE(contains(told(none.path()), "max_user_namespaces is 0"));
  EXPECT_TRUE(contains(told(container.path()), "container"));
}

}  // namespace
}  // namespace mergelab::sandbox
