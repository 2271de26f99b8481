// What a student has answered for points: a comment at the end of the lab's own file, so that it goes
// wherever that goes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/rubric.hpp"

namespace mergelab::submission {

inline constexpr std::size_t kLongestStudent = 255;  // bytes of an id
inline constexpr std::string_view kLeftOut = "-";    // an answer that was not given

struct StudentAnswers {
  std::string student;
  std::string asked;                 // a fingerprint of what was asked: kFingerprint hexadecimal digits
  std::vector<std::string> answers;  // in the order of the questions, without blanks
};
inline constexpr std::size_t kFingerprint = 8;

/// Why this is not a student's id, "takes up to 255 bytes"; empty: it is one. Blanks at its ends don't count.
[[nodiscard]] std::string complaint_about_id(std::string_view student);
/// Without blanks at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// With small letters for ASCII's capital ones, so that a slip costs no points.
[[nodiscard]] std::string folded(std::string_view student);

/// The answers to this item's questions in a lab file, the last ones of several; nothing if it has none
/// that can be read. Takes any bytes.
[[nodiscard]] std::optional<StudentAnswers> answers_in(std::string_view file, const Item& item);
/// The file with these at its end in place of those that it had. All else stays, byte for byte, but for a
/// line end that the last line lacked.
[[nodiscard]] std::string with_answers(std::string_view file, const Item& item,
                                       const StudentAnswers& answers);

}  // namespace mergelab::submission
