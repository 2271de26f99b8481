// A control group that limits the memory of a command, not its address space: a GPU's driver reserves far
// more of that than it uses.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/descriptor.hpp"

namespace mergelab::sandbox {

/// What enforces Limits::resident_bytes.
enum class MemoryControl {
  none,       // the limit is not set
  cgroup_v2,  // the kernel
  cgroup_v1,
  polling,  // this process looks every 20 ms at most, and ends what has grown too large
};

/// "cgroup v2" etc., as in reports; empty for none.
[[nodiscard]] std::string to_string(MemoryControl control);

/// The best one that works here, found by running a command in it, once per process.
[[nodiscard]] MemoryControl memory_control();

/// One group, removed by the destructor, when nothing may run in it any more.
class MemoryGroup {
 public:
  /// A new group next to or below our own. `control` is one of the two cgroups. Empty when the machine does
  /// not let us make one. `root` replaces / in tests.
  static std::optional<MemoryGroup> make(MemoryControl control, std::int64_t bytes,
                                         const std::filesystem::path& root = "/");
  ~MemoryGroup();
  MemoryGroup(MemoryGroup&& other) noexcept;
  MemoryGroup& operator=(MemoryGroup&& other) noexcept;

  /// Writing "0" to it moves the writer into the group.
  [[nodiscard]] int members() const { return members_.get(); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Whether the kernel ended a process of the group because the limit was reached.
  [[nodiscard]] bool ran_out() const;

 private:
  MemoryGroup() = default;

  std::filesystem::path folder_;
  MemoryControl control_ = MemoryControl::none;
  base::Descriptor members_;
};

}  // namespace mergelab::sandbox
