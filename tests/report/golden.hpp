// The golden files of the report's writers.
#pragma once

#include "support/golden.hpp"

namespace mergelab {

inline void expect_golden(const std::string& name, const std::string& text, const std::string& section = "") {
  expect_golden_file("report/golden/" + name, text, section);
}

}  // namespace mergelab
