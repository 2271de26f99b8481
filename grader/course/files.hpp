// The four kinds of file that make a course, each read by its own unit, in the order in which they need each
// other.
#pragma once

#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {

/// The object of this `schema` in `root`/`name`, which messages call `name`. Refuses files over 4 MiB. Throws
/// Error.
[[nodiscard]] JsonValue read_json(const std::filesystem::path& root, const std::string& name,
                                  std::string_view schema);
/// The second of two equal strings, or the end: for lists whose entries have to differ.
[[nodiscard]] std::size_t first_repeated(const std::vector<std::string>& words);

inline constexpr const char* kCatalogFile = "datasets/catalog.json";  // a course without a kit needs none
/// Throws Error.
[[nodiscard]] std::vector<Family> read_catalog(const std::filesystem::path& root);
using ReadCase = std::function<CaseSpec(const JsonValue&)>;
using ReadFamily = std::function<Family(const JsonValue&)>;
/// What families of the catalog and of a lab's own cases have in common. `own_key`: the key that only one of
/// the two kinds has. Throws Error.
[[nodiscard]] Family read_family(const JsonValue& object, const char* own_key, const ReadCase& read);
/// Behind those that are there, whose names they must not have. Throws Error.
void add_families(const JsonValue& list, const ReadFamily& read, std::vector<Family>& families);
/// A list of families as the catalog has them, behind those that are there. Throws Error.
void read_families(const JsonValue& list, const std::filesystem::path& root, std::vector<Family>& families);

/// labs/`name`/lab.json; `so_far` has the catalog and the labs before this one, and gets the families of the
/// lab's own cases. Throws Error.
[[nodiscard]] Lab read_lab(Course& so_far, const std::string& name);

/// Applies an instructor's settings to the course, which is otherwise complete. Throws Error.
void apply_settings(const std::filesystem::path& file, Course& course);

/// A lab's limits; those that are not in the object stay as they are.
[[nodiscard]] Limits read_limits(const JsonValue& object, Limits limits);

/// "atomicAdd" or "std::min". Throws Error.
[[nodiscard]] std::string read_forbidden_name(const JsonValue& value);

/// A hint that may name these items. Throws Error.
[[nodiscard]] Hint read_hint(const JsonValue& object, const std::vector<std::string>& items);

/// A list of backends, or both when the key is missing.
[[nodiscard]] Backends read_backends(const JsonValue& object);

/// Fills lab.items from the list; the lab's interface and shape are known by then. Throws Error.
void read_rubric(const JsonValue& list, const Course& so_far, Lab& lab);

/// What an instructor's settings change in an item of the lab. Throws Error.
void change_item(const JsonValue& object, const Course& course, const Lab& lab, Item& item);

}  // namespace mergelab::course
