// The pages for students: their links are valid, also in a hand-out, which lacks the pages of the course's
// staff.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pages() {
  const fs::path root = MERGELAB_SOURCE_DIR;
  std::vector<fs::path> found = {root / "README.md"};
  for (const char* folder : {"docs", "labs"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() == ".md") found.push_back(entry.path());
    }
  }
  return found;
}

/// A page without its blocks of code.
std::string prose(const fs::path& page) {
  std::istringstream lines(read_text(page));
  std::string text;
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("```") != std::string::npos) in_code = !in_code;
    if (!in_code) text += line + "\n";
  }
  return text;
}

TEST(Pages, lead_somewhere_by_every_link) {
  const std::regex link(R"(\]\(([\w./-]+)(#[\w-]*)?\))");
  int links = 0;
  for (const fs::path& page : pages()) {
    const std::string text = prose(page);
    for (auto found = std::sregex_iterator(text.begin(), text.end(), link); found != std::sregex_iterator();
         ++found, ++links)
      EXPECT_TRUE(fs::exists(page.parent_path() / (*found)[1].str())) << page << ": " << found->str();
  }
  EXPECT_GT(links, 10);
}

TEST(Pages, name_no_page_that_is_not_here_as_if_it_were) {
  const std::regex name(R"(([a-z_-]+\.md)\b(, which the course's staff has)?)");
  for (const fs::path& page : pages()) {
    const std::string text = prose(page);
    for (auto found = std::sregex_iterator(text.begin(), text.end(), name); found != std::sregex_iterator();
         ++found) {
      const bool is_here = fs::exists(page.parent_path() / (*found)[1].str()) ||
                           fs::exists(fs::path(MERGELAB_SOURCE_DIR) / "docs" / (*found)[1].str());
      EXPECT_TRUE(is_here || (*found)[2].matched) << page << ": " << found->str();
    }
  }
}

}  // namespace
}  // namespace mergelab
