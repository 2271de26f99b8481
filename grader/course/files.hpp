// The three kinds of file that make a course, each read by its own unit, in the order in which they need each
// other.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/json_reader.hpp"
#include "model/course.hpp"

namespace mergelab::course {

/// datasets/catalog.json. Throws Error.
[[nodiscard]] std::vector<Family> read_catalog(const std::filesystem::path& root);

/// labs/`name`/lab.json; `so_far` has the catalog and the labs before this one. Throws Error.
[[nodiscard]] Lab read_lab(const Course& so_far, const std::string& name);

/// A hint that may name these items. Throws Error.
[[nodiscard]] Hint read_hint(const JsonValue& object, const std::vector<std::string>& items);

/// A list of backends, or both when the key is missing.
[[nodiscard]] Backends read_backends(const JsonValue& object);

}  // namespace mergelab::course
