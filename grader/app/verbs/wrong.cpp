// mergelab wrong: writes wrong solutions and variants, which the course keeps as patches, as whole files.
#include "app/course_files/hand_out.hpp"
#include "app/course_files/wrong_file.hpp"
#include "app/verbs/verbs.hpp"
#include "base/did_you_mean.hpp"

namespace mergelab::app {
namespace {

struct WrongOptions {
  std::filesystem::path course, out;
  std::string name;
};

/// The one, or the variant, that a name such as "4/half_consumed" means. Throws UsageError or course::Error.
WrongFile find_one(const Course& course, const std::string& word) {
  const std::string all = fmt::format("`{}` shows all", base::command("wrong"));
  const std::size_t slash = word.find('/');
  if (slash == std::string::npos)
    throw UsageError(fmt::format("expected LAB/NAME, such as 4/half_consumed, got '{}'\n  {}", word, all));
  const Lab& lab = course::find_lab(course, word.substr(0, slash));
  const std::string name = word.substr(slash + 1);
  std::vector<std::string> names;
  for (WrongFile& file : find_wrong_files(course, lab)) {
    if (file.name() == name) return std::move(file);
    names.push_back(file.name());
  }
  throw UsageError(fmt::format("{} has no wrong solution '{}'\n  {}", lab.name, name,
                               base::did_you_mean(name, names, all)));
}

/// All of them: their names, or with a folder the files themselves, and those of variants that are patches.
void list_or_write(const Course& course, const std::filesystem::path& out) {
  for (const Lab& lab : course.labs) {
    for (const WrongFile& file : find_wrong_files(course, lab)) {
      if (out.empty()) {
        if (!file.is_variant()) say::print("{}/{}\n", lab_number(lab), file.name());
      } else if (!file.is_variant() || file.is_patch()) {
        const std::string extension = std::filesystem::path(lab.file).extension().string();
        write_source(file, out / lab.name / (file.name() + extension));
      }
    }
  }
}

int wrong(const WrongOptions& options) {
  const Course course = course::load(course_root(options.course));
  if (is_hand_out(course.root))
    throw in_a_hand_out(
        fmt::format("it does not contain the wrong solutions\n  `{}` has bugs to find, if your course hands "
                    "them out",
                    base::command("detective")));
  if (options.name.empty()) {
    list_or_write(course, options.out);
    return kGraded;
  }
  const WrongFile file = find_one(course, options.name);
  if (options.out.empty()) {
    say::print("{}", file.source);
  } else {
    write_source(file, options.out);
  }
  return kGraded;
}

}  // namespace

Run wrong(CommandOptions& command) {
  const auto options = std::make_shared<WrongOptions>();
  command.positional(
      "LAB/NAME", options->name,
      "The wrong solution, such as 4/half_consumed; by default print their names, or with --out write all",
      false);
  command.option("--out", options->out, "File to write instead of standard output; for all, a folder",
                 "PATH");
  command.course(options->course);
  return [options] { return wrong(*options); };
}

}  // namespace mergelab::app
