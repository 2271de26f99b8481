// Compares a text with a file of a golden/ folder. To renew the files after a deliberate change, run the
// tests with MERGELAB_RENEW_GOLDEN=1 and read the difference before you commit it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "support/places.hpp"

namespace mergelab {

/// `name` is the file's path below tests/.
inline void expect_golden_file(const std::string& name, const std::string& text) {
  const std::string path = MERGELAB_SOURCE_DIR "/tests/" + name;
  if (const char* renew = std::getenv("MERGELAB_RENEW_GOLDEN"); renew != nullptr && *renew == '1') {
    std::ofstream(path, std::ios::binary) << text;
    GTEST_SKIP() << "wrote " << path;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing: run with MERGELAB_RENEW_GOLDEN=1";
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text)
      << path << "\nIf the change is meant, renew it with MERGELAB_RENEW_GOLDEN=1";
}

}  // namespace mergelab
