#include "sandbox/bubblewrap.hpp"

#include <cstdlib>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

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
  for (const char* name : {"/etc/ld.so.cache", "/etc/alternatives", "/nix/store", "/gnu/store"}) {
    arguments.add("--ro-bind-try", name, name);
  }
}

void add_devices(Arguments& arguments, const std::vector<fs::path>& more) {
  arguments.add("--size", "65536", "--tmpfs", "/dev");
  for (const char* name : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    arguments.add("--dev-bind", name, name);
  }
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
    std::istringstream parts(path->second);
    for (std::string part; std::getline(parts, part, ':');) {
      if (part.starts_with('/')) confinement.readable.emplace_back(part);
    }
  }
}

}  // namespace mergelab::sandbox
