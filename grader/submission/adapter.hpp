// The source that calls a lab's function, and includes the lab's file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/course.hpp"

namespace mergelab::submission {

inline constexpr std::string_view kReferenceFolder = "reference";  // in src

/// The text of adapter.cu; `references`: files of the reference solution that stand in for earlier labs'.
[[nodiscard]] std::string adapter_of(const Lab& lab, const std::vector<std::string>& references);

/// mergelab_call() for this interface, as worker/call.h declares it.
[[nodiscard]] std::string call_of(const Interface& interface, std::string_view function);

}  // namespace mergelab::submission
