#include "similar/page.hpp"
#include "base/regex.hpp"
#include "support/test.hpp"

namespace mergelab::similar {
namespace {

constexpr const char* kLoop = "for (int x = 0; x < count; x += step) to[x] = from[x] + 7 * count;\n";

std::vector<Compared> labs_of(const std::vector<Handed>& files) {
  Compared lab;
  lab.code.lab = "04_tiled";
  lab.code.title = "Tiled <b>";
  lab.code.files = files;
  lab.found = compare(lab.code);
  std::vector<Compared> labs;
  labs.push_back(std::move(lab));
  return labs;
}
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++number;
  return number;
}

TEST(SimilarPage, marks_shared_stretches_on_both_sides) {
  const std::string page = page_of(
      labs_of({{"ada", std::string("int own;\n") + kLoop}, {"bob", std::string(kLoop) + "return 4;\n"}}), 50);
  EXPECT_TRUE(contains(page, "id=\"p1a1\" href=\"#p1b1\"", "id=\"p1b1\" href=\"#p1a1\""));
  EXPECT_TRUE(contains(page, "<i>1</i>int own;\n<i>2</i><a")) << "own code is not marked";
  EXPECT_EQ(count(page, "<mark"), 2U);
  EXPECT_EQ(count(page, "<mark"), count(page, "</mark>"));
}
TEST(SimilarPage, closes_a_mark_at_the_end_of_a_line) {
  const std::string two = "a = b[c] + 1;\nd = e * 2;\nf(g);\n";
  const std::string page = page_of(labs_of({{"ada", two + "x;"}, {"bob", "y;" + two}}), 50);
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);)
    EXPECT_EQ(count(line, "<mark"), count(line, "</mark>")) << line;
  EXPECT_EQ(count(page, "<mark"), 6U);
}
TEST(SimilarPage, escapes_names_and_code) {
  const std::string evil = "</pre><script>alert(1)</script>";
  const std::string page =
      page_of(labs_of({{evil, kLoop + std::string("f(\"<img src=x>\");\x1b[31m\xff") + evil},
                       {"b&\"b", std::string(kLoop) + evil}}),
              50);
  EXPECT_FALSE(contains(page, "<script"));
  EXPECT_FALSE(contains(page, "<img"));
  EXPECT_FALSE(contains(page, '\x1b'));
  EXPECT_FALSE(contains(page, "Tiled <b>"));
  EXPECT_FALSE(contains(page, "b&\"b"));
}
TEST(SimilarPage, needs_nothing_else_and_accuses_nobody) {
  const std::string page =
      page_of(labs_of({{"ada", kLoop}, {"bob", std::string(kLoop) + "int z;"}, {"cleo", kLoop}}), 50);
  EXPECT_FALSE(base::regex_search(page, base::Regex("(src|href)=\"[^#]"))) << "nothing from elsewhere";
  EXPECT_TRUE(contains(page, "default-src 'none'", "not a verdict",
                       "The same file, byte for byte</h2>\n<ul>\n<li>Tiled &#60;b&#62;: ada, cleo</li>"));
  const std::string all = page + table_of(labs_of({{"ada", kLoop}, {"bob", kLoop}}));
  EXPECT_FALSE(base::regex_search(
      all, base::Regex("plagiar|cheat|copied|suspic|guilt|fraud|offen", std::regex::icase)));
}
TEST(SimilarPage, shows_as_many_pairs_as_it_may) {
  std::vector<Handed> files;
  for (int i = 0; i < 5; ++i)
    files.push_back({"s" + std::to_string(i), kLoop + std::string(static_cast<std::size_t>(i), ';')});
  const std::string page = page_of(labs_of(files), 3);
  EXPECT_EQ(count(page, "<div class=\"sides\">"), 3U);
  EXPECT_TRUE(contains(page, "The first 3 of 10 pairs"));
}
TEST(SimilarPage, says_so_where_there_is_nothing) {
  EXPECT_TRUE(contains(page_of(labs_of({{"ada", kLoop}}), 50), "No two different files"));
  EXPECT_TRUE(contains(page_of({}, 50), "No two different files"));
}

TEST(SimilarTable, has_a_row_for_each_pair_and_no_formula) {
  const std::string table =
      table_of(labs_of({{"=1+1", kLoop}, {"bob", std::string(kLoop) + "z;"}, {"cleo", kLoop}}));
  EXPECT_EQ(count(table, "\r\n"), 3U) << table;
  EXPECT_TRUE(contains(table, "04_tiled,'=1+1,cleo,,,,100,100,bytes,", "04_tiled,'=1+1,bob,"));
}
TEST(Percent, is_all_or_nothing_only_where_it_is) {
  EXPECT_EQ(percent(0), "0 %");
  EXPECT_EQ(percent(0.001), "1 %");
  EXPECT_EQ(percent(0.999), "99 %");
  EXPECT_EQ(percent(1), "100 %");
}

}  // namespace
}  // namespace mergelab::similar
