// Runs an untrusted command under limits. Knows nothing of labs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>

#include "sandbox/level.hpp"
#include "sandbox/memory_group.hpp"

namespace mergelab::sandbox {

inline constexpr double kMostPatience = 3;

struct Limits {
  double cpu_s = 0;  // 0: none
  /// 0: none. The clock stands while the command is ready to run and gets no processor, for at most
  /// kMostPatience times as long: a busy machine ends nothing that would end by itself.
  double wall_s = 0;
  std::int64_t address_space_bytes = 0;  // RLIMIT_AS; 0: none
  /// Memory in use, for programs that reserve address space without end; 0: none. memory_control() says how.
  std::int64_t resident_bytes = 0;
  std::optional<MemoryControl> control;  // of resident_bytes; none: the best there is
  std::int64_t file_bytes = 64LL << 20;  // RLIMIT_FSIZE; 0: none
  std::int64_t stack_bytes = 8LL << 20;
  std::int64_t output_bytes = 1LL << 20;  // stdout and stderr together; more ends the process
  bool drops_output = false;              // more is left out, and ends nothing
  int open_files = 64;
};

/// What an untrusted command may see and change of the machine, where the level of isolation enforces
/// that. The system's programs, libraries and headers and the grader's own are always there to be read.
struct Confinement {
  std::vector<std::filesystem::path> readable;  // those that exist
  std::vector<std::filesystem::path> writable;  // and readable; folders
  std::vector<std::filesystem::path> devices;   // device nodes besides null, zero, full, random and urandom
  std::int64_t temporary_bytes = 64LL << 20;    // of its /tmp, which is memory
  std::optional<Level> level;                   // none: the one of isolation()
};

struct Command {
  std::vector<std::string> argv;           // argv[0] is looked up in PATH of `env` when it has no slash
  std::map<std::string, std::string> env;  // the whole environment; nothing is inherited
  std::filesystem::path directory;         // the working directory; empty: "/"
  int channel = -1;                        // descriptor 3 in the child; all others are closed
  Limits limits;
  std::optional<Confinement> confinement;  // none: our own program, only under limits
  bool locks_itself = false;               // it gets lock_filter(), if any, as descriptor 4
};

/// Why a process is no longer there.
enum class End { exited, signalled, cpu_limit, wall_limit, output_limit, memory_limit };

struct Exit {
  End end = End::exited;
  int code = 0;    // of exit()
  int signal = 0;  // when signalled
  double cpu_s = 0;
  double wall_s = 0;
  double starved_s = 0;         // of those since renew(): it was ready to run and got no processor
  std::int64_t peak_bytes = 0;  // the largest resident set seen
  MemoryControl memory_control = MemoryControl::none;  // what enforced Limits::resident_bytes
  std::string output;  // stdout and stderr interleaved, at most Limits::output_bytes
  bool output_cut = false;
};

/// One running command, in its own process group. The destructor kills the group and reaps it; it never
/// throws. Not copyable. The command also ends with the thread that started it, so that nothing outlives a
/// grader that is killed.
class Process {
 public:
  /// Throws std::system_error when the command can't be started (for example no such program).
  explicit Process(const Command& command);
  ~Process();
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;

  [[nodiscard]] pid_t pid() const;
  /// CPU seconds used by the process and the children that it has waited for.
  [[nodiscard]] double cpu_s() const;

  /// Drains output, enforces the limits, and returns after at most `patience`: the exit, if it is over.
  /// `wake` (a descriptor, -1 for none) ends the wait early when it becomes readable.
  [[nodiscard]] std::optional<Exit> poll(std::chrono::milliseconds patience, int wake = -1);
  /// Waits to the end.
  [[nodiscard]] Exit wait();
  /// Replaces the CPU and wall limits; both count from now.
  void renew(double cpu_s, double wall_s);
  /// What it has printed since the last call; the limit counts from here.
  [[nodiscard]] std::string take_output();
  /// Signals the whole group to end, and does not wait. kill() or the destructor must follow: with several
  /// processes, after all were signalled.
  void send_kill() const;
  /// Ends the whole group at once and says how the process ended.
  Exit kill(End reason = End::signalled);

 private:
  struct State;
  State* state_ = nullptr;
};

/// Runs a command to its end.
[[nodiscard]] Exit run(const Command& command);

/// "signal 11 (segmentation fault)" etc.
[[nodiscard]] std::string describe_signal(int signal);

// Looks up a program as a shell would, but in a PATH that is given, not in the caller's own.

/// `name` itself when it has a slash, else the first executable regular file of that name in the folders of
/// `path`. Relative folders are skipped: a program must not depend on where the grader stands.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name, std::string_view path);

}  // namespace mergelab::sandbox
