#include "sandbox/process_tree.hpp"

#include <dirent.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "base/read_file.hpp"

namespace mergelab::sandbox {
namespace {

/// A file of /proc; empty when it can't be read.
std::string read_proc_file(const std::string& path) { return base::read_file(path).value_or(""); }

std::string folder_of(pid_t pid) { return "/proc/" + std::to_string(pid); }

/// The number after `key` in the text of /proc/<pid>/status, 0 when it isn't there.
std::int64_t status_number(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return 0;
  return std::strtoll(std::string(text.substr(at + key.size(), 32)).c_str(), nullptr, 10);
}

std::vector<pid_t> numeric_entries(const std::string& folder) {
  std::vector<pid_t> numbers;
  DIR* stream = ::opendir(folder.c_str());
  if (stream == nullptr) return numbers;
  while (const dirent* entry = ::readdir(stream)) {
    char* end = nullptr;
    const long number = std::strtol(entry->d_name, &end, 10);
    if (end != entry->d_name && *end == '\0' && number > 0) numbers.push_back(static_cast<pid_t>(number));
  }
  ::closedir(stream);
  return numbers;
}

/// The children of all its threads; also empty on kernels that don't list them.
std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  const std::string tasks = folder_of(pid) + "/task";
  for (const pid_t task : numeric_entries(tasks)) {
    const std::string text = read_proc_file(tasks + "/" + std::to_string(task) + "/children");
    const char* at = text.c_str();
    char* end = nullptr;
    for (long child = std::strtol(at, &end, 10); end != at; child = std::strtol(at, &end, 10)) {
      children.push_back(static_cast<pid_t>(child));
      at = end;
    }
  }
  return children;
}

/// Whether PR_SET_NO_NEW_PRIVS holds for it. It is inherited and can't be taken back.
bool has_no_new_privileges(pid_t pid) {
  return status_number(read_proc_file(folder_of(pid) + "/status"), "\nNoNewPrivs:") == 1;
}

/// Whether a child of ours is an orphan that a command left: of the dead command's session, or of a session
/// that no running command leads. A command that runs leads its own session, or is about to and is still in
/// ours. The program's children besides its sandboxed ones keep its session and may gain privileges.
bool is_lost_child(pid_t pid, const ProcStat& stat, pid_t leader, const std::set<pid_t>& running) {
  if (stat.parent != ::getpid()) return false;
  if (stat.session == leader) return true;
  if (stat.session == ::getsid(0) || running.contains(stat.session)) return false;
  return stat.state == 'Z' || has_no_new_privileges(pid);
}

/// Where a command's leavings are looked for. With a namespace's process 1 the kernel has ended all below it,
/// and what is left are our own children: bubblewrap's, which that was.
std::vector<pid_t> suspects(bool in_namespaces) {
  static const bool kernel_tells = ::access("/proc/thread-self/children", R_OK) == 0;
  return in_namespaces && kernel_tells ? children_of(::getpid()) : numeric_entries("/proc");
}

/// One look at these; false when nothing was left.
bool end_those_seen(pid_t leader, bool in_namespaces) {
  const std::scoped_lock lock(running().mutex);
  bool found = false;
  for (const pid_t pid : suspects(in_namespaces)) {
    if (pid == leader) continue;
    const std::optional<ProcStat> stat = read_stat(pid);
    if (!stat) continue;
    const bool lost = is_lost_child(pid, *stat, leader, running().pids);
    if (!lost && stat->session != leader) continue;
    found = true;
    ::kill(pid, SIGKILL);
    if (lost) ::waitpid(pid, nullptr, WNOHANG);
  }
  return found;
}

/// Processes of the running command `leader` that left its parentage: children of ours now, dead ones too.
/// Those that also left its session are listed only if no other command runs that may have left them. None in
/// namespaces, whose process 1 they stay below.
std::vector<pid_t> orphans_of(const Spawned& leader) {
  if (leader.status) return {};
  const std::scoped_lock lock(running().mutex);
  const bool is_only = running().pids.size() == 1;
  std::vector<pid_t> orphans;
  for (const pid_t pid : children_of(::getpid())) {
    if (running().pids.contains(pid)) continue;
    const std::optional<ProcStat> stat = read_stat(pid);
    if (!stat || !is_lost_child(pid, *stat, leader.pid, running().pids)) continue;
    if (is_only || stat->session == leader.pid) orphans.push_back(pid);
  }
  return orphans;
}

}  // namespace

std::optional<ProcStat> read_stat(pid_t pid) {
  const std::string text = read_proc_file(folder_of(pid) + "/stat");
  // The name in parentheses may hold anything, a parenthesis too; the last one ends it.
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= text.size()) return std::nullopt;
  ProcStat stat;
  stat.state = text[name_end + 2];
  const char* at = text.c_str() + name_end + 3;
  // Fields after the state: 1 parent, 3 session, 11 and 12 own user and system time, 13 and 14 that of
  // children.
  const double tick_s = 1.0 / static_cast<double>(::sysconf(_SC_CLK_TCK));
  for (int field = 1; field <= 14; ++field) {
    char* end = nullptr;
    const long long value = std::strtoll(at, &end, 10);
    if (end == at) return std::nullopt;
    at = end;
    if (field == 1) stat.parent = static_cast<pid_t>(value);
    if (field == 3) stat.session = static_cast<pid_t>(value);
    if (field == 11 || field == 12) stat.own_cpu_s += static_cast<double>(value) * tick_s;
    if (field == 13 || field == 14) stat.waited_cpu_s += static_cast<double>(value) * tick_s;
  }
  return stat;
}

ProcMemory read_memory(pid_t pid) {
  const std::string text = read_proc_file(folder_of(pid) + "/status");
  return {status_number(text, "\nVmRSS:") << 10, status_number(text, "\nVmHWM:") << 10,
          status_number(text, "\nVmPeak:") << 10};
}

std::optional<std::int64_t> out_of_memory_kills() {
  const std::string text = read_proc_file("/proc/vmstat");
  constexpr std::string_view kKey = "\noom_kill ";
  if (text.find(kKey) == std::string::npos) return std::nullopt;
  return status_number(text, kKey);
}

Running& running() {
  static Running instance;
  return instance;
}

void adopt_orphans() {
  static std::once_flag once;
  std::call_once(once, [] {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    // A parent that ignores SIGCHLD, which is inherited, never learns how its children ended.
    struct sigaction action {};
    if (::sigaction(SIGCHLD, nullptr, &action) == 0 &&
        (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0)) {
      action = {};
      action.sa_handler = SIG_DFL;
      ::sigaction(SIGCHLD, &action, nullptr);
    }
  });
}

void end_stragglers(const Spawned& leader) {
  using namespace std::chrono_literals;
  const auto give_up = std::chrono::steady_clock::now() + 1s;
  const bool in_namespaces = static_cast<bool>(leader.status);
  while (end_those_seen(leader.pid, in_namespaces) && std::chrono::steady_clock::now() < give_up)
    std::this_thread::sleep_for(1ms);
}

constexpr std::size_t kMostDescendants = 256;  // looked at in one sample

std::vector<pid_t> descendants_of(pid_t pid) {
  std::vector<pid_t> all = children_of(pid);
  for (std::size_t i = 0; i < all.size() && all.size() < kMostDescendants; ++i) {
    const std::vector<pid_t> more = children_of(all[i]);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<pid_t> counted_beside(const Spawned& spawned) {
  if (spawned.is_alone) return {};
  std::vector<pid_t> all = descendants_of(spawned.pid);
  for (const pid_t orphan : orphans_of(spawned)) {
    if (all.size() >= kMostDescendants) break;
    const std::vector<pid_t> below = descendants_of(orphan);
    all.push_back(orphan);
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

CpuUse cpu_use(const Spawned& spawned, const std::vector<pid_t>& descendants) {
  CpuUse use;
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(spawned.main, &clock) == 0 && ::clock_gettime(clock, &time) == 0)
    use.seconds = static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  const auto look_at = [&](pid_t pid) {
    const std::optional<ProcStat> stat = read_stat(pid);
    if (stat && stat->state == 'R') use.is_ready = true;
    return stat.value_or(ProcStat());
  };
  const ProcStat first = look_at(spawned.is_alone ? spawned.main : spawned.pid);
  if (spawned.is_alone) return use;
  use.seconds += first.waited_cpu_s;
  for (const pid_t pid : descendants) {
    const ProcStat stat = look_at(pid);
    use.seconds += stat.waited_cpu_s;
    if (pid != spawned.main) use.seconds += stat.own_cpu_s;
  }
  return use;
}

}  // namespace mergelab::sandbox
