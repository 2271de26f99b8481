// Whether the tolerances of a lab without a kit tell right outputs from wrong ones.
#pragma once

#include "app/course_files/selfcheck_files.hpp"
#include "model/course.hpp"

namespace mergelab::app {

/// Of each output with a tolerance: in some visible case zeros are wrong, and so is one element that is off
/// by ten tolerances. Throws course::Error and judge::OracleError.
[[nodiscard]] Failures tolerance_failures(const Course& course, const Lab& lab);

}  // namespace mergelab::app
