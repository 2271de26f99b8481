// The files of a new lab, as far as its function's declaration says what is in them.
#pragma once

#include <map>
#include <string>

#include "model/interface.hpp"

namespace mergelab::app {

struct Declaration {
  std::string function;
  Interface interface;
};

/// "void scan(const float* x, int n, float* y)": what is behind a const pointer is `in`, behind another
/// `out`; integers are sizes, and an array's extent is the integer after it, or the last one before it.
/// Throws UsageError for what no function without a kit can have.
[[nodiscard]] Declaration read_declaration(const std::string& text);

/// By path in the course: labs/NAME and solutions/NAME.
[[nodiscard]] std::map<std::string, std::string> new_lab_files(const std::string& name,
                                                               const Declaration& declaration);

}  // namespace mergelab::app
