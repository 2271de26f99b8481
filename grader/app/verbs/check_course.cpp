// mergelab check-course: reads the course and an instructor's settings, and shows the rubric that they make.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <memory>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "app/grading/effective_rubric.hpp"
#include "app/grading/setup.hpp"
#include "app/verbs/verbs.hpp"
#include "course/course.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

struct CheckCourseOptions {
  std::filesystem::path course, secret_file;
  std::optional<std::filesystem::path> settings;
  bool strict = false;
  TextOptions text;
};

void print_rubric(const Course& course, const Course& plain, const report::TextStyle& style) {
  const std::vector<RubricRow> rows = effective_rubric(course, plain);
  std::size_t name_width = 0, points_width = 0;
  for (const RubricRow& row : rows) {
    name_width = std::max(name_width, row.name.size() + (row.is_lab ? 0 : 2));
    points_width = std::max(points_width, row.points.size());
  }
  report::Page page(style);
  for (const RubricRow& row : rows) {
    if (row.is_lab) page.gap();
    const std::string name = row.is_lab ? row.name : "  " + row.name;
    page.put(fmt::format("{} {:<{}}  {:<{}}  ", row.differs ? '*' : ' ', name, name_width, row.points,
                         points_width),
             row.rule);
  }
  say::print("{}", page.take());
}

/// One line on what holds for all labs.
std::string whole(const Course& course, bool has_secret) {
  Points points;
  std::size_t graded = 0;
  for (const Lab& lab : course.labs) {
    if (!lab.graded) continue;
    points += lab.points;
    ++graded;
  }
  const Settings& settings = course.settings;
  std::string text =
      fmt::format("{} of {} labs are graded, {} points in all", graded, course.labs.size(), points);
  if (!settings.carry_forward) text += "; no error is carried forward";
  if (!settings.backend.empty()) text += "; on " + settings.backend;
  if (has_secret) text += "; hidden cases have a secret";
  if (settings.gradescope != kVisibilities[0])
    text += "; items with hidden cases on Gradescope: " + settings.gradescope;
  return text;
}

int check_files(const CheckCourseOptions& options) {
  const std::filesystem::path root = course_root(options.course);
  const Course plain = course::load(root, std::filesystem::path());
  const Course course = course::load(root, options.settings);
  const Settings& settings = course.settings;
  const bool has_secret = !find_secret(options.secret_file, settings).empty();
  say::print("{}{}{}\n", course.title, settings.name.empty() ? "" : ": ", settings.name);
  say::print("{}\n",
             settings.file.empty()
                 ? "no settings: the unchanged course"
                 : fmt::format("settings {} ({}); * differs from the course, whose value is in parentheses",
                               settings.file.string(), settings.fingerprint));
  print_rubric(course, plain, text_style(options.text));
  say::print("\n{}\n", whole(course, has_secret));
  const std::vector<std::string> found = doubts(course, std::time(nullptr));
  for (const std::string& doubt : found) say::print("warning: {}\n", doubt);
  return options.strict && !found.empty() ? kPointsLost : kGraded;
}

}  // namespace

Run check_course(CommandOptions& command) {
  const auto options = std::make_shared<CheckCourseOptions>();
  command.settings(options->settings);
  command.option("--secret-file", options->secret_file,
                 "The secret of hidden cases, if the settings name none", "FILE");
  command.course(options->course);
  command.flag("--strict", options->strict, "Exit with 1 if a setting is probably a mistake");
  command.flag("--plain", options->text.plain, "No colour, ASCII only");
  return [options] { return check_files(*options); };
}

}  // namespace mergelab::app
