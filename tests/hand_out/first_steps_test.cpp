// The course's own skeletons, graded as a student would before the first line is written.
#include "base/regex.hpp"
#include "sandbox/process.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab {
namespace {

namespace fs = std::filesystem;

class FirstSteps : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path root = MERGELAB_SOURCE_DIR;
    fs::copy(root / (fs::exists(root / "solutions") ? "labs" : "skeletons"), mine_,
             fs::copy_options::recursive);
    write_text(settings_, R"({"schema": "mergelab.settings/1"})");
  }

  /// What mergelab prints, with copies of the skeletons as the student's files.
  std::string says(std::vector<std::string> words, int code = 0) {
    words.insert(words.begin(), MERGELAB_BINARY_DIR "/bin/mergelab");
    sandbox::Command command;
    command.argv = std::move(words);
    const char* path = std::getenv("PATH");
    command.env = {{"PATH", path != nullptr ? path : "/usr/bin:/bin"},
                   {"LANG", "C.UTF-8"},
                   {"MERGELAB_SETTINGS", settings_.string()},  // overrides settings in labs/
                   {"CUDA_VISIBLE_DEVICES", ""}};
    if (const char* kept = std::getenv("MERGELAB_KEPT_OBJECTS")) command.env["MERGELAB_KEPT_OBJECTS"] = kept;
    command.directory = folder_.path();
    command.limits.wall_s = 200;
    command.limits.open_files = 256;
    command.limits.file_bytes = std::int64_t{1} << 30;
    const sandbox::Exit exit = sandbox::run(command);
    EXPECT_EQ(exit.code, code) << exit.output;
    return exit.output;
  }

  TemporaryFolder folder_;
  fs::path mine_ = folder_.path() / "mine", settings_ = folder_.path() / "settings.json";
};
using FirstStepsSlow = FirstSteps;

TEST_F(FirstSteps, list_names_the_first_lab_as_next) {
  EXPECT_TRUE(contains(says({"list", "--dir", "mine"}), "next: lab 1"));
}

TEST_F(FirstStepsSlow, every_skeleton_compiles_and_says_which_todo_is_open) {
  std::set<std::string> labs;
  for (const auto& lab : fs::directory_iterator(mine_)) {
    if (lab.is_directory()) labs.insert(lab.path().filename().string());
  }
  std::vector<std::string> words{"grade", "mine", "--backend", "cpu", "--json", "report.json"};
  // The first: those of kernels take ten times as long, that of ranks a minute.
  if (!is_long_run()) labs = {*labs.begin()};
  for (const std::string& lab : labs) words.insert(words.end(), {"--lab", lab});
  const std::string text = says(words);
  const std::string report = read_text(folder_.path() / "report.json");
  for (const std::string& lab : labs) EXPECT_TRUE(contains(text, lab));
  EXPECT_FALSE(contains(report, "build_failed")) << text;
  EXPECT_TRUE(contains(text, "TODO not done"));
}

TEST_F(FirstStepsSlow, hint_names_the_open_region) {
  EXPECT_TRUE(contains(says({"hint", "1", "--dir", "mine"}), "TODO 1"));
}

TEST_F(FirstSteps, pack_says_that_nothing_was_done) {
  EXPECT_TRUE(contains(says({"pack", "--dir", "mine"}), "untouched"));
}

// The pages for students: their links are valid, also in a hand-out, which lacks the pages of the course's
// staff.

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
  const base::Regex link(R"(\]\(([\w./-]+)(#[\w-]*)?\))");
  int links = 0;
  for (const fs::path& page : pages()) {
    const std::string text = prose(page);
    for (const std::smatch& found : base::regex_matches(text, link)) {
      EXPECT_TRUE(fs::exists(page.parent_path() / found[1].str())) << page << ": " << found.str();
      ++links;
    }
  }
  EXPECT_GT(links, 10);
}

TEST(Pages, name_no_page_that_is_not_here_as_if_it_were) {
  const base::Regex name(R"(([a-z_-]+\.md)\b(, which the course's staff has)?)");
  for (const fs::path& page : pages()) {
    const std::string text = prose(page);
    for (const std::smatch& found : base::regex_matches(text, name)) {
      const bool is_here = fs::exists(page.parent_path() / found[1].str()) ||
                           fs::exists(fs::path(MERGELAB_SOURCE_DIR) / "docs" / found[1].str());
      EXPECT_TRUE(is_here || found[2].matched) << page << ": " << found.str();
    }
  }
}

}  // namespace
}  // namespace mergelab
