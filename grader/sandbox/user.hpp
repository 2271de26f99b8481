// A user id that owns nothing, for commands that root starts.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace mergelab::sandbox {

/// One that nobody has, as far as conventions go, and that differs between graders which run at once.
[[nodiscard]] uid_t command_user();

/// Gives a folder and what lies in it to command_user(), so that a command can write there. Links are not
/// followed. Throws std::system_error.
void hand_over(const std::filesystem::path& folder);

}  // namespace mergelab::sandbox
