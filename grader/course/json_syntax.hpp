// Text to JSON, with a file and line for everything that is no JSON.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace mergelab::course {

/// Throws Error; messages call the file `name`. Refuses files over 4 MiB, nesting over 64 deep, and keys that
/// occur twice in one object, of which JSON libraries silently drop one.
[[nodiscard]] nlohmann::json read_json(const std::filesystem::path& file, const std::string& name);

/// Printable, short, on one line: text from a file that may hold anything.
[[nodiscard]] std::string shown(const std::string& text);

}  // namespace mergelab::course
