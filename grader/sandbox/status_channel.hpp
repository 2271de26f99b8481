// The sandbox's end of the channel on which mergelab-init reports the status of its command.
#pragma once

#include <sys/types.h>

#include <array>
#include <optional>

#include "base/descriptor.hpp"
#include "sandbox/status.hpp"

namespace mergelab::sandbox {

struct ReceivedStatus {
  Status status;
  pid_t sender = 0;  // in this process's namespace; filled in by the kernel, not by the sender
};

/// Our end and mergelab-init's. Throws std::system_error.
[[nodiscard]] std::array<base::Descriptor, 2> make_status_channel();

/// The next message that has arrived, or nothing. Does not wait.
[[nodiscard]] std::optional<ReceivedStatus> receive_status(int channel);

}  // namespace mergelab::sandbox
