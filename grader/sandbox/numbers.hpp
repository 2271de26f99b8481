// The descriptors that a command starts with, besides the first three.
#pragma once

namespace mergelab::sandbox {

inline constexpr int kChannel = 3;       // Command::channel
inline constexpr int kLockFilter = 4;    // with Command::locks_itself, where there are filters: lock_filter()
inline constexpr int kErrors = 5;        // why the command could not start; closed by exec
inline constexpr int kStatus = 6;        // for the messages of mergelab-init; no command has it
inline constexpr int kCommonFilter = 7;  // for bubblewrap, which reads and closes it
inline constexpr int kFirstOurs =
    16;  // ours lie above those that the child sets up, so that dup2 overwrites none

}  // namespace mergelab::sandbox
