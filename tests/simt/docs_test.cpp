// docs/simt.md lists the rules that are checked; its table is compared with the engine's.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <simt/engine.hpp>
#include <string>

#include "support/places.hpp"

namespace {

/// The names in backticks in the first column of the table with this heading.
std::multiset<std::string> first_column(const std::string& heading) {
  std::ifstream page(MERGELAB_SOURCE_DIR "/docs/simt.md");
  std::multiset<std::string> names;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind(heading, 0) == 0) inside = true;
    if (line.empty()) inside = false;
    if (!inside) continue;
    const std::string column = line.substr(0, line.find('|', 1));
    static const std::regex name("`([a-z-]+)`");
    for (std::sregex_iterator at(column.begin(), column.end(), name), end; at != end; ++at)
      names.insert((*at)[1]);
  }
  return names;
}

TEST(Docs, list_every_rule_once) {
  const std::multiset<std::string> rules(std::begin(simt::kRuleNames), std::end(simt::kRuleNames));
  EXPECT_EQ(first_column("| rule |"), rules);
}

}  // namespace
