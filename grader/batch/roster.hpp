// Who takes the course: the ids by which submissions are found.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::batch {

struct Student {
  std::string id, name;
  // When they handed in, as in the roster; "" for an empty cell, nothing without a column.
  std::optional<std::string> submitted{};
};

/// What the columns are called that matter; empty: the first that is called like one (id, login, user, ...;
/// submitted, submission time, ...).
struct RosterColumns {
  std::string id, submitted;
};

/// The students of a roster's text, in its order. Throws Error without the file's name.
[[nodiscard]] std::vector<Student> parse_roster(std::string_view text, const RosterColumns& columns);

/// The title of the column with more of `names` than the one that ids are taken from, small and capital
/// letters alike; empty if none has more. The text must be one that parse_roster() takes.
[[nodiscard]] std::string better_id_column(std::string_view text, const RosterColumns& columns,
                                           const std::vector<std::string>& names);

/// A roster's file as it stands. Throws Error.
[[nodiscard]] std::string roster_text(const std::filesystem::path& file);

/// The students of a file. Throws Error.
[[nodiscard]] std::vector<Student> read_roster(const std::filesystem::path& file,
                                               const RosterColumns& columns);

}  // namespace mergelab::batch
