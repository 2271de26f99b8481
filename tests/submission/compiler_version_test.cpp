// The compiler's version in a report.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "submission/submission.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::submission {
namespace {

TEST(CompilerVersion, is_the_first_line) { EXPECT_NE(compiler_version("c++").find('1'), std::string::npos); }

TEST(CompilerVersion, is_empty_without_a_compiler) {
  EXPECT_EQ(compiler_version("no_such_compiler"), "");
  EXPECT_EQ(compiler_version("false"), "");
}

TEST(CompilerVersion, is_asked_for_again_when_the_compiler_was_killed) {
  const TemporaryFolder folder;
  const std::filesystem::path compiler = folder.path() / "c++";
  std::ofstream(compiler) << "#!/bin/sh\nmkdir \"$0.killed\" 2>&- && kill -KILL $$\necho version 1\n";
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  EXPECT_EQ(compiler_version(compiler.string()), "version 1");
}

}  // namespace
}  // namespace mergelab::submission
