// The rules that the driver gets for a lab.
#include "submission/rules.hpp"

#include <gtest/gtest.h>

namespace mergelab::submission {
namespace {

TEST(RulesText, allows_the_courses_own_headers_and_no_others) {
  const std::string rules = rules_text({"/opt/bin/simt-cc", "/opt/include", "/opt/worker", "c++"});
  EXPECT_EQ(rules.find("allow include /opt/include/mergelab/*\nallow include /opt/worker/*\n"), 0u);
  EXPECT_EQ(rules.find("allow include", rules.find("/opt/worker/*")), std::string::npos);
  EXPECT_NE(rules.find("refuse include * | "), std::string::npos);
}

TEST(RulesText, ends_its_allowlists_with_a_refusal) {
  const std::string rules = rules_text({});
  for (const std::string kind : {"include", "attribute", "pragma", "import", "initialiser"}) {
    const std::size_t last = rules.find("refuse " + kind + " * | ");
    EXPECT_NE(last, std::string::npos) << kind;
    EXPECT_EQ(rules.find("allow " + kind + " ", last), std::string::npos) << kind << ": never reached";
  }
}

}  // namespace
}  // namespace mergelab::submission
