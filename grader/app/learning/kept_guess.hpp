// What a student believes of the bug that counts for him or her: kept for the grader, and not marked.
#pragma once

#include <filesystem>
#include <string>

#include "app/questions/bug_guess.hpp"
#include "model/course.hpp"

namespace mergelab::app {

/// Writes the guess into the lab's file in the folder `submission`, and says so; asks for it where `words`
/// has no line. Throws UsageError, base::WriteError.
void keep_guess(const Course& course, const Lab& lab, const std::filesystem::path& submission,
                const GuessWords& words, const std::string& student);

}  // namespace mergelab::app
