// Tables of the docs that repeat tables of the code.
#include <simt/engine.hpp>

#include "base/regex.hpp"
#include "simt/cxx/policy.hpp"
#include "support/places.hpp"
#include "support/test.hpp"

namespace {

/// The names in backticks in the first column of the table with this heading.
std::multiset<std::string> first_column(const std::string& file, const std::string& heading) {
  std::ifstream page(MERGELAB_SOURCE_DIR "/docs/" + file);
  std::multiset<std::string> names;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind(heading, 0) == 0) inside = true;
    if (line.empty()) inside = false;
    if (!inside) continue;
    const std::string column = line.substr(0, line.find('|', 1));
    static const mergelab::base::Regex name("`([a-z_-]+)`");
    for (const std::smatch& at : mergelab::base::regex_matches(column, name)) names.insert(at[1]);
  }
  return names;
}

TEST(Docs, list_every_rule_of_the_checkers_once) {
  using mergelab::finding::kRuleNames;
  const auto count = static_cast<std::ptrdiff_t>(mergelab::finding::kFirstOfWorker);
  const std::multiset<std::string> rules(std::begin(kRuleNames), std::begin(kRuleNames) + count);
  EXPECT_EQ(first_column("simt.md", "| rule |"), rules);
}

TEST(Docs, list_every_subject_of_a_policy_once) {
  const auto& names = simt::cxx::kSubjectNames;
  EXPECT_EQ(first_column("rules.md", "| subject |"), std::multiset<std::string>(names.begin(), names.end()));
}

}  // namespace
