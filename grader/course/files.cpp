#include "course/files.hpp"

#include <system_error>

#include "base/read_file.hpp"
#include "course/course.hpp"

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
  if (!error && size > kLargestFile)
    throw Error(fmt::format("{} has {} bytes, more than {} (4 MiB)\n  is it the right file?", name, size,
                            kLargestFile));
  std::optional<std::string> text = base::read_file(file, kLargestFile);
  if (!text) throw Error(fmt::format("{} cannot be read\n  allow it: chmod u+r {}", name, file.string()));
  return *std::move(text);
}

constexpr std::int64_t kMostProblems = 100'000;

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

Family read_family(const JsonValue& object, const char* own_key, const ReadCase& read) {
  object.allow_keys({"name", "about", own_key, "seed", "hidden", "backends", "cases"});
  Family family;
  family.name = object.at("name").word();
  family.about = object.at("about").text();
  family.hidden = object.boolean_or("hidden", false);
  family.backends = read_backends(object);
  if (object.has("seed")) family.seed = object.at("seed").natural();
  std::vector<std::string> names;
  for (const JsonValue& element : object.at("cases").elements()) {
    family.cases.push_back(read(element));
    names.push_back(family.cases.back().name);
    if (first_repeated(names) < names.size())
      element.at("name").fail(
          fmt::format("the family \"{}\" already has a case \"{}\"", family.name, names.back()));
  }
  if (names.empty())
    object.at("cases").fail(
        fmt::format("the family \"{}\" has no cases; expected at least one", family.name));
  return family;
}

void add_families(const JsonValue& list, const ReadFamily& read, std::vector<Family>& families) {
  std::vector<std::string> names;
  for (const Family& family : families) names.push_back(family.name);
  for (const JsonValue& element : list.elements()) {
    families.push_back(read(element));
    names.push_back(families.back().name);
    if (first_repeated(names) < names.size()) {
      const JsonValue name = element.at("name");
      name.fail(fmt::format("there is already a family \"{}\"", name.text()));
    }
  }
}

void read_families(const JsonValue& list, const std::filesystem::path& root, std::vector<Family>& families) {
  const auto read = [&](const JsonValue& object) {
    const std::string generator =
        object.has("generator") ? object.at("generator").one_of(names_of_generators()) : "";
    return read_family(object, "generator", [&](const JsonValue& element) {
      CaseSpec spec;
      spec.name = element.at("name").word();
      spec.count = static_cast<int>(element.integer_or("count", 1, kMostProblems, 1));
      if (element.has("seed")) spec.seed = element.at("seed").natural();
      read_case_of_kits(element, generator, root, spec);
      return spec;
    });
  };
  add_families(list, read, families);
}

std::vector<Family> read_catalog(const std::filesystem::path& root) {
  const JsonValue top = read_json(root, kCatalogFile, "mergelab.catalog/1");
  top.allow_keys({"schema", "families"});
  std::vector<Family> families;
  read_families(top.at("families"), root, families);
  return families;
}

}  // namespace mergelab::course
