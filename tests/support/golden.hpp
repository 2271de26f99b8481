// Compares a text with a file of a golden/ folder. To renew the files after a deliberate change, run the
// tests with MERGELAB_RENEW_GOLDEN=1 and read the difference before you commit it.
#pragma once

#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab {

/// `name` is the file's path below tests/. Of a file with several texts, `section` is the one that follows
/// the line "=== SECTION".
inline void expect_golden_file(const std::string& name, const std::string& text,
                               const std::string& section = "") {
  const std::string path = MERGELAB_SOURCE_DIR "/tests/" + name;
  std::string all = "\n" + read_text(path);
  std::size_t begin = 1, end = all.size();
  if (!section.empty()) {
    const std::string head = "\n=== " + section + "\n";
    begin = std::min(all.find(head), all.size());
    if (begin == all.size()) all += head.substr(1);
    begin += begin == end ? head.size() - 1 : head.size();
    end = std::min(all.find("\n=== ", begin - 1), all.size() - 1) + 1;
  }
  if (const char* renew = std::getenv("MERGELAB_RENEW_GOLDEN"); renew != nullptr && *renew == '1') {
    write_text(path, all.replace(begin, end - begin, text).substr(1));
    GTEST_SKIP() << "wrote " << path;
  }
  EXPECT_EQ(all.substr(begin, end - begin), text)
      << path << ' ' << section << "\nIf the change is meant, renew it with MERGELAB_RENEW_GOLDEN=1";
}

}  // namespace mergelab
