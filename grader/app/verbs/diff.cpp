// mergelab diff N and show N: a student's file next to the skeleton, and to the reference once it is earned.

#include "app/course_files/hand_out.hpp"
#include "app/learning/student_state.hpp"
#include "app/machine/children.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

struct DiffOptions {
  fs::path course, folder;
  std::string lab;
  TextOptions text;
};

/// A unified difference; `context` lines around each change. Returns whether they differ.
bool print_difference(const fs::path& from, const std::string& from_name, const fs::path& to,
                      const std::string& to_name, int context, const report::TextStyle& style) {
  bool any = false;
  const auto print = [&](const std::string& line) {
    any = true;
    const report::Colour colour = line.starts_with('-')   ? report::Colour::red
                                  : line.starts_with('+') ? report::Colour::green
                                                          : report::Colour::none;
    say::print("{}\n", report::paint(report::printable(line, style), colour, style));
  };
  const int code = run_lines(
      {"diff", fmt::format("-U{}", context), "-L", from_name, "-L", to_name, from.string(), to.string()},
      print);
  if (code > 1) throw EnvironmentError("diff, which compares the files, failed; its message is above");
  return any;
}

/// The student's own file. Throws UsageError when it is missing.
fs::path own_file(const Course& course, const Lab& lab, const DiffOptions& options) {
  return student_file(lab, submission_folder(options.folder, course));
}

int diff(const DiffOptions& options) {
  const Course course = course::load(course_root(options.course));
  const Lab& lab = course::find_lab(course, options.lab);
  constexpr int kContext = 3;
  const std::string name = Place{course, options.folder}.file(lab);
  const fs::path own = own_file(course, lab, options);
  const WorkFolder work;
  const fs::path skeleton = work.path() / lab.file;
  base::write_atomically(skeleton, skeleton_text(course, lab));
  const bool any = print_difference(skeleton, "skeleton", own, name, kContext, text_style(options.text));
  if (!any) say::print("{} is the skeleton, unchanged\n", name);
  return kGraded;
}

int show(const DiffOptions& options) {
  const Course course = course::load(course_root(options.course));
  const Lab& lab = course::find_lab(course, options.lab);
  const fs::path reference = reference_file(course, lab);
  if (reference.empty())
    throw in_a_hand_out(fmt::format("it does not contain the reference\n  `{}` creates the file to hand in",
                                    base::command("pack")));
  const Place place{course, options.folder};
  const StudentState state = StateFile(course, submission_folder(options.folder, course)).read();
  if (!state_of(state, lab).is_full()) {
    throw UsageError(fmt::format("the reference of lab {} is shown once your own file has full marks; {}",
                                 lab_number(lab), best_words(place, state, lab)));
  }
  constexpr int kWholeFile = 1000;
  const bool any = print_difference(own_file(course, lab, options), place.file(lab), reference, "reference",
                                    kWholeFile, text_style(options.text));
  if (!any) say::print("{} is the reference, letter for letter\n", place.file(lab));
  return kGraded;
}

void add_words(CommandOptions& command, DiffOptions& options) {
  command.positional("N", options.lab, "The lab: a number or a name");
  command.dir(options.folder);
  command.plain(options.text.plain);
  command.course(options.course);
}

}  // namespace

Run diff(CommandOptions& command) {
  const auto options = std::make_shared<DiffOptions>();
  add_words(command, *options);
  return [options] { return diff(*options); };
}

Run show(CommandOptions& command) {
  const auto options = std::make_shared<DiffOptions>();
  add_words(command, *options);
  return [options] { return show(*options); };
}

}  // namespace mergelab::app
