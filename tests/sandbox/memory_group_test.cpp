// Memory in use is limited in each way that this machine has, and its groups are removed.
#include <gtest/gtest.h>
#include <unistd.h>

#include "commands.hpp"
#include "sandbox/memory_group.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::sandbox {
namespace {

namespace fs = std::filesystem;

class ResidentLimit : public AtLevel {
 protected:
  /// Skips a control group that this machine does not give.
  static bool has(MemoryControl control) {
    return control == MemoryControl::polling || MemoryGroup::make(control, 64 << 20).has_value();
  }
  static Command eater(MemoryControl control) {
    Command command = helper({"eat_memory_slowly"});
    command.limits.resident_bytes = 96 << 20;
    command.limits.control = control;
    return command;
  }
};
AT_EACH_LEVEL(ResidentLimit);

TEST_P(ResidentLimit, counts_children_that_left_their_parent_and_session) {
  Command command = eater(MemoryControl::polling);
  command.argv.back() = "eat_memory_in_orphan";
  command.limits.wall_s = 20;
  EXPECT_EQ(run(command).end, End::memory_limit);
}

TEST_P(ResidentLimit, ends_a_command_that_uses_too_much) {
  int tried = 0;
  for (const MemoryControl control :
       {MemoryControl::cgroup_v2, MemoryControl::cgroup_v1, MemoryControl::polling}) {
    if (!has(control)) continue;
    ++tried;
    const Exit exit = run(eater(control));
    EXPECT_EQ(exit.end, End::memory_limit) << to_string(control);
    EXPECT_EQ(exit.memory_control, control);
    EXPECT_GT(exit.peak_bytes, 32 << 20);
    EXPECT_LT(exit.peak_bytes, 512 << 20);
  }
  EXPECT_GE(tried, 1);
}

TEST_P(ResidentLimit, leaves_reserved_memory_alone) {
  Command command = helper({"allocate", "4096"});
  command.limits.resident_bytes = 96 << 20;
  const Exit exit = run(command);
  EXPECT_EQ(exit.output, "granted\n");
  EXPECT_EQ(exit.memory_control, memory_control());
}

TEST_P(ResidentLimit, leaves_no_group) {
  for (const MemoryControl control : {MemoryControl::cgroup_v2, MemoryControl::cgroup_v1}) {
    fs::path parent;
    if (const std::optional<MemoryGroup> group = MemoryGroup::make(control, 64 << 20)) {
      parent = group->folder().parent_path();
    }
    if (parent.empty()) continue;
    static_cast<void>(run(eater(control)));
    for (const fs::directory_entry& entry : fs::directory_iterator(parent)) {
      EXPECT_FALSE(
          entry.path().filename().string().starts_with("mergelab-" + std::to_string(::getpid()) + "-"))
          << entry.path();
    }
  }
}

TEST(MemoryGroup, is_not_made_where_there_is_no_controller) {
  const TemporaryFolder root;
  EXPECT_FALSE(MemoryGroup::make(MemoryControl::cgroup_v2, 1 << 20, root.path()));
  write_text(root.path() / "proc/self/cgroup", "0::/user.slice\n");
  write_text(root.path() / "sys/fs/cgroup/cgroup.controllers", "cpu\n");
  fs::create_directories(root.path() / "sys/fs/cgroup/user.slice");
  EXPECT_FALSE(MemoryGroup::make(MemoryControl::cgroup_v2, 1 << 20, root.path()));
  EXPECT_FALSE(MemoryGroup::make(MemoryControl::cgroup_v1, 1 << 20, root.path()));
  EXPECT_TRUE(fs::is_empty(root.path() / "sys/fs/cgroup/user.slice")) << "a group was left";
}

TEST(MemoryControl, has_names_for_the_report) {
  EXPECT_EQ(to_string(MemoryControl::cgroup_v2), "cgroup v2");
  EXPECT_EQ(to_string(MemoryControl::polling), "polling");
  EXPECT_EQ(to_string(MemoryControl::none), "");
}

}  // namespace
}  // namespace mergelab::sandbox
