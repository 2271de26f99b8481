// Each limit soon ends a command that exceeds it, and is named.
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>

#include "commands.hpp"

namespace mergelab::sandbox {
namespace {

using namespace std::chrono_literals;

class CpuLimit : public AtLevel {
 protected:
  static void leave_a_sleeping_command_alone() {
    Command command = shell("sleep 1; echo awake");
    command.limits.cpu_s = 0.3;
    const Exit exit = run(command);
    EXPECT_EQ(exit.end, End::exited);
    EXPECT_EQ(exit.output, "awake\n");
  }
};
AT_EACH_LEVEL(CpuLimit);
using CpuLimitSlow = CpuLimit;
AT_EACH_LEVEL(CpuLimitSlow);
SUITE_AT_EACH_LEVEL(WallLimit);
/// One such test at a time: two would make a machine that is busier than they mean.
class WallLimitSlow : public AtLevel {
 protected:
  WallLimitSlow() { EXPECT_EQ(::flock(lock_.get(), LOCK_EX), 0); }

  /// Busy commands, each of a session of its own: where the kernel shares by sessions, too, few are enough.
  [[nodiscard]] static std::vector<Process> busy_machine() {
    std::vector<Process> busy;
    for (unsigned i = 0; i < 3 * std::max(1U, std::thread::hardware_concurrency()); ++i)
      busy.emplace_back(helper({"spin"}));
    return busy;
  }

 private:
  base::Descriptor lock_{::open(SANDBOX_HELPER, O_RDONLY | O_CLOEXEC)};
};
AT_EACH_LEVEL(WallLimitSlow);
SUITE_AT_EACH_LEVEL(OutputLimit);
SUITE_AT_EACH_LEVEL(AddressSpaceLimit);
SUITE_AT_EACH_LEVEL(FileLimit);
SUITE_AT_EACH_LEVEL(DescriptorLimit);
SUITE_AT_EACH_LEVEL(StackLimit);

std::int64_t own_peak_kib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST_P(CpuLimit, ends_an_endless_loop) {
  Command command = helper({"spin"});
  command.limits.cpu_s = 0.3;
  const Exit exit = run(command);
  EXPECT_EQ(exit.end, End::cpu_limit);
  EXPECT_GE(exit.cpu_s, 0.3);
  EXPECT_LT(exit.cpu_s, 1.0);
}

TEST_P(CpuLimit, counts_children_that_still_run) {
  Command command = helper({"spin_in_child"});
  command.limits.cpu_s = 0.3;
  const Exit exit = run(command);
  EXPECT_EQ(exit.end, End::cpu_limit);
  EXPECT_GE(exit.cpu_s, 0.3);
}

TEST_P(CpuLimit, counts_children_that_were_waited_for) {
  Command command = shell(std::string("while :; do timeout 0.1 ") + SANDBOX_HELPER + " spin; done");
  command.limits.cpu_s = 0.4;
  EXPECT_EQ(run(command).end, End::cpu_limit);
}

TEST_P(CpuLimit, counts_children_that_left_their_parent_and_session) {
  Command command = helper({"spin_in_orphan"});
  command.limits.cpu_s = 0.3;
  command.limits.wall_s = 20;
  const Exit exit = run(command);
  EXPECT_EQ(exit.end, End::cpu_limit);
  EXPECT_GE(exit.cpu_s, 0.3);
}

TEST_P(CpuLimit, leaves_a_command_alone_beside_one_that_has_such_children) {
  Process other(helper({"spin_in_orphan"}));
  std::string printed;
  for (int i = 0; i < 200 && printed.empty(); ++i) {
    ASSERT_FALSE(other.poll(50ms));
    printed = other.take_output();
  }
  ASSERT_EQ(printed, "orphan\n");
  leave_a_sleeping_command_alone();
}

TEST_P(CpuLimit, leaves_a_sleeping_command_alone) { leave_a_sleeping_command_alone(); }

TEST_P(CpuLimitSlow, has_a_backstop_when_nobody_polls) {
  Command command = helper({"spin"});
  command.limits.cpu_s = 0.1;
  command.limits.wall_s = 0;
  Process process(command);
  for (int i = 0; i < 300 && ::kill(process.pid(), 0) == 0; ++i) {
    siginfo_t info{};
    ::usleep(100'000);
    if (::waitid(P_PID, static_cast<id_t>(process.pid()), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid != 0) {
      break;
    }
  }
  const Exit exit = process.kill();
  EXPECT_EQ(exit.signal, SIGXCPU);
  EXPECT_EQ(exit.end, End::cpu_limit);
}

TEST_P(CpuLimit, is_what_its_signal_means_whatever_the_times_say) {
  Command command = shell("kill -XCPU $$");
  command.limits.cpu_s = 5;
  EXPECT_EQ(run(command).end, End::cpu_limit);
}

TEST_P(CpuLimitSlow, counts_from_renewal) {
  Command command = helper({"spin"});
  command.limits.cpu_s = 0.5;
  Process process(command);
  EXPECT_FALSE(process.poll(100ms));
  while (process.cpu_s() < 0.3) EXPECT_FALSE(process.poll(10ms));
  process.renew(5, 60);
  while (process.cpu_s() < 0.7) ASSERT_FALSE(process.poll(10ms));
  process.renew(0.1, 60);
  const Exit exit = process.wait();
  EXPECT_EQ(exit.end, End::cpu_limit);
  EXPECT_GE(exit.cpu_s, 0.8);
}

TEST_P(CpuLimitSlow, survives_many_renewals_past_the_first_backstop) {
  Command command = helper({"spin"});
  command.limits.cpu_s = 0.4;  // the start's backstop is at 2 s
  Process process(command);
  while (process.cpu_s() < 2.5) {
    process.renew(0.4, 60);
    ASSERT_FALSE(process.poll(50ms)) << "ended at " << process.cpu_s();
  }
}

TEST_P(WallLimit, ends_a_sleeping_command) {
  Command command = shell("sleep 30");
  command.limits.wall_s = 1;
  const Exit exit = run(command);
  EXPECT_EQ(exit.end, End::wall_limit);
  EXPECT_LT(exit.starved_s, exit.wall_s / 2);
  EXPECT_GE(exit.wall_s, 1);
  EXPECT_LT(exit.wall_s, 10);
}

TEST_P(WallLimitSlow, waits_for_a_command_that_gets_no_processor_but_not_for_ever) {
  const std::vector<Process> busy = busy_machine();
  Command command = helper({"spin"});
  command.limits.wall_s = 0.4;
  const Exit exit = run(command);
  EXPECT_EQ(exit.end, End::wall_limit);
  EXPECT_GT(exit.starved_s, exit.wall_s / 2);
  EXPECT_GT(exit.wall_s, 2 * command.limits.wall_s);
  EXPECT_LT(exit.wall_s, 20);
}

TEST_P(OutputLimit, ends_a_flood_without_keeping_it) {
  const std::int64_t before = own_peak_kib();
  const Exit exit = run(helper({"flood"}));
  EXPECT_EQ(exit.end, End::output_limit);
  EXPECT_TRUE(exit.output_cut);
  EXPECT_EQ(exit.output.size(), std::size_t{1} << 20);
  EXPECT_LT(exit.wall_s, 10);
#if !defined(__SANITIZE_ADDRESS__)  // which keeps what is freed
  EXPECT_LT(own_peak_kib() - before, 16 << 10);
#endif
}

TEST_P(OutputLimit, allows_exactly_its_bytes) {
  Command command = shell("printf 12345678");
  command.limits.output_bytes = 8;
  EXPECT_EQ(run(command).end, End::exited);
  command = shell("printf 123456789");
  command.limits.output_bytes = 8;
  const Exit exit = run(command);
  EXPECT_EQ(exit.end, End::output_limit);
  EXPECT_EQ(exit.output, "12345678");
}

TEST_P(AddressSpaceLimit, refuses_a_large_allocation) {
  Command command = helper({"allocate", "512"});
  EXPECT_EQ(run(command).output, "granted\n");
  command.limits.address_space_bytes = 256 << 20;
  EXPECT_EQ(run(command).output, "refused\n");
}

TEST_P(AddressSpaceLimit, is_named_when_a_command_grew_up_to_it) {
  Command command = helper({"eat_memory"});
  command.limits.address_space_bytes = 512 << 20;
  const Exit exit = run(command);
  EXPECT_EQ(exit.end, End::memory_limit);
  EXPECT_EQ(exit.signal, SIGABRT);
  EXPECT_GT(exit.peak_bytes, 128 << 20);
}

TEST_P(AddressSpaceLimit, is_not_blamed_for_a_crash_far_from_it) {
  Command command = shell("kill -ABRT $$");
  command.limits.address_space_bytes = 512 << 20;
  EXPECT_EQ(run(command).end, End::signalled);
}

TEST_P(FileLimit, ends_a_command_that_writes_a_large_file) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "file";
  Command command = shell("exec dd if=/dev/zero of=" + file.string() + " bs=65536 count=64");
  command.confinement->writable = {folder.path()};
  command.limits.file_bytes = 1 << 20;
  const Exit exit = run(command);
  EXPECT_EQ(std::filesystem::file_size(file), 1u << 20);
  EXPECT_EQ(exit.end, End::signalled);
  EXPECT_EQ(exit.signal, SIGXFSZ);
}

TEST_P(DescriptorLimit, holds) {
  Command command = shell("ulimit -n");
  command.limits.open_files = 23;
  EXPECT_EQ(run(command).output, "23\n");
}

TEST_P(StackLimit, holds) {
  Command command = shell("ulimit -s");
  command.limits.stack_bytes = 4 << 20;
  EXPECT_EQ(run(command).output, "4096\n");
}

// Memory in use is limited in each way that this machine has, and its groups are removed.

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
