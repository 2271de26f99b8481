#include "course/course.hpp"

#include <fmt/ranges.h>

#include <charconv>
#include <set>

#include "base/did_you_mean.hpp"
#include "base/program_name.hpp"
#include "course/files.hpp"

namespace mergelab::course {
namespace {

namespace fs = std::filesystem;

/// Folders of labs/ that hold a lab.json, to find the one that was meant.
std::vector<std::string> lab_folders(const fs::path& root) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / "labs", error)) {
    if (fs::exists(entry.path() / "lab.json", error)) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

std::string read_name(const JsonValue& entry) {
  std::string name = entry.word();
  const auto digit = [&](std::size_t i) { return std::isdigit(static_cast<unsigned char>(name[i])) != 0; };
  if (name.size() < 4 || !digit(0) || !digit(1) || name[2] != '_' || digit(3) || name[3] == '_') {
    entry.fail(fmt::format("expected a folder name such as \"04_tiled_kernel\", got \"{}\"", name));
  }
  return name;
}

void expect_folder(const JsonValue& entry, const fs::path& root, const std::string& name) {
  std::error_code error;
  if (fs::exists(root / "labs" / name / "lab.json", error)) return;
  const std::string meant = base::did_you_mean(name, lab_folders(root), "", '"');
  entry.fail(fmt::format("labs/{}/lab.json does not exist\n  {}", name,
                         meant.empty() ? "add it, or remove the lab from this list" : meant));
}

void expect_new(const JsonValue& entry, const Course& course, const std::string& name) {
  for (const Lab& lab : course.labs) {
    if (lab.name == name) entry.fail(fmt::format("\"{}\" is already on the list", name));
    if (lab.name.substr(0, 2) == name.substr(0, 2))
      entry.fail(fmt::format("\"{1}\" already has the number {0}\n  `{2}` must name one lab",
                             name.substr(0, 2), lab.name, base::command("run", lab_number(lab))));
  }
}

/// An earlier lab's file is next to the one that includes it.
void expect_new_file(const JsonValue& entry, const Course& course, const Lab& added) {
  for (const Lab& lab : course.labs) {
    if (lab.file == added.file)
      entry.fail(
          fmt::format("\"{}\" and \"{}\" have the same file name, {}\n  a submission has the files of all "
                      "labs in one folder: rename one of them",
                      lab.name, added.name, lab.file));
  }
}

void add_labs(const JsonValue& list, bool advanced, Course& course) {
  for (const JsonValue& entry : list.elements()) {
    const std::string name = read_name(entry);
    expect_new(entry, course, name);
    expect_folder(entry, course.root, name);
    Lab lab = read_lab(course, name);
    expect_new_file(entry, course, lab);
    lab.advanced = advanced;
    lab.graded = !advanced;
    course.labs.push_back(std::move(lab));
  }
}

/// Hints for all labs, behind a lab's own or, for `first_hints`, before them. One that names items is for the
/// labs that have one of them.
void add_hints(const JsonValue& list, Course& course, bool first) {
  std::set<std::string> items;
  for (const Lab& lab : course.labs) {
    for (const Item& item : lab.items) items.insert(item.id);
  }
  std::ptrdiff_t before = 0;
  for (const JsonValue& element : list.elements()) {
    const Hint hint = read_hint(element, {items.begin(), items.end()});
    if (first && !hint.items.empty()) element.at("items").fail("expected none in a first hint");
    for (Lab& lab : course.labs) {
      const bool named = std::ranges::any_of(
          hint.items, [&](const std::string& id) { return lab.find_item(id) != nullptr; });
      if (hint.items.empty() || named)
        lab.hints.insert(first ? lab.hints.begin() + before : lab.hints.end(), hint);
    }
    ++before;
  }
}

constexpr std::size_t kLongestShown = 60;
constexpr std::size_t kShortestPart = 3;  // of a name, to be taken for it

/// "tiled_kernel" for "04_tiled_kernel".
std::string_view short_name(const Lab& lab) {
  const std::size_t begin = lab.name.find_first_not_of("0123456789_");
  return begin == std::string::npos ? std::string_view() : std::string_view(lab.name).substr(begin);
}

/// "10" of "lab10", "Lab 10" and "lab_10"; else the word as it is.
std::string_view without_lab(std::string_view word) {
  constexpr std::string_view kLab = "lab";
  const bool begins_so = word.size() > kLab.size() && (word.front() == 'l' || word.front() == 'L') &&
                         word.substr(1, 2) == kLab.substr(1);
  if (!begins_so) return word;
  const std::size_t number = word.find_first_not_of(" _-", kLab.size());
  const bool is_number = number != std::string_view::npos &&
                         word.find_first_not_of("0123456789", number) == std::string_view::npos;
  return is_number ? word.substr(number) : word;
}

bool is_named(const Lab& lab, std::string_view word) {
  return word == lab.name || word == short_name(lab) || word == lab.function ||
         std::filesystem::path(word).filename() == lab.file;
}

/// The labs that `is_meant` takes.
template <class Predicate>
std::vector<const Lab*> labs_that(const Course& course, Predicate is_meant) {
  std::vector<const Lab*> labs;
  for (const Lab& lab : course.labs) {
    if (is_meant(lab)) labs.push_back(&lab);
  }
  return labs;
}

[[noreturn]] void throw_not_found(const Course& course, std::string_view word) {
  std::vector<std::string> names;
  for (const Lab& lab : course.labs) names.insert(names.end(), {lab.name, std::string(short_name(lab))});
  const bool shortened = word.size() > kLongestShown;
  throw Error(
      fmt::format("lab '{}{}' not found\n  {}", word.substr(0, kLongestShown), shortened ? "..." : "",
                  base::did_you_mean(word, names, fmt::format("`{}` shows all", base::command("list")))));
}

/// The settings that are taken unless others are named: the file that MERGELAB_SETTINGS names, else
/// labs/settings.json where it is; empty for none.
fs::path find_settings(const fs::path& root) {
  const char* named = std::getenv("MERGELAB_SETTINGS");
  if (named != nullptr && *named != '\0') return named;
  std::error_code error;
  const fs::path beside = root / "labs" / "settings.json";
  return fs::exists(beside, error) ? beside : fs::path();
}

}  // namespace

Backends read_backends(const JsonValue& object) {
  if (!object.has("backends")) return {Backend::cpu, Backend::gpu};
  const JsonValue list = object.at("backends");
  Backends backends;
  for (const JsonValue& element : list.elements()) {
    const Backend backend = *named<Backend>(element.one_of({"cpu", "gpu"}));
    if (backends.has(backend)) element.fail("is already on the list");
    backends.add(backend);
  }
  if (backends.empty()) list.fail("expected at least one of cpu, gpu");
  return backends;
}

Course load(const fs::path& root, const std::optional<fs::path>& settings) {
  std::error_code error;
  if (!fs::exists(root / "labs" / "course.json", error))
    throw Error(fmt::format(
        "labs/course.json is missing in {}\n  the folder of a course contains labs/ and datasets/",
        root.string()));
  Course course;
  course.root = root;
  const JsonValue top = read_json(root, "labs/course.json", "mergelab.course/1");
  top.allow_keys({"schema", "title", "labs", "advanced", "first_hints", "hints"});
  course.title = top.at("title").text();
  if (fs::exists(root / kCatalogFile, error)) course.families = read_catalog(root);
  add_labs(top.at("labs"), false, course);
  if (course.labs.empty()) top.at("labs").fail("expected at least one lab");
  if (top.has("advanced")) add_labs(top.at("advanced"), true, course);
  if (top.has("hints")) add_hints(top.at("hints"), course, false);
  if (top.has("first_hints")) add_hints(top.at("first_hints"), course, true);
  const fs::path changed = settings ? *settings : find_settings(root);
  if (!changed.empty()) apply_settings(changed, course);
  return course;
}

const Lab& find_lab(const Course& course, std::string_view given) {
  const std::string_view word = without_lab(given);
  int number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number = error == std::errc() && end == word.data() + word.size();
  std::vector<const Lab*> found = labs_that(course, [&](const Lab& lab) {
    return is_number ? number == lab_number(lab) : !word.empty() && is_named(lab, word);
  });
  if (!found.empty()) return *found.front();
  if (is_number) {
    std::vector<int> numbers;
    for (const Lab& lab : course.labs) numbers.push_back(lab_number(lab));
    throw Error(fmt::format("lab {} does not exist\n  the labs are {}; `{}` shows all", word,
                            fmt::join(numbers, ", "), base::command("list")));
  }
  if (word.size() >= kShortestPart) {
    found = labs_that(course, [&](const Lab& lab) { return lab.name.find(word) != std::string::npos; });
  }
  if (found.size() == 1) return *found.front();
  if (found.empty()) throw_not_found(course, word);
  std::vector<std::string> names;
  for (const Lab* lab : found) names.push_back(lab->name);
  throw Error(fmt::format("'{}' matches several labs\n  they are {}", word, fmt::join(names, ", ")));
}

}  // namespace mergelab::course
