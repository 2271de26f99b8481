#include "app/learning/with_reference.hpp"

#include <fmt/format.h>

#include "app/course_files/hand_out.hpp"
#include "app/grading/course_grader.hpp"
#include "app/grading/setup.hpp"
#include "course/course.hpp"

namespace mergelab::app {

void add_with_reference(Words& words, bool& with_reference) {
  words.flag("--with-reference", with_reference, "The reference in place of your files of earlier labs");
}

submission::Sources graded_sources(const Course& course, const Lab& lab, const std::filesystem::path& folder,
                                   bool with_reference) {
  submission::Sources sources = student_sources(course, lab, folder);
  if (!with_reference) return sources;
  const submission::Sources own = sources;
  for (const auto& [name, source] : own) {
    if (name != lab.name && !take_reference(course, *course.find_lab(name), sources))
      throw in_a_hand_out(
          fmt::format("the reference, which --with-reference takes, is not in it\n  finish lab {} first: {}",
                      lab_number(*course.find_lab(name)), course.find_lab(name)->title));
  }
  return sources;
}

void name_references(const submission::Sources& sources, LabResult& result) {
  for (const auto& [name, source] : sources) {
    if (source.is_reference) result.carried_forward.push_back(name);
  }
}

std::string reference_words(bool with_reference) { return with_reference ? " --with-reference" : ""; }

bool is_own_score(const Course& course, bool with_reference) {
  return !with_reference || course.settings.carry_forward;
}

std::string not_kept_words(const Lab& lab) {
  return fmt::format(
      "This score of lab {} is not kept: this course grades with your own files of earlier labs alone.\n",
      lab_number(lab));
}

}  // namespace mergelab::app
