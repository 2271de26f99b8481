// Kills one process of a grading that a test has started, and no other process.
#pragma once

#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "sandbox/process_tree.hpp"

namespace mergelab {

enum class Role { judge, worker, compiler };

/// The name of the program that a process runs; empty when the process is gone.
inline std::string program_of(pid_t pid) {
  std::error_code gone;
  const auto file = std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", gone);
  return gone ? "" : file.filename().string();
}

/// A grading's processes besides itself, judges and workers are simt-cc and what that starts. One that has
/// yet to become something still runs its parent's program, and has no role.
inline bool has_role(pid_t pid, Role role) {
  const std::string program = program_of(pid);
  const std::optional<sandbox::ProcStat> stat = sandbox::read_stat(pid);
  if (program.empty() || !stat || program == program_of(stat->parent)) return false;
  if (role == Role::judge) return program == "mergelab-judge";
  if (role == Role::worker) return program == "mergelab-worker";
  return program != "mergelab-judge" && program != "mergelab-worker";
}

/// SIGKILL for one process of this role below `grading`; false when there is none now. `grading` is a child
/// of the caller's that it has not waited for, so that the number can't be another's by now; the victim is
/// held by a descriptor while it is looked at again.
inline bool kill_one(pid_t grading, Role role, std::mt19937& random) {
  std::vector<pid_t> candidates = sandbox::descendants_of(grading);
  std::erase_if(candidates, [&](pid_t pid) { return !has_role(pid, role); });
  if (candidates.empty()) return false;
  const pid_t victim = candidates[random() % candidates.size()];
  const auto held = static_cast<int>(::syscall(SYS_pidfd_open, victim, 0));
  if (held < 0) return false;
  const std::vector<pid_t> below = sandbox::descendants_of(grading);
  const bool still = std::find(below.begin(), below.end(), victim) != below.end() && has_role(victim, role);
  const bool sent = still && ::syscall(SYS_pidfd_send_signal, held, SIGKILL, nullptr, 0) == 0;
  ::close(held);
  return sent;
}

/// Waits for changes of a folder's files.
class FolderWatch {
 public:
  explicit FolderWatch(const std::filesystem::path& folder) : fd_(::inotify_init1(IN_CLOEXEC)) {
    ::inotify_add_watch(fd_, folder.c_str(), IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO);
  }
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;
  ~FolderWatch() { ::close(fd_); }
  /// Until something changes, or for so long.
  void wait(std::chrono::milliseconds most) {
    pollfd watched{fd_, POLLIN, 0};
    std::array<char, 4096> events;
    if (::poll(&watched, 1, static_cast<int>(most.count())) > 0)
      static_cast<void>(!::read(fd_, events.data(), events.size()));
  }

 private:
  int fd_;
};

}  // namespace mergelab
