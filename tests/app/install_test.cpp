// An installed mergelab grades after its folder is moved.
#include "command.hpp"
#include "course/course.hpp"

namespace mergelab {
namespace {

class InstallTest : public CommandTest {};

using InstallTestSlow = InstallTest;

TEST_F(InstallTestSlow, grades_from_an_installed_place_that_was_moved) {
  fs::permissions(folder_, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
  const Ran installed =
      run({"cmake", "--install", MERGELAB_BINARY_DIR, "--prefix", (folder_ / "first").string()}, {});
  ASSERT_EQ(installed.code, 0) << installed.text;
  fs::rename(folder_ / "first", folder_ / "moved");
  EXPECT_TRUE(fs::exists(folder_ / "moved/share/man/man1/mergelab.1"));
  const std::string program = (folder_ / "moved" / "bin" / "mergelab").string();
  const fs::path commit = fs::path(MERGELAB_BINARY_DIR) / "commit";
  EXPECT_EQ(run({program, "--version"}, {}).text,
            fs::exists(commit) ? fmt::format("mergelab {} (commit {:.12})\n", MERGELAB_VERSION, read(commit))
                               : fmt::format("mergelab {}\n", MERGELAB_VERSION));
  const Ran graded = run({program, "grade", "solutions", "--lab", "1", "--case", "plain", "--backend", "cpu",
                          "--json", "report.json"},
                         {});
  EXPECT_EQ(graded.code, 0) << graded.text;
  const nlohmann::json lab = report().at("labs").at(0);
  EXPECT_EQ(lab.at("score"), lab.at("max_score")) << graded.text;
  EXPECT_TRUE(contains(graded.text, "isolation " + to_string(sandbox::isolation().level)));
  expect_says(run({program, "doctor"}, {}), 0, (folder_ / "moved/libexec/mergelab/bin").string(),
              (folder_ / "moved/share/mergelab").string() +
                  fmt::format(", {} labs", course::load(source()).labs.size()));
  expect_says(run({program, "run", "--sede"}, {}), 2, "`mergelab run --help`");
  expect_says(run({program, "run", "99"}, {}), 2, "`mergelab list` shows all");
}

}  // namespace
}  // namespace mergelab
