// Whether a level of isolation, or a way to limit memory, works here: only running a command so shows it.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <future>
#include <system_error>

#include "sandbox/bubblewrap.hpp"
#include "sandbox/filter.hpp"
#include "sandbox/level.hpp"
#include "sandbox/process.hpp"

namespace mergelab::sandbox {
namespace {

std::vector<Command>& demands() {
  static std::vector<Command> commands;
  return commands;
}

std::string why_not(const Command& command) {
  try {
    const Exit exit = run(command);
    if (exit.end == End::exited && exit.code == 0) return "";
    std::string words = exit.output.substr(0, exit.output.find('\n'));
    if (words.empty()) words = "it failed without a message";
    return "a command that works without it fails with it: " + command.argv.front() + ": " + words;
  } catch (const std::system_error& error) {
    return error.what();
  }
}

/// Root may lack the rights to change a folder's owner, or to kill another user's processes. Then the limits
/// of a command could not be enforced.
std::string why_no_other_user(Command command) {
  std::error_code error;
  std::string folder = (std::filesystem::temp_directory_path(error) / "mergelab-probe-XXXXXX").string();
  if (error || ::mkdtemp(folder.data()) == nullptr) return "no temporary folder can be created to try it";
  std::string reason;
  command.confinement->writable = {folder};
  try {
    Process process(command);
    if (::kill(process.pid(), 0) != 0) reason = "processes of another user can't be ended";
    static_cast<void>(process.wait());
  } catch (const std::system_error& failure) {
    reason = failure.what();
  }
  std::filesystem::remove_all(folder, error);
  return reason;
}

MemoryControl find_memory_control() {
  Command command;
  command.argv = {init_program().string(), "probe"};
  command.limits.wall_s = 20;
  command.limits.resident_bytes = 256 << 20;
  for (const MemoryControl control : {MemoryControl::cgroup_v2, MemoryControl::cgroup_v1}) {
    command.limits.control = control;
    try {
      const Exit exit = run(command);
      if (exit.end == End::exited && exit.code == 0) return control;
    } catch (const std::system_error&) {  // the next one
    }
  }
  return MemoryControl::polling;
}

}  // namespace

std::string why_not(Level level) {
  if (level.seccomp && !why_no_filters().empty()) return why_no_filters();
  if (level.fence == Fence::user && ::geteuid() != 0) return "only root can change to another user";
  if (level.fence == Fence::namespaces && !find_bubblewrap()) return "bubblewrap is not installed";
  Command command;
  command.argv = {init_program().string(), "probe"};
  command.confinement.emplace();
  command.confinement->level = level;
  command.limits.wall_s = 20;
  if (std::string reason = why_not(command); !reason.empty()) return reason;
  if (level.fence == Fence::user) {
    if (std::string reason = why_no_other_user(command); !reason.empty()) return reason;
  }
  std::vector<std::future<std::string>> tried;
  for (Command demanded : demands()) {
    if (!demanded.confinement) demanded.confinement.emplace();
    demanded.confinement->level = level;
    tried.push_back(std::async(std::launch::async, [demanded] { return why_not(demanded); }));
  }
  std::string first;
  for (std::future<std::string>& each : tried) {
    if (const std::string reason = each.get(); first.empty()) first = reason;
  }
  return first;
}

void demand(std::vector<Command> commands) { demands() = std::move(commands); }

Command reading(const std::vector<std::filesystem::path>& paths) {
  Command command;
  command.argv = {init_program().string(), "probe"};
  for (const std::filesystem::path& path : paths) command.argv.push_back(path.string());
  command.confinement.emplace();
  command.confinement->readable = paths;
  command.limits.wall_s = 20;
  return command;
}

MemoryControl memory_control() {
  static const MemoryControl best = find_memory_control();
  return best;
}

}  // namespace mergelab::sandbox
