// How well an untrusted command is fenced in: the levels, their names, and which of them this machine
// reaches.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::sandbox {

struct Command;

/// bwrap in PATH, or in the usual folders when that is not set.
[[nodiscard]] std::optional<std::string> find_bubblewrap();

/// mergelab-init, next to the program that runs now.
[[nodiscard]] std::filesystem::path init_program();

/// The command in its namespaces, below mergelab-init. `program` is its argv[0], looked up.
[[nodiscard]] std::vector<std::string> in_namespaces(const Command& command, const std::string& program,
                                                     bool with_filter);

// What a command needs of the machine to use a GPU.

/// Adds to its view the device nodes of NVIDIA's driver, what the driver's libraries read, and the folders
/// that LD_LIBRARY_PATH of its environment names. It is a confined command.
void show_gpu(Command& command);

/// What separates a command from the rest of the machine; each includes those before it.
enum class Fence {
  process,     // limits, a process group, a clean environment, no descriptors
  user,        // and a separate user id; only root can give one
  namespaces,  // and its own view of files, processes and network, through bubblewrap
};

struct Level {
  Fence fence = Fence::process;
  bool seccomp = false;  // the kernel refuses the system calls that no submission needs
  bool operator==(const Level&) const = default;
};

/// "namespaces+seccomp" etc., as in options and reports.
[[nodiscard]] std::string to_string(Level level);
/// Empty for an unknown name.
[[nodiscard]] std::optional<Level> level_from_string(std::string_view name);
/// From the weakest to the strongest.
[[nodiscard]] std::vector<Level> all_levels();
/// Whether `reached` does all that `wanted` does.
[[nodiscard]] bool covers(Level reached, Level wanted);

/// Whether commands run at this level here, found by running one and those of `demand`: empty, or why not.
[[nodiscard]] std::string why_not(Level level);
/// Commands that have to exit with 0 at a level before it is used: a level may hide files that a command
/// needs, and a submission must not lose points for that.
void demand(std::vector<Command> commands);
/// A command for `demand`: exits with 0 when all of these paths can be read.
[[nodiscard]] Command reading(const std::vector<std::filesystem::path>& paths);

struct Isolation {
  Level level;
  std::vector<std::string> missing;  // a line for each thing that would give more
};

/// The best level that works here, and not above the one that the environment variable MERGELAB_ISOLATION
/// names. Tried out once per process. Throws std::runtime_error for an invalid value.
[[nodiscard]] const Isolation& isolation();
/// From now on commands run at this level, without a trial: another program of the same grading has found it.
void use_isolation(Level level);

// Why namespaces are refused, from the machine's own settings, for people who want to change that.

struct Obstacle {
  std::string what;    // the setting, and its value
  std::string remedy;  // what the machine's owner can do
};

/// The settings below `root` that keep an unprivileged program from making namespaces; empty when none is
/// known. Whether they are in the way is for why_not() to say: root passes some of them.
[[nodiscard]] std::vector<Obstacle> obstacles_to_namespaces(const std::filesystem::path& root = "/");

}  // namespace mergelab::sandbox
