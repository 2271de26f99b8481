// The case that a user names, and its arrays, for verbs that hand them out.
#pragma once

#include <string>
#include <vector>

#include "kits/keys/generate.hpp"
#include "model/course.hpp"

namespace mergelab::app {

struct ChosenCase {
  const Lab* lab;
  const Item* item;
  const Family* family;
  const CaseSpec* spec;
};

/// The case that a test's name, "ties/runs_of_tile", means in a lab. Throws UsageError or course::Error.
[[nodiscard]] ChosenCase choose_case(const Course& course, const std::string& lab, const std::string& name);

/// Its inputs in the shape of the lab's correctness cases. Throws UsageError for one whose sizes follow from
/// a launch.
[[nodiscard]] std::vector<judge::Arrays> case_arrays(const ChosenCase& chosen, std::uint64_t seed);

}  // namespace mergelab::app
