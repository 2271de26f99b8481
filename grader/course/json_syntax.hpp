// Text to JSON, with a file and line for everything that is no JSON.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace mergelab::course {

/// A file that holds JSON.
struct JsonFile {
  std::string name;  // what messages call it
  std::string text;
  nlohmann::json top;

  /// The line where the value of a JSON pointer begins, or its key; 0 when there is none.
  [[nodiscard]] std::size_t line_of(const std::string& pointer) const;
};

/// Throws Error. Refuses files over 4 MiB, nesting over 64 deep, and keys that occur twice in one object, of
/// which JSON libraries silently drop one.
[[nodiscard]] JsonFile read_json(const std::filesystem::path& file, const std::string& name);

/// A step of a JSON pointer: RFC 6901 writes ~ as ~0 and / as ~1.
[[nodiscard]] std::string pointer_step(std::string_view step);

/// Printable, short, on one line: text from a file that may hold anything.
[[nodiscard]] std::string printable(const std::string& text);

}  // namespace mergelab::course
