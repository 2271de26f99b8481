// The messages in which mergelab-init reports the status of its command to the sandbox, and the sandbox's end
// of their channel.
#pragma once

#include <sys/types.h>

#include <array>
#include <optional>

#include "base/descriptor.hpp"

namespace mergelab::sandbox {

// The descriptors that a command starts with, besides the first three.

inline constexpr int kChannel = 3;       // Command::channel
inline constexpr int kLockFilter = 4;    // with Command::locks_itself, where there are filters: lock_filter()
inline constexpr int kErrors = 5;        // why the command could not start; closed by exec
inline constexpr int kStatus = 6;        // for the messages of mergelab-init; no command has it
inline constexpr int kCommonFilter = 7;  // for bubblewrap, which reads and closes it
inline constexpr int kFirstOurs =
    16;  // ours lie above those that the child sets up, so that dup2 overwrites none

/// Which step of starting a command failed.
enum class Step : int { descriptors, memory, limits, user, reading, directory, filter, program };

struct Status {
  enum class What : int {
    here,     // from the command's own process before its program starts; the kernel adds its process id
    running,  // its program has started
    failed,   // it has not
    ended,
  };
  What what = What::here;
  Step step = Step::program;  // failed
  int error = 0;              // failed: errno
  int wait_status = 0;        // ended: as waitpid gives it
};

struct Failure {
  Step step;
  int error;
};

struct ReceivedStatus {
  Status status;
  pid_t sender = 0;  // in this process's namespace; filled in by the kernel, not by the sender
};

/// Our end and mergelab-init's. Throws std::system_error.
[[nodiscard]] std::array<base::Descriptor, 2> make_status_channel();

/// The next message that has arrived, or nothing. Does not wait.
[[nodiscard]] std::optional<ReceivedStatus> receive_status(int channel);

}  // namespace mergelab::sandbox
