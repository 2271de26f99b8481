// Only the rewriter: text in, text out.
#include "simt/cxx/rewriter.hpp"
#include "support/places.hpp"
#include "support/sections.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace {

using simt::cxx::rewrite_launches;

bool is_any(std::string_view) { return true; }

class Rewriter : public testing::TestWithParam<mergelab::Section> {};

TEST_P(Rewriter, writes_what_the_file_of_cases_says) {
  const auto& [name, cases] = GetParam();
  const bool of_students = name.ends_with("_student_files");
  for (const auto& [none, text] : mergelab::sections_of(cases, "//<")) {
    const std::size_t end = text.find("//>\n");
    const std::string read = text.substr(0, end);
    EXPECT_EQ(
        rewrite_launches(read, [&](std::string_view file) { return !of_students || file == "my dir/ü.cu"; }),
        end == std::string::npos ? read : text.substr(end + 4));
  }
}

INSTANTIATE_TEST_SUITE_P(Text, Rewriter,
                         testing::ValuesIn(mergelab::sections_of(
                             mergelab::read_text(MERGELAB_SOURCE_DIR "/tests/simt/rewriter.cases"), "//! ")),
                         [](const auto& info) { return info.param.name; });

TEST(RewriterText, makes_plain_calls_that_keep_their_columns) {
  const auto as_calls = [](const std::string& text) { return simt::cxx::launches_as_calls(text, is_any); };
  EXPECT_EQ(as_calls("k<1><<<g,\n f(b)>>>(a);"), "k<1>     \n        (a);");
  EXPECT_EQ(as_calls("template <class T> void k(T);\nk<<<1,2>>>(a);"),
            "template <class T> void k(T);\nk         (a);");
  EXPECT_EQ(as_calls("a << b; \"<<<1>>>\""), "a << b; \"<<<1>>>\"");
}

// A launch that closes moves what stands behind it: with all of a file behind it, this would take minutes.
TEST(RewriterText, leaves_launches_that_lie_too_deep_in_each_other) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "k<<<";
  for (int i = 0; i < 100'000; ++i) text += ">>>";
  const std::string result = rewrite_launches(text, is_any);
  const std::string_view before = "<<<>>>", after = " ->* ::simt::LaunchConfig()";
  EXPECT_EQ(result.size() - text.size(), 64 * (after.size() - before.size()));
}

// Any prefix of a file may come; the scanner must end, and keep the number of lines.
TEST(RewriterText, keeps_line_numbers_of_every_prefix) {
  const std::string text =
      "# 1 \"a.cu\"\nk<3><<<f(1'0), \"\\\"\">>>(R\"x(\n<<<)x\", 'c');\n/* \n */ // \n#pragma "
      "unroll\nm<<<1,\n2>>>();\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string prefix = text.substr(0, length);
    const std::string result = rewrite_launches(prefix, is_any);
    EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), std::count(prefix.begin(), prefix.end(), '\n'))
        << "prefix of " << length << " characters";
  }
}

}  // namespace
