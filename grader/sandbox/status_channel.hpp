// The sandbox's end of mergelab-init's words.
#pragma once

#include <sys/types.h>

#include <array>
#include <optional>

#include "base/descriptor.hpp"
#include "sandbox/status.hpp"

namespace mergelab::sandbox {

struct Heard {
  Status status;
  pid_t sender = 0;  // as this process's namespace numbers it; the kernel says so, not the sender
};

/// Ours and theirs. Throws std::system_error.
[[nodiscard]] std::array<base::Descriptor, 2> make_status_channel();

/// The next message that is there, or nothing; does not wait.
[[nodiscard]] std::optional<Heard> hear(int channel);

}  // namespace mergelab::sandbox
