// Who takes the course: the ids by which submissions are found.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mergelab::batch {

struct Student {
  std::string id, name;
};

/// The students of a roster's text, in its order. The ids stand in the column `id_column`; where that is
/// empty, in the first that is called like an id (id, login, user, ...). Throws Error without the file's
/// name.
[[nodiscard]] std::vector<Student> parse_roster(std::string_view text, const std::string& id_column);

/// The same of a file. Throws Error.
[[nodiscard]] std::vector<Student> read_roster(const std::filesystem::path& file,
                                               const std::string& id_column);

}  // namespace mergelab::batch
