// The formats that course systems read: one table, and one way from a report to any of them.
#pragma once

#include "model/result.hpp"

namespace mergelab::report {

/// What a writer may use besides the grading.
struct Setting {
  std::size_t output_bytes = 0;                  // at most so much text for one test
  std::map<std::string, std::string> variables;  // of the environment, those that the format names
};

/// Gets the public part of a grading, cleaned: of a hidden case only its verdict. Labs that were not graded
/// yet are included, as grader_error without a score; without a total no score may be written.
using Writer = std::string(const Grading& grading, const Setting& setting);

struct Format {
  std::string_view name;              // for --emit
  std::string_view file;              // as its reader calls it
  std::string_view reader;            // who reads it
  std::size_t most_bytes;             // that its reader takes
  std::vector<std::string> needs;     // variables of the environment that have to be set
  std::vector<std::string> may_have;  // variables that are used where they are set
  Writer* write;
};

[[nodiscard]] std::span<const Format> formats();
/// nullptr for an unknown name.
[[nodiscard]] const Format* find_format(std::string_view name);

/// A grading's public part in this format. Texts are cut further where the whole would be larger than the
/// reader takes. Throws std::runtime_error for scores that can't be true, and where nothing can be cut any
/// more.
[[nodiscard]] std::string write_as(const Format& format, const Grading& grading,
                                   const std::map<std::string, std::string>& variables = {});

}  // namespace mergelab::report
