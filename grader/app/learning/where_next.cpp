#include "app/learning/where_next.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/console.hpp"
#include "app/course_files/hand_out.hpp"
#include "app/grading/course_grader.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

const LabState& state_of(const StudentState& state, const Lab& lab) {
  static const LabState nothing;
  const auto found = state.find(lab.name);
  return found == state.end() ? nothing : found->second;
}

/// The first lab outside the course's total without full marks, or null.
const Lab* open_beside_the_total(const Course& course, const StudentState& state) {
  const auto found = std::find_if(course.labs.begin(), course.labs.end(), [&](const Lab& lab) {
    return !lab.graded && !state_of(state, lab).is_full();
  });
  return found != course.labs.end() ? &*found : nullptr;
}

}  // namespace

std::string Place::command(const char* verb, const Lab& lab) const {
  return fmt::format("{} {}", command_for(verb, folder_given, course_given), lab_number(lab));
}

std::string Place::file(const Lab& lab) const {
  const std::filesystem::path folder = !folder_given.empty()   ? folder_given
                                       : !course_given.empty() ? course_given / "labs"
                                                               : "labs";
  return (folder / lab.name / lab.file).string();
}

const Lab* next_lab(const Course& course, const StudentState& state, const Lab* after) {
  const auto behind =
      after == nullptr ? course.labs.begin() : course.labs.begin() + (after - course.labs.data()) + 1;
  // After a lab outside the total comes another one of those.
  for (const bool graded : {after == nullptr || after->graded, true}) {
    const auto is_open = [&](const Lab& lab) {
      return lab.graded == graded && !state_of(state, lab).is_full();
    };
    auto found = std::find_if(behind, course.labs.end(), is_open);
    if (found != course.labs.end()) return &*found;
    found = std::find_if(course.labs.begin(), behind, is_open);
    if (found != behind) return &*found;
  }
  return nullptr;
}

const Lab& lab_or_next(const Course& course, const std::string& word, const StateFile& file) {
  if (!word.empty()) return course::find_lab(course, word);
  const StudentState state = file.read();
  const Lab* next = next_lab(course, state);
  if (next == nullptr) next = open_beside_the_total(course, state);
  return next != nullptr ? *next : course.labs.back();
}

std::string next_words(const Place& place, const StudentState& state, const Lab* after) {
  const Lab* next = next_lab(place.course, state, after);
  if (next == nullptr) {
    const Lab* more = open_beside_the_total(place.course, state);
    std::string text = more == nullptr ? "All labs have full marks." : "The course's labs have full marks.";
    if (is_hand_out(place.course.root))
      text += fmt::format(" `{} pack` makes the file to hand in.", base::program_name());
    if (more == nullptr) return text + "\n";
    return fmt::format("{}\nThe advanced labs have more: lab {}, {}: edit {}, then `{}`\n", text,
                       lab_number(*more), more->title, place.file(*more), place.command("run", *more));
  }
  return fmt::format("next: lab {}, {}: edit {}, then `{}`\n      or `{}`, which grades whenever you save\n",
                     lab_number(*next), next->title, place.file(*next), place.command("run", *next),
                     place.command("watch", *next));
}

std::string best_words(const Place& place, const StudentState& state, const Lab& lab) {
  const LabState& reached = state_of(state, lab);
  return fmt::format("{}\n  `{}` grades it",
                     reached.max_score == 0
                         ? "it has not been run yet"
                         : fmt::format("its best score is {} of {}", reached.best, lab.points),
                     place.command("run", lab));
}

std::string show_words(const Place& place, const Lab& lab) {
  if (reference_file(place.course, lab).empty()) return "";
  return fmt::format("`{}` shows the reference next to your file.\n", place.command("show", lab));
}

std::string overview(const Place& place, const StudentState& state, const report::TextStyle& style) {
  const Lab* next = next_lab(place.course, state);
  std::string text = place.course.title + "\n\n";
  Points sum, most;
  std::string not_in_total;
  std::size_t width = 22;  // of titles, at least
  std::size_t digits = 1;  // of the labs' numbers, at most
  for (const Lab& lab : place.course.labs) {
    width = std::max(width, lab.title.size());
    digits = std::max(digits, std::to_string(lab_number(lab)).size());
  }
  for (const Lab& lab : place.course.labs) {
    const LabState& reached = state_of(state, lab);
    const bool full = reached.is_full();
    const std::string mark =
        full           ? report::paint(report::mark(Verdict::passed, style), report::Colour::green, style)
        : &lab == next ? report::paint(">", report::Colour::yellow, style)
                       : " ";
    const bool begun = reached.max_score > 0;
    const std::string line =
        fmt::format("  {} {:>{}}  {:<{}} {:>5} / {:>3}  {}\n", mark, lab_number(lab), digits, lab.title,
                    width, begun ? to_string(reached.best) : "-", lab.points, place.file(lab));
    (lab.advanced && !lab.graded ? not_in_total : text) += line;
    if (lab.advanced && !lab.graded) continue;
    sum += reached.best;
    most += lab.points;
  }
  text += fmt::format("    {:{}}  {:<{}} {:>5} / {:>3}\n\n", "", digits, "total", width, sum, most);
  if (!not_in_total.empty()) text += "advanced, with separate points:\n" + not_in_total + "\n";
  text += next_words(place, state);
  return text + fmt::format("`{0} --help` shows all commands, `{0} list --cases` every case by name.\n",
                            base::program_name());
}

}  // namespace mergelab::app
