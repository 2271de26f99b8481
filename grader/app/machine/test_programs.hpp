// Which programs `./lab test PATTERN` has to build: known from the tests' sources, before any of them is
// built.
#pragma once

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

namespace mergelab::app {

/// Throws UsageError.
[[nodiscard]] std::regex test_pattern(const std::string& pattern);

/// The names of all tests in a source file of GoogleTest: "Suite.name", and where it has parameters
/// "Prefix/Suite.name/0" and whatever name a literal of the file may give one.
[[nodiscard]] std::vector<std::string> test_names_in(const std::string& source);

/// Build targets. `list` is the file test_programs.txt that CMake writes. The pattern is a folder of tests/,
/// a test program, or a regular expression for names of tests; empty when it matches none. Throws UsageError.
[[nodiscard]] std::vector<std::string> test_targets(const std::filesystem::path& list,
                                                    const std::string& pattern);

}  // namespace mergelab::app
