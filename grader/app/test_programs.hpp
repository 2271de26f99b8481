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

/// The names of all tests in a source file of GoogleTest: "Suite.name", and "Prefix/Suite.name/" where it has
/// parameters.
[[nodiscard]] std::vector<std::string> test_names_in(const std::string& source);

/// Build targets. `list` is the file test_programs.txt that CMake writes. The pattern is a folder of tests/,
/// a test program, or a regular expression for names of tests; what matches none may still be the name of a
/// test, and is found when all are built. Throws UsageError.
[[nodiscard]] std::vector<std::string> test_targets(const std::filesystem::path& list,
                                                    const std::string& pattern);

}  // namespace mergelab::app
