// mergelab wrong: writes wrong solutions, which the course keeps as patches, as whole files.
#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/toolchain.hpp"
#include "app/verbs.hpp"
#include "app/wrong_file.hpp"
#include "base/did_you_mean.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

struct Options {
  std::filesystem::path course, out;
  std::string name;
};

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

int wrong(const Options& options) {
  const Course course = course::load(course_root(options.course));
  if (!options.name.empty()) {
    const WrongFile file = find_one(course, options.name);
    if (options.out.empty()) {
      fmt::print("{}", file.source);
    } else {
      write_source(file, options.out);
    }
    return kGraded;
  }
  if (options.out.empty())
    throw UsageError("name one, such as 4/half_consumed, or give a folder for all of them with --out");
  for (const Lab& lab : course.labs) {
    for (const WrongFile& file : wrong_files(course, lab)) {
      const std::string name = file.name() + std::filesystem::path(lab.file).extension().string();
      write_source(file, options.out / lab.name / name);
    }
  }
  return kGraded;
}

}  // namespace

Run wrong(Words& words) {
  const auto options = std::make_shared<Options>();
  words.positional("LAB/NAME", options->name, "Which, such as 4/half_consumed; all without it", false);
  words.option("--out", options->out, "File to write instead of standard output; the folder for all", "PATH");
  words.course(options->course);
  return [options] { return wrong(*options); };
}

}  // namespace mergelab::app
