#include "app/learning/with_reference.hpp"

#include <fmt/format.h>

#include "app/course_files/hand_out.hpp"
#include "app/grading/course_grader.hpp"
#include "app/grading/setup.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"

namespace mergelab::app {

void add_with_reference(CommandOptions& command, bool& with_reference) {
  command.flag("--with-reference", with_reference,
               "Use the reference in place of your files of earlier labs");
}

submission::Sources graded_sources(const Course& course, const Lab& lab, const std::filesystem::path& folder,
                                   bool with_reference) {
  submission::Sources sources = student_sources(course, lab, folder);
  for (const Lab* used : submission::used_labs(course, lab)) {
    const bool is_missing = !sources.contains(used->name);
    if ((!is_missing && !with_reference) || take_reference(course, *used, sources)) continue;
    if (!is_missing)
      throw in_a_hand_out(
          fmt::format("the reference, which --with-reference takes, is not in it\n  finish lab {} first: {}",
                      lab_number(*used), used->title));
    throw in_a_hand_out(
        fmt::format("{}, which lab {} builds on, is missing, and the reference is not in it\n  `{} reset {}` "
                    "restores its skeleton; the course's grader would use the reference",
                    (folder / used->name / used->file).string(), lab_number(lab), base::program_name(),
                    lab_number(*used)));
  }
  return sources;
}

std::string reference_words(bool with_reference) { return with_reference ? " --with-reference" : ""; }

bool is_own_score(const Course& course, bool with_reference) {
  return !with_reference || course.settings.carry_forward;
}

std::string not_kept_words(const Lab& lab) {
  return fmt::format(
      "This score of lab {} is not saved: this course grades only with your own files of earlier labs.\n",
      lab_number(lab));
}

}  // namespace mergelab::app
