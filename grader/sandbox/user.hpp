// A user id that owns nothing, for commands that root starts.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace mergelab::sandbox {

/// By convention no account has it, and graders that run at once have different ones.
[[nodiscard]] uid_t command_user();

/// Gives a folder and its contents to command_user(), so that a command can write there. Links are not
/// followed. Throws std::system_error.
void hand_over(const std::filesystem::path& folder);

}  // namespace mergelab::sandbox
