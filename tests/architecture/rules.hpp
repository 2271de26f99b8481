// The rules of docs/architecture.md, as functions on a folder, so a test can show that a bad tree fails them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mergelab::architecture {

/// One violation: "grader/score/score.cpp:3: score may not include judge". Empty lists are good news.
using Violations = std::vector<std::string>;

/// Every #include in grader/, kits/ and simt/ that goes to a room which its own room may not depend on.
[[nodiscard]] Violations forbidden_includes(const std::filesystem::path& root);

/// Rooms of grader/ and simt/ that the arrows do not know.
[[nodiscard]] Violations unknown_rooms(const std::filesystem::path& root);

/// Folders whose headers .clang-tidy's HeaderFilterRegex leaves out; simt/include is meant to be.
[[nodiscard]] Violations rooms_without_clang_tidy(const std::filesystem::path& root);

/// Source files over 600 lines without a comment "Long because ..." in their first ten lines.
[[nodiscard]] Violations long_files(const std::filesystem::path& root);

/// Source files whose first line is not a comment that says why the file exists; x.hpp introduces x.cpp, and
/// a test's name the test.
[[nodiscard]] Violations files_without_a_purpose(const std::filesystem::path& root);

/// Headers without #pragma once.
[[nodiscard]] Violations unguarded_headers(const std::filesystem::path& root);

/// Lines of grader/ that search a message: facts travel beside it. Layout may look for line breaks.
[[nodiscard]] Violations searched_messages(const std::filesystem::path& root);

/// Lines of grader/, its pages' scripts too, that know what a merge is: that is what kits/ are for. Its own
/// command line may say what the course is about, and cooperative groups have tiles, too.
[[nodiscard]] Violations words_of_kits(const std::filesystem::path& root);

/// Skeletons of labs/ over 120 lines.
[[nodiscard]] Violations long_skeletons(const std::filesystem::path& root);

/// Text files that name a folder of somebody's own machine: a home directory, or where this checkout lies.
[[nodiscard]] Violations private_paths(const std::filesystem::path& root, const std::string& checkout);

}  // namespace mergelab::architecture
