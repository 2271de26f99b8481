// --html: the place of the merge microscope's page, and the case that it shows.
#include "command.hpp"

namespace mergelab {
namespace {

class MicroscopeTest : public CommandTest {
 protected:
  /// The data of a page that was written.
  [[nodiscard]] nlohmann::json data(const std::string& file) const {
    const std::string page = read(folder_ / file), begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t at = page.find(begin) + begin.size();
    return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
  }
};
using MicroscopeTestSlow = MicroscopeTest;

TEST_F(MicroscopeTestSlow, is_named_after_the_lab_and_shows_its_score) {
  submit_solutions();
  expect_says(tiny({"run", "1", "--dir", "mine", "--html"}), 0,
              "microscope: lab1.html (open it in a browser)");
  const nlohmann::json shown = data("lab1.html");
  EXPECT_EQ(shown.at("trace").at("case"), "built-in arrays");
  const nlohmann::json& c = shown.at("trace").at("arrays").at(2);
  EXPECT_EQ(c.at("output"), c.at("expected"));
  EXPECT_EQ(shown.at("report").at("score"), 4);
  expect_says(tiny({"run", "1", "--dir", "mine", "--html"}), 0, "microscope: lab1.html");
}

TEST_F(MicroscopeTestSlow, shows_a_case_that_was_not_right) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;",
          "int i = 0, j = 0;\n  if (n == 0) return;  // </script>");
  expect_says(tiny({"run", "1", "--dir", "mine", "--html=seen.html"}), 0, "microscope: seen.html");
  const nlohmann::json trace = data("seen.html").at("trace");
  EXPECT_EQ(trace.at("case"), "edges/b_empty");
  EXPECT_EQ(trace.at("verdict"), "wrong_answer");
}

TEST_F(MicroscopeTestSlow, gives_own_arrays_no_score) {
  submit_solutions();
  const Ran ran = tiny({"run", "1", "--dir", "mine", "--arg", "A=1,4", "--arg", "B=2", "--html"});
  EXPECT_EQ(ran.code, 0) << ran.text;
  const nlohmann::json shown = data("lab1.html");
  EXPECT_EQ(shown.at("trace").at("arrays").at(0).at("input"), nlohmann::json({1, 4}));
  EXPECT_TRUE(shown.at("report").is_null());
}

TEST_F(MicroscopeTest, replaces_no_file_of_another_kind) {
  submit_solutions();
  std::ofstream(folder_ / "lab1.html") << "my notes";
  expect_says(tiny({"run", "1", "--dir", "mine", "--html"}), 2,
              "lab1.html exists and is not a page of the microscope");
  EXPECT_EQ(read(folder_ / "lab1.html"), "my notes");
  expect_says(tiny({"run", "1", "--dir", "mine", "--html=none/x.html"}), 2, "create its folder first");
  expect_says(tiny({"run", "1", "--dir", "mine", "--html=-"}), 2, "--html takes a file");
}

TEST_F(MicroscopeTestSlow, is_not_written_where_nothing_ran) {
  submit_solutions();
  replace(folder_ / "mine/01_merge/merge.cuh", "int i = 0, j = 0;", "int i = 0, j = 0");
  expect_says(tiny({"run", "1", "--dir", "mine", "--html"}), 0, "microscope: no page was written");
  EXPECT_FALSE(fs::exists(folder_ / "lab1.html"));
}

}  // namespace
}  // namespace mergelab
