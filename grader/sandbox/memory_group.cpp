#include "sandbox/memory_group.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <system_error>
#include <thread>

#include "sandbox/process.hpp"

namespace mergelab::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "mergelab-";

/// A control file takes a value in one write or refuses it.
bool put(const fs::path& file, const std::string& value) {
  const base::Descriptor stream(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return stream && ::write(stream.get(), value.data(), value.size()) == static_cast<ssize_t>(value.size());
}

std::int64_t number_after(const fs::path& file, const std::string& key) {
  std::ifstream stream(file);
  std::string word;
  std::int64_t value = 0;
  while (stream >> word >> value) {
    if (word == key) return value;
  }
  return 0;
}

/// Our own group's folder, from a line of /proc/self/cgroup: "0::/path", or "4:memory:/path".
std::optional<fs::path> own_group(MemoryControl control, const fs::path& root) {
  std::ifstream lines(root / "proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    const fs::path below = fs::path(line.substr(second + 1)).relative_path();
    if (control == MemoryControl::cgroup_v2 && controllers == ",,") {
      for (const char* mount : {"sys/fs/cgroup", "sys/fs/cgroup/unified"}) {
        if (fs::exists(root / mount / "cgroup.controllers")) return root / mount / below;
      }
    }
    if (control == MemoryControl::cgroup_v1 && controllers.find(",memory,") != std::string::npos)
      return root / "sys/fs/cgroup/memory" / below;
  }
  return std::nullopt;
}

/// Groups of graders that were killed.
void remove_abandoned(const fs::path& parent) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    const pid_t owner = static_cast<pid_t>(std::atol(name.c_str() + std::string(kPrefix).size()));
    if (owner > 0 && ::kill(owner, 0) != 0 && errno == ESRCH) ::rmdir(entry.path().c_str());
  }
}

bool set_limit(const fs::path& group, MemoryControl control, std::int64_t bytes) {
  if (control == MemoryControl::cgroup_v1) {
    if (!put(group / "memory.limit_in_bytes", std::to_string(bytes))) return false;
    put(group / "memory.memsw.limit_in_bytes", std::to_string(bytes));  // missing without swap accounting
    return true;
  }
  // A group's children get the controllers that its own file names; this one can be refused.
  if (!fs::exists(group / "memory.max")) put(group.parent_path() / "cgroup.subtree_control", "+memory");
  if (!put(group / "memory.max", std::to_string(bytes))) return false;
  put(group / "memory.swap.max", "0");
  put(group / "memory.oom.group", "1");
  return true;
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

std::string to_string(MemoryControl control) {
  constexpr const char* kNames[] = {"", "cgroup v2", "cgroup v1", "polling"};
  return kNames[static_cast<std::size_t>(control)];
}

MemoryControl memory_control() {
  static const MemoryControl best = find_memory_control();
  return best;
}

std::optional<MemoryGroup> MemoryGroup::make(MemoryControl control, std::int64_t bytes,
                                             const fs::path& root) {
  static std::atomic<unsigned> next{0};
  const std::optional<fs::path> own = own_group(control, root);
  if (!own) return std::nullopt;
  const std::string name = fmt::format("{}{}-{}", kPrefix, ::getpid(), next++);
  for (const fs::path& parent : std::vector<fs::path>{*own, own->parent_path()}) {
    remove_abandoned(parent);
    const fs::path folder = parent / name;
    if (::mkdir(folder.c_str(), 0755) != 0) continue;
    MemoryGroup group;
    group.folder_ = folder;
    group.control_ = control;
    if (!set_limit(folder, control, bytes)) continue;
    group.members_ = base::Descriptor(::open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    if (group.members_) return group;
  }
  return std::nullopt;
}

MemoryGroup::MemoryGroup(MemoryGroup&& other) noexcept
    : folder_(std::exchange(other.folder_, fs::path())),
      control_(other.control_),
      members_(std::move(other.members_)) {}

MemoryGroup& MemoryGroup::operator=(MemoryGroup&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(control_, other.control_);
  std::swap(members_, other.members_);
  return *this;
}

MemoryGroup::~MemoryGroup() {
  using namespace std::chrono_literals;
  if (folder_.empty()) return;
  // The group counts as used until the kernel has released its last member.
  for (int i = 0; i < 100 && ::rmdir(folder_.c_str()) != 0 && errno == EBUSY; ++i)
    std::this_thread::sleep_for(1ms);
}

bool MemoryGroup::ran_out() const {
  return number_after(
             folder_ / (control_ == MemoryControl::cgroup_v2 ? "memory.events" : "memory.oom_control"),
             "oom_kill") > 0;
}

}  // namespace mergelab::sandbox
