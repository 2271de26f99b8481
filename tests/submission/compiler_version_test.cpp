// What a report says of the compiler.
#include <gtest/gtest.h>

#include "submission/submission.hpp"

namespace mergelab::submission {
namespace {

TEST(CompilerVersion, is_the_first_line) { EXPECT_NE(compiler_version("c++").find("1"), std::string::npos); }

TEST(CompilerVersion, is_empty_without_a_compiler) {
  EXPECT_EQ(compiler_version("no_such_compiler"), "");
  EXPECT_EQ(compiler_version("false"), "");
}

}  // namespace
}  // namespace mergelab::submission
