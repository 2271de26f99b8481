// A lab that lost nothing, on one screen.
#pragma once

#include <string>

#include "report/report.hpp"

namespace mergelab::report {

/// A paragraph on a broken rule of CUDA that no item of this run takes account of. "" of an empty message.
[[nodiscard]] std::string uncounted_rule(const std::string& message, const TextStyle& style);

/// `above`, a line for each row of the rubric, and the verdict once. Rows say what they are about in full
/// where that leaves room on the screen for what is next.
[[nodiscard]] std::string passed_text(const LabResult& lab, const std::string& above, const TextStyle& style);

}  // namespace mergelab::report
