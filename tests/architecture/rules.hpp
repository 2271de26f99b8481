// The rules that keep the tree as docs/architecture.md draws it, as functions on a folder, so that a bad tree
// can be shown to fail them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mergelab::architecture {

/// One breach: "grader/score/score.cpp:3: score may not include judge". Empty lists are good news.
using Breaches = std::vector<std::string>;

/// Every #include in grader/ that goes to a room which its own room may not depend on.
[[nodiscard]] Breaches forbidden_includes(const std::filesystem::path& root);

/// Rooms of grader/ that the arrows do not know.
[[nodiscard]] Breaches unknown_rooms(const std::filesystem::path& root);

/// Source files over 300 lines without a comment "Long because ..." in their first ten lines.
[[nodiscard]] Breaches long_files(const std::filesystem::path& root);

/// Source files whose first line is no comment that says why the file exists; x.cpp is introduced by its
/// x.hpp, and a test by its name.
[[nodiscard]] Breaches files_without_a_purpose(const std::filesystem::path& root);

/// Headers without #pragma once.
[[nodiscard]] Breaches unguarded_headers(const std::filesystem::path& root);

/// Skeletons of labs/ over 120 lines.
[[nodiscard]] Breaches long_skeletons(const std::filesystem::path& root);

/// Text files that name a folder of somebody's own machine: a home directory, or where this checkout lies.
[[nodiscard]] Breaches private_paths(const std::filesystem::path& root, const std::string& checkout);

}  // namespace mergelab::architecture
