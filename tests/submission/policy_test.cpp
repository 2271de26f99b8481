// The driver's policy for a lab.
#include "submission/policy.hpp"

#include <gtest/gtest.h>

#include "kits/kits.hpp"

namespace mergelab::submission {
namespace {

TEST(PolicyText, allows_the_courses_own_headers_and_no_others) {
  const std::string policy =
      policy_text({"/opt/bin/simt-cc", "/opt/include", "/opt/worker", "c++"}, &merge_kit());
  EXPECT_EQ(policy.find("allow include /opt/include/mergelab/*\nallow include /opt/worker/*\n"), 0u);
  EXPECT_EQ(policy.find("allow include /", policy.find("/opt/worker/*")), std::string::npos);
  EXPECT_NE(policy.find("refuse include * | "), std::string::npos);
}

TEST(PolicyText, ends_its_allowlists_with_a_refusal) {
  const std::string policy = policy_text({}, &merge_kit());
  for (const std::string kind : {"include", "library", "attribute", "pragma", "import", "initialiser"}) {
    const std::size_t last = policy.find("refuse " + kind + " * | ");
    EXPECT_NE(last, std::string::npos) << kind;
    EXPECT_EQ(policy.find("allow " + kind + " ", last), std::string::npos) << kind << ": never reached";
  }
}

}  // namespace
}  // namespace mergelab::submission
