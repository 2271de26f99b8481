// Cases of the checks of a lab's text, from a file of them: each "//! NAME[ slow]" begins a test, each "//=
// passes" or "//= WHAT THE LOG SAYS" one of its cases, with the code that is put above the function and,
// below "// merge begins with:", at its beginning.
#pragma once

#include "forbidden.hpp"

namespace mergelab::submission {

struct Cases {
  struct One {
    std::string says, above, body;
  };
  std::string name;
  std::vector<One> all;
  friend void PrintTo(const Cases& cases, std::ostream* out) { *out << cases.name; }
};

inline std::vector<Cases> read_cases(const std::string& file, bool slow) {
  std::ifstream text(fs::path(MERGELAB_SOURCE_DIR) / "tests" / "submission" / file);
  std::vector<Cases> tests;
  std::string* code = nullptr;
  const auto add = [&](const std::string& line) { *code += (code->empty() ? "" : "\n") + line; };
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("//! ")) {
      tests.push_back({line.substr(4), {}});
    } else if (tests.empty()) {
      continue;  // the head of the file
    } else if (line.starts_with("//= ")) {
      code = &tests.back().all.emplace_back(line.substr(4)).above;
    } else if (line == "// merge begins with:") {
      code = &tests.back().all.back().body;
    } else {
      add(line);
    }
  }
  const std::string mark = " slow";
  std::erase_if(tests, [&](const Cases& test) { return test.name.ends_with(mark) != slow; });
  if (slow)
    for (Cases& test : tests) test.name.resize(test.name.size() - mark.size());
  return tests;
}

class ForbiddenCases : public Forbidden, public testing::WithParamInterface<Cases> {
 public:
  static std::string name_of(const testing::TestParamInfo<Cases>& info) { return info.param.name; }

 protected:
  void expect_each() {
    for (const auto& [says, above, body] : GetParam().all)
      if (says == "passes")
        expect_passes(above, body);
      else
        expect_forbidden(above, says, body);
  }
};

}  // namespace mergelab::submission
