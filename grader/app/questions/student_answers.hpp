// Whose questions for points are whose, and where the answers are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "model/course.hpp"
#include "submission/answers.hpp"

namespace mergelab::app {

inline constexpr std::size_t kQuestionsForPoints = 5;

/// The id without blanks at its ends. Throws UsageError, which calls it `what`, for one that is empty, longer
/// than 255 bytes, or has control characters.
[[nodiscard]] std::string student_id(std::string_view word, const char* what);
/// Small and capital letters of ASCII count as one.
[[nodiscard]] bool is_same_student(std::string_view a, std::string_view b);

/// Of the questions that this student is asked for points.
[[nodiscard]] std::uint64_t seed_for_points(const Lab& lab, const Item& item, std::string_view student);
/// submission::StudentAnswers::asked of these words.
[[nodiscard]] std::string fingerprint_of_questions(std::string_view words);

/// Puts the answers into the lab's file. Throws UsageError for one that the grader would refuse,
/// base::WriteError.
void keep_answers(const std::filesystem::path& file, const Item& item,
                  const submission::StudentAnswers& answers);

/// The lab's item whose points these answers give. Throws UsageError for a lab that has none.
[[nodiscard]] const Item& item_for_points(const Course& course, const Lab& lab, std::string_view family);

}  // namespace mergelab::app
