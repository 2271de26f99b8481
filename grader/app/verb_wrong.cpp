// mergelab wrong: writes wrong solutions, which the course keeps as patches, as whole files.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/settings.hpp"
#include "app/toolchain.hpp"
#include "app/wrong_file.hpp"
#include "base/did_you_mean.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

std::vector<WrongFile> wrong_files(const Course& course, const Lab& lab) {
  std::vector<WrongFile> files = find_wrong_files(course, lab);
  std::erase_if(files, [](const WrongFile& file) { return file.file.parent_path().filename() != "wrong"; });
  return files;
}

/// The one that a name such as "4/half_consumed" means. Throws UsageError or course::Error.
WrongFile find_one(const Course& course, const std::string& word) {
  const std::size_t slash = word.find('/');
  if (slash == std::string::npos)
    throw UsageError(fmt::format("expected LAB/NAME, such as 4/half_consumed, got '{}'", word));
  const Lab& lab = course::find_lab(course, word.substr(0, slash));
  const std::string name = word.substr(slash + 1);
  std::vector<std::string> names;
  for (WrongFile& file : wrong_files(course, lab)) {
    if (file.name() == name) return std::move(file);
    names.push_back(file.name());
  }
  const std::string meant = base::did_you_mean(name, names, "");
  throw UsageError(
      fmt::format("{} has no wrong solution '{}'{}{}", lab.name, name, meant.empty() ? "" : "\n  ", meant));
}

}  // namespace

int wrong(const Settings& settings) {
  const Course course = course::load(course_root(settings));
  if (!settings.wrong_name.empty()) {
    const WrongFile file = find_one(course, settings.wrong_name);
    if (settings.out.empty()) {
      fmt::print("{}", file.source);
    } else {
      write_source(file, settings.out);
    }
    return kGraded;
  }
  if (settings.out.empty())
    throw UsageError("name one, such as 4/half_consumed, or give a folder for all of them with --out");
  for (const Lab& lab : course.labs) {
    for (const WrongFile& file : wrong_files(course, lab)) {
      const std::string name = file.name() + std::filesystem::path(lab.file).extension().string();
      write_source(file, settings.out / lab.name / name);
    }
  }
  return kGraded;
}

}  // namespace mergelab::app
