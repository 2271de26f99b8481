// Marks a student's answers for points: by the judge's oracle and the engine, as predict and detective do.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/machine/toolchain.hpp"
#include "app/questions/bug_file.hpp"
#include "kits/questions/question.hpp"
#include "model/course.hpp"
#include "model/outcome.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// The questions that predict asks this student for points. Those that need the engine have no answer yet.
[[nodiscard]] std::vector<predict::Question> questions_for_points(const Lab& lab, const Item& item,
                                                                  const std::string& student);
/// Gives the questions that need the engine their answers. Throws UsageError without a CPU engine.
void answer_with_engine(std::vector<predict::Question>& questions);

/// The number, from 1, of the bug that this student looks for. There is at least one.
[[nodiscard]] std::size_t bug_for_points(const Lab& lab, const Item& item, const std::string& student,
                                         std::size_t bugs);

/// The value that StudentAnswers::asked must have.
[[nodiscard]] std::string fingerprint_of(const std::vector<predict::Question>& questions);
[[nodiscard]] std::string fingerprint_of(const Bug& bug);

/// Whether the course can mark the item: it has the bugs of detective and the right files that they run with,
/// which a hand-out may lack.
[[nodiscard]] bool can_mark(const Course& course, const Lab& lab, const Item& item);

/// What marked_answers() depends on, in a few digits, for all of the lab's items. `how` is the grading's.
[[nodiscard]] std::string inputs_of_answers(const Course& course, const Lab& lab,
                                            const submission::Sources& sources, const std::string& student,
                                            const std::string& how);

/// What the answers in the lab's file are worth: its metric "right" is their share that is right. They have
/// to be of `student`, unless that is empty. `folder` is not made yet. Never throws.
[[nodiscard]] Outcome marked_answers(const Course& course, const Lab& lab, const Item& item,
                                     const submission::Sources& sources, const std::string& student,
                                     const Programs& programs, const std::filesystem::path& folder);

}  // namespace mergelab::app
