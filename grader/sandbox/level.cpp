#include "sandbox/level.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <stdlib.h>

#include <cstdlib>
#include <fstream>
#include <future>
#include <mutex>
#include <set>
#include <stdexcept>
#include <system_error>

#include "base/lines.hpp"
#include "sandbox/filter.hpp"
#include "sandbox/process.hpp"
#include "sandbox/status_channel.hpp"

namespace mergelab::sandbox {
namespace {

namespace fs = std::filesystem;

class Arguments {
 public:
  explicit Arguments(std::string program) : all_{std::move(program)} {}

  template <class... Word>
  void add(Word&&... arguments) {
    (all_.emplace_back(std::forward<Word>(arguments)), ...);
  }

  /// Under its own name, and under the one that it has without symbolic links: programs know either.
  void bind(const char* how, const fs::path& path) {
    const fs::path absolute = fs::absolute(path).lexically_normal();
    std::error_code error;
    const fs::path real = fs::canonical(absolute, error);
    for (const fs::path& name : {absolute, error ? absolute : real}) {
      if (bound_.insert(name).second) add(how, name.string(), name.string());
    }
  }

  [[nodiscard]] std::vector<std::string> take() && { return std::move(all_); }

 private:
  std::vector<std::string> all_;
  std::set<fs::path> bound_;
};

/// Programs, libraries and headers: nothing that belongs to a user.
void add_system(Arguments& arguments) {
  arguments.add("--ro-bind", "/usr", "/usr");
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(name, error);
    if (fs::is_symlink(status)) arguments.add("--symlink", fs::read_symlink(name).string(), name);
    if (fs::is_directory(status)) arguments.add("--ro-bind", name, name);
  }
  // gdb brings the C library's debug information, which a worker that looks up a line would read through.
  constexpr const char* kDebug = "/usr/lib/debug";
  std::error_code none;
  if (fs::is_directory(kDebug, none)) {
    arguments.add("--size", "4096", "--tmpfs", kDebug);
    arguments.add("--remount-ro", kDebug);
  }
  for (const char* name : {"/etc/ld.so.cache", "/etc/alternatives", "/nix/store", "/gnu/store"})
    arguments.add("--ro-bind-try", name, name);
}

void add_devices(Arguments& arguments, const std::vector<fs::path>& more) {
  arguments.add("--size", "65536", "--tmpfs", "/dev");
  for (const char* name : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    arguments.add("--dev-bind", name, name);
  for (const fs::path& device : more) arguments.add("--dev-bind", device.string(), device.string());
  arguments.add("--remount-ro", "/dev");
}

/// Our own programs and libraries, and the libraries that they were linked to.
void add_own(Arguments& arguments) {
  const fs::path root = init_program().parent_path().parent_path();
  for (const char* name : {"bin", "lib"}) {
    if (fs::is_directory(root / name)) arguments.bind("--ro-bind", root / name);
  }
  if (const fs::path prefix = SANDBOX_LIBRARIES; fs::is_directory(prefix))
    arguments.bind("--ro-bind", prefix);
}

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

std::optional<std::string> find_bubblewrap() {
  const char* path = std::getenv("PATH");
  return find_program("bwrap", path != nullptr && *path != '\0' ? path : "/usr/local/bin:/usr/bin:/bin");
}

fs::path init_program() { return fs::read_symlink("/proc/self/exe").parent_path() / "mergelab-init"; }

std::vector<std::string> in_namespaces(const Command& command, const std::string& program, bool with_filter) {
  const Confinement& confinement = *command.confinement;
  Arguments arguments(find_bubblewrap().value_or("bwrap"));
  arguments.add("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
                "--unshare-cgroup-try", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL",
                "--die-with-parent", "--new-session", "--as-pid-1");
  if (with_filter) arguments.add("--seccomp", std::to_string(kCommonFilter));
  add_system(arguments);
  arguments.add("--proc", "/proc");
  arguments.add("--size", std::to_string(confinement.temporary_bytes), "--tmpfs", "/tmp");
  add_devices(arguments, confinement.devices);
  add_own(arguments);
  for (const fs::path& path : confinement.readable) arguments.bind("--ro-bind-try", path);
  for (const fs::path& path : confinement.writable) arguments.bind("--bind", path);
  arguments.add("--remount-ro", "/");  // it is a tmpfs, whose memory no limit counts
  arguments.add("--", init_program().string(), command.directory.empty() ? "/" : command.directory.string(),
                program);
  for (const std::string& word : command.argv) arguments.add(word);
  return std::move(arguments).take();
}

void show_gpu(Command& command) {
  namespace fs = std::filesystem;
  Confinement& confinement = *command.confinement;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/dev", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("nvidia") || name == "dxg") confinement.devices.push_back(entry.path());
  }
  confinement.readable.emplace_back("/sys");
  if (const auto path = command.env.find("LD_LIBRARY_PATH"); path != command.env.end()) {
    for (const std::string& part : base::lines_of(path->second, ':')) {
      if (part.starts_with('/')) confinement.readable.emplace_back(part);
    }
  }
}

std::vector<Obstacle> obstacles_to_namespaces(const fs::path& root) {
  std::vector<Obstacle> found;
  const fs::path sysctl = root / "proc/sys";
  if (first_word(sysctl / "kernel/unprivileged_userns_clone") == "0")
    found.push_back({"kernel.unprivileged_userns_clone is 0: only root can create user namespaces",
                     "sysctl -w kernel.unprivileged_userns_clone=1, and a file in /etc/sysctl.d to keep it"});
  if (first_word(sysctl / "kernel/apparmor_restrict_unprivileged_userns") == "1")
    found.push_back(
        {"kernel.apparmor_restrict_unprivileged_userns is 1, the default of Ubuntu since 24.04: only "
         "programs with an AppArmor profile for it can create user namespaces",
         "a profile for /usr/bin/bwrap: apt-get install apparmor-profiles, then ln -s "
         "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ and systemctl "
         "reload apparmor"});
  if (first_word(sysctl / "user/max_user_namespaces") == "0") {
    found.push_back({"user.max_user_namespaces is 0", "sysctl -w user.max_user_namespaces=15000"});
  }
  if (is_container(root))
    found.push_back({"this is a container, and most containers refuse namespaces",
                     "on a machine only for grading, start it with --security-opt seccomp=unconfined "
                     "--security-opt apparmor=unconfined --security-opt systempaths=unconfined; as root in a "
                     "container, commands run as another user until then"});
  return found;
}

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
