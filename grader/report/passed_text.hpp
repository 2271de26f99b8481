// A lab that lost nothing, on one screen.
#pragma once

#include <string>

#include "report/report.hpp"

namespace mergelab::report {

/// `above`, a line for each row of the rubric, and the verdict once. Rows say what they are about in full
/// where that leaves room on the screen for what is next.
[[nodiscard]] std::string passed_text(const LabResult& lab, const std::string& above, const TextStyle& style);

}  // namespace mergelab::report
