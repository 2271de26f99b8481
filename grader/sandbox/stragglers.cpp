#include "sandbox/stragglers.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "sandbox/proc_files.hpp"

namespace mergelab::sandbox {
namespace {

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
  return in_namespaces && kernel_tells ? children_of(::getpid()) : all_processes();
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

}  // namespace

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

void end_stragglers(const Spawned& leader) {
  using namespace std::chrono_literals;
  const auto give_up = std::chrono::steady_clock::now() + 1s;
  const bool in_namespaces = static_cast<bool>(leader.status);
  while (end_those_seen(leader.pid, in_namespaces) && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(1ms);
  }
}

}  // namespace mergelab::sandbox
