// labs/course.json: which labs there are, in which order.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <utility>

#include "base/did_you_mean.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
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
  std::sort(names.begin(), names.end());
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
    if (lab.name.substr(0, 2) == name.substr(0, 2)) {
      entry.fail(fmt::format("\"{1}\" already has the number {0}\n  `{2} run {3}` must name one lab",
                             name.substr(0, 2), lab.name, base::program_name(), lab_number(lab)));
    }
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
      const bool named = std::any_of(hint.items.begin(), hint.items.end(),
                                     [&](const std::string& id) { return lab.find_item(id) != nullptr; });
      if (hint.items.empty() || named)
        lab.hints.insert(first ? lab.hints.begin() + before : lab.hints.end(), hint);
    }
    ++before;
  }
}

}  // namespace

Backends read_backends(const JsonValue& object) {
  if (!object.has("backends")) return {Backend::cpu, Backend::gpu};
  const JsonValue list = object.at("backends");
  Backends backends;
  for (const JsonValue& element : list.elements()) {
    const Backend backend = *backend_from_string(element.one_of({"cpu", "gpu"}));
    if (backends.has(backend)) element.fail("is already on the list");
    backends.add(backend);
  }
  if (backends.empty()) list.fail("expected at least one of cpu, gpu");
  return backends;
}

fs::path find_settings(const fs::path& root) {
  const char* named = std::getenv("MERGELAB_SETTINGS");
  if (named != nullptr && *named != '\0') return named;
  std::error_code error;
  const fs::path beside = root / "labs" / "settings.json";
  return fs::exists(beside, error) ? beside : fs::path();
}

Course load(const fs::path& root, const std::optional<fs::path>& settings) {
  std::error_code error;
  if (!fs::exists(root / "labs" / "course.json", error)) {
    throw Error(fmt::format(
        "labs/course.json is missing in {}\n  the folder of a course contains labs/ and datasets/",
        root.string()));
  }
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

}  // namespace mergelab::course
