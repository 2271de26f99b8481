// JSON files of the course, and what they have in common.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>

#include "base/read_file.hpp"
#include "course/course.hpp"
#include "course/files.hpp"

namespace mergelab::course {
namespace {

constexpr std::size_t kLargestFile = 4U << 20U;

std::string read_text(const std::filesystem::path& file, const std::string& name) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) {
    throw Error(fmt::format("{} is missing\n  looked for {}", name, file.string()));
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw Error(fmt::format("{} is not a file\n  expected a JSON file at {}", name, file.string()));
  }
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > kLargestFile) {
    throw Error(fmt::format("{} has {} bytes, more than {} (4 MiB)\n  is it the right file?", name, size,
                            kLargestFile));
  }
  std::optional<std::string> text = base::read_file(file, kLargestFile);
  if (!text) throw Error(fmt::format("{} cannot be read\n  allow it: chmod u+r {}", name, file.string()));
  return *std::move(text);
}

}  // namespace

JsonValue read_json(const std::filesystem::path& root, const std::string& name, std::string_view schema) {
  JsonValue top = JsonValue::parsed(read_text(root / name, name), name);
  top.expect_schema(schema);
  return top;
}

std::size_t first_repeated(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i), words[i]) !=
        words.begin() + static_cast<std::ptrdiff_t>(i)) {
      return i;
    }
  }
  return words.size();
}

}  // namespace mergelab::course
