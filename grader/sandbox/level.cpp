#include "sandbox/level.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <future>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "sandbox/bubblewrap.hpp"
#include "sandbox/filter.hpp"
#include "sandbox/process.hpp"

namespace mergelab::sandbox {
namespace {

namespace fs = std::filesystem;

std::string first_word(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

bool is_container(const fs::path& root) {
  std::error_code ignored;
  return fs::exists(root / ".dockerenv", ignored) || fs::exists(root / "run/.containerenv", ignored) ||
         fs::exists(root / "run/systemd/container", ignored);
}

}  // namespace

std::vector<Obstacle> obstacles_to_namespaces(const fs::path& root) {
  std::vector<Obstacle> found;
  const fs::path sysctl = root / "proc/sys";
  if (first_word(sysctl / "kernel/unprivileged_userns_clone") == "0") {
    found.push_back({"kernel.unprivileged_userns_clone is 0: only root can create user namespaces",
                     "sysctl -w kernel.unprivileged_userns_clone=1, and a file in /etc/sysctl.d to keep it"});
  }
  if (first_word(sysctl / "kernel/apparmor_restrict_unprivileged_userns") == "1") {
    found.push_back(
        {"kernel.apparmor_restrict_unprivileged_userns is 1, the default of Ubuntu since 24.04: only "
         "programs with an AppArmor profile for it can create user namespaces",
         "a profile for /usr/bin/bwrap: apt-get install apparmor-profiles, then ln -s "
         "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ and systemctl "
         "reload apparmor"});
  }
  if (first_word(sysctl / "user/max_user_namespaces") == "0") {
    found.push_back({"user.max_user_namespaces is 0", "sysctl -w user.max_user_namespaces=15000"});
  }
  if (is_container(root)) {
    found.push_back({"this is a container, and most containers refuse namespaces",
                     "on a machine only for grading, start it with --security-opt seccomp=unconfined "
                     "--security-opt apparmor=unconfined --security-opt systempaths=unconfined; as root in a "
                     "container, commands run as another user until then"});
  }
  return found;
}

namespace {

constexpr std::array<std::pair<Fence, std::string_view>, 3> kFences{{
    {Fence::process, "process"},
    {Fence::user, "user"},
    {Fence::namespaces, "namespaces"},
}};
constexpr std::string_view kWithSeccomp = "+seccomp";

/// What the user allows at most.
Level ceiling() {
  const char* name = std::getenv("MERGELAB_ISOLATION");
  if (name == nullptr || *name == '\0') return {Fence::namespaces, true};
  if (const std::optional<Level> level = level_from_string(name)) return *level;
  std::vector<std::string> names;
  for (const Level level : all_levels()) names.push_back(to_string(level));
  throw std::runtime_error(
      fmt::format("MERGELAB_ISOLATION={} is not a level of isolation\n  the levels are {}", name,
                  fmt::join(names, ", ")));
}

Isolation find_best() {
  const Level most = ceiling();
  constexpr Level kBest{Fence::namespaces, true};
  if (covers(most, kBest) && why_not(kBest).empty()) return {kBest, {}};
  Isolation best;
  if (const std::string reason = why_not({Fence::process, true}); !reason.empty()) {
    best.missing.push_back("no seccomp: " + reason);
  } else if (!most.seccomp) {
    best.missing.emplace_back("no seccomp: MERGELAB_ISOLATION asks for less");
  } else {
    best.level.seccomp = true;
  }
  for (const Fence fence : {Fence::namespaces, Fence::user}) {
    const std::string name = to_string(Level{fence, false});
    if (fence > most.fence) {
      best.missing.push_back(fmt::format("no {}: MERGELAB_ISOLATION asks for less", name));
      continue;
    }
    const std::string reason = why_not({fence, best.level.seccomp});
    if (reason.empty()) {
      best.level.fence = fence;
      break;
    }
    best.missing.push_back(fmt::format("no {}: {}", name, reason));
  }
  return best;
}

std::optional<Isolation>& current() {
  static std::optional<Isolation> instance;
  return instance;
}

}  // namespace

std::string to_string(Level level) {
  std::string name;
  for (const auto& [fence, words] : kFences) {
    if (fence == level.fence) name = words;
  }
  if (level.seccomp) name += kWithSeccomp;
  return name;
}

std::optional<Level> level_from_string(std::string_view name) {
  for (const Level level : all_levels()) {
    if (to_string(level) == name) return level;
  }
  return std::nullopt;
}

std::vector<Level> all_levels() {
  std::vector<Level> levels;
  for (const auto& [fence, words] : kFences) {
    for (const bool seccomp : {false, true}) levels.push_back({fence, seccomp});
  }
  return levels;
}

bool covers(Level reached, Level wanted) {
  return reached.fence >= wanted.fence && (reached.seccomp || !wanted.seccomp);
}

const Isolation& isolation() {
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  if (!current()) current() = find_best();
  return *current();
}

void use_isolation(Level level) { current() = Isolation{level, {}}; }

// Whether a level of isolation, or a way to limit memory, works here: only running a command so shows it.

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

}  // namespace mergelab::sandbox
