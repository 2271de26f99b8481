// Reads what ctest says: the tests that there are, and how each went.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mergelab::app {

/// A test as `ctest --show-only=json-v1` lists it.
struct ListedTest {
  int number = 0;  // ctest's own, from 1
  std::string name;
  std::string folder;   // of tests/
  std::string program;  // the file name of what runs it; empty: not built
  bool is_long = false, needs_gpu = false;
};

/// `build` is the folder that ctest runs in. Throws EnvironmentError for anything that is no such list.
[[nodiscard]] std::vector<ListedTest> read_test_list(const std::string& json,
                                                     const std::filesystem::path& build);

struct TestResult {
  enum class State { passed, failed, skipped } state = State::passed;
  std::string name, how;  // "Failed", "Timeout", ...
  std::string output;
};

/// Puts the output of `ctest -V` together, where tests that run at once come in turns.
class CtestReader {
 public:
  /// A test's result, when this line completes one.
  [[nodiscard]] std::optional<TestResult> read(const std::string& line);

 private:
  std::map<std::string, std::string> outputs_;  // by the test's number
};

/// Why a test skipped itself, in one line.
[[nodiscard]] std::string skip_reason(const std::string& output);

/// The seconds that tests took in earlier runs, from ctest's CTestCostData.txt; nothing of those that are
/// new.
[[nodiscard]] std::map<std::string, double> read_costs(const std::filesystem::path& file);

}  // namespace mergelab::app
