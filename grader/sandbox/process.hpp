// Runs an untrusted command under limits. Knows nothing of labs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mergelab::sandbox {

struct Limits {
  double cpu_s = 0;                      // 0: none
  double wall_s = 0;                     // 0: none
  std::int64_t address_space_bytes = 0;  // RLIMIT_AS; 0: none
  std::int64_t file_bytes = 64LL << 20;  // RLIMIT_FSIZE; 0: none
  std::int64_t stack_bytes = 8LL << 20;
  std::int64_t output_bytes = 1LL << 20;  // stdout and stderr together; more ends the process
  int open_files = 64;
};

struct Command {
  std::vector<std::string> argv;           // argv[0] is looked up in PATH of `env` when it has no slash
  std::map<std::string, std::string> env;  // the whole environment; nothing is inherited
  std::filesystem::path directory;         // the working directory; empty: "/"
  int channel = -1;                        // a descriptor that becomes 3 in the child; all others are closed
  Limits limits;
};

/// Why a process is no longer there.
enum class End { exited, signalled, cpu_limit, wall_limit, output_limit, memory_limit };

struct Exit {
  End end = End::exited;
  int code = 0;    // of exit()
  int signal = 0;  // when signalled
  double cpu_s = 0;
  double wall_s = 0;
  std::int64_t peak_bytes = 0;  // the largest resident set seen
  std::string output;           // stdout and stderr interleaved, at most Limits::output_bytes
  bool output_cut = false;
};

/// One running command, in a process group of its own. The destructor kills the group and reaps it; it
/// never throws. Not copyable. The command also ends with the thread that started it, so that nothing
/// outlives a grader that is killed.
class Process {
 public:
  /// Throws std::system_error when the command can't be started (for example no such program).
  explicit Process(const Command& command);
  ~Process();
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;

  [[nodiscard]] pid_t pid() const;
  /// CPU seconds used so far by the process and the children that it has waited for.
  [[nodiscard]] double cpu_s() const;

  /// Drains output, enforces the limits, and returns after at most `patience`: the exit, if it is over.
  /// `wake` (a descriptor, -1 for none) ends the wait early when it becomes readable.
  [[nodiscard]] std::optional<Exit> poll(std::chrono::milliseconds patience, int wake = -1);
  /// Waits to the end.
  [[nodiscard]] Exit wait();
  /// Replaces the CPU and wall limits; both count from now.
  void renew(double cpu_s, double wall_s);
  /// Ends the whole group at once and says how the process ended.
  Exit kill(End reason = End::signalled);

 private:
  struct State;
  State* state_ = nullptr;
};

/// Runs a command to its end.
[[nodiscard]] Exit run(const Command& command);

/// The isolation that is reached on this machine, as the report states it: "process".
[[nodiscard]] std::string isolation_level();

/// "signal 11 (segmentation fault)" and its kin.
[[nodiscard]] std::string describe_signal(int signal);

}  // namespace mergelab::sandbox
