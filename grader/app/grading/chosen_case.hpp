// The case that a user names.
#pragma once

#include <string>

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

}  // namespace mergelab::app
