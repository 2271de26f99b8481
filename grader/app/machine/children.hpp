// Several gradings at a time, each a separate mergelab; their ends and the user's signals come one by one.
// And one program whose output is handed over line by line.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace mergelab::app {

/// The words as exec takes them; they must outlive it.
[[nodiscard]] std::vector<char*> argv_of(std::vector<std::string>& words);

/// Of a status as waitpid gives it: the exit code, or 128 and the number of the signal that ended the
/// process.
[[nodiscard]] int exit_code(int wait_status);

/// While it lives, SIGINT, SIGTERM, SIGHUP and the ends of children come from wait() alone. Its children end
/// with this process, however it ends, and with the destructor.
class Children {
 public:
  Children();
  ~Children();
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  /// This mergelab with these words; what it prints goes to a file. Only for a process without other threads.
  /// Throws std::system_error.
  pid_t start(std::vector<std::string> words, const std::filesystem::path& log);
  void stop_all();
  void stop(pid_t child) const;

  struct Event {
    pid_t ended = 0;     // 0: none has ended
    int code = 0;        // its exit code; 128 and the number of the signal that ended it
    int stopped_by = 0;  // the signal that asks this process to end; 0: none
  };
  /// Waits for an event, so long at most; all zero where there was none.
  [[nodiscard]] Event wait(int most_ms = 1000);

 private:
  [[nodiscard]] std::optional<Event> ended();

  sigset_t before_{};
  base::Descriptor signals_;
  std::set<pid_t> running_;
};

/// Standard output and error of the command, without newlines. Returns its exit status, or 128 and the number
/// of the signal that ended it. Throws EnvironmentError when it can't be started.
int run_lines(std::vector<std::string> command, const std::function<void(const std::string&)>& on_line);

// And one that talks with the user itself, such as a debugger.

/// Runs the command on this terminal and waits for its end; Ctrl+C is the command's. Returns its exit code,
/// 128 and the signal's number where a signal ended it. Throws EnvironmentError when it can't be started.
int run_in_foreground(std::vector<std::string> command);

/// Calls `task` with 0 to count - 1, up to `jobs` at a time. The first exception ends the loop and is thrown
/// when the calls under way have returned.
void for_each_index(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& task);

}  // namespace mergelab::app
