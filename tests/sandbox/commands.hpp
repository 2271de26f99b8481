// Commands of the sandbox's tests, and their levels of isolation.
#pragma once

#include "sandbox/process.hpp"
#include "support/processes.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::sandbox {

/// A test that runs once per level, and is skipped where the machine does not give that level.
class AtLevel : public testing::TestWithParam<Level> {
 protected:
  void SetUp() override {
    static std::map<std::string, std::string> known;
    const std::string name = to_string(GetParam());
    if (!known.contains(name)) known[name] = why_not(GetParam());
    if (!known[name].empty()) GTEST_SKIP() << known[name];
  }

  static Command shell(const std::string& script) {
    Command command;
    command.argv = {"/bin/sh", "-c", script};
    command.env = {{"PATH", "/usr/bin:/bin"}};
    command.limits.wall_s = 60;  // a broken sandbox fails a test, and does not hang it
    command.confinement.emplace();
    command.confinement->level = GetParam();
    return command;
  }

  static Command helper(std::vector<std::string> words) {
    Command command = shell("");
    words.insert(words.begin(), SANDBOX_HELPER);
    command.argv = std::move(words);
    return command;
  }
};

/// Those that differ in what starts and ends a command.
inline std::vector<Level> tested_levels() {
  return {
      {Fence::process, false}, {Fence::user, true}, {Fence::namespaces, false}, {Fence::namespaces, true}};
}

inline std::string level_name(const testing::TestParamInfo<Level>& info) {
  std::string name = to_string(info.param);
  std::replace(name.begin(), name.end(), '+', '_');
  return name;
}

#define AT_EACH_LEVEL(Suite) \
  INSTANTIATE_TEST_SUITE_P(Level, Suite, testing::ValuesIn(tested_levels()), level_name)

#define SUITE_AT_EACH_LEVEL(Suite)                                          \
  class Suite : public AtLevel {}; /* NOLINT(bugprone-macro-parentheses) */ \
  AT_EACH_LEVEL(Suite)

/// Processes of this machine that have `word` in their command line: ids differ between namespaces.
inline int count_processes(const std::string& word) { return static_cast<int>(processes_with(word).size()); }

/// A word that no other process has.
inline std::string unique_word() {
  static int next = 0;
  return "test" + std::to_string(::getpid()) + "x" + std::to_string(next++) + "x";
}

}  // namespace mergelab::sandbox
