// catalog.json: its data. mistakes.cases has the message for each mistake.
#include "course/course.hpp"
#include "kits/keys/case.hpp"
#include "model/npy.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

using judge::keys_case, judge::KeysCase;

TEST(Catalog, has_families_with_defaults) {
  const TinyCourse tiny;
  const Course course = load(tiny.root());
  ASSERT_EQ(course.families.size(), 2U);
  const Family& plain = course.families[0];
  EXPECT_EQ(plain.name, "plain");
  EXPECT_EQ(plain.about, "Easy.");
  EXPECT_EQ(plain.seed, 5U);
  EXPECT_FALSE(plain.hidden);
  EXPECT_EQ(plain.backends, (Backends{Backend::cpu, Backend::gpu}));
  EXPECT_EQ(course.families[1].seed, Family{}.seed);
  EXPECT_TRUE(course.families[1].hidden);
}

TEST(Catalog, has_cases_that_take_their_generator_from_the_family) {
  const TinyCourse tiny;
  const Course course = load(tiny.root());
  const CaseSpec& spec = course.families[0].cases.at(0);
  EXPECT_EQ(spec.name, "one");
  const KeysCase one = keys_case(spec);
  EXPECT_EQ(one.generator, "distinct");
  EXPECT_EQ(one.m.text(), "tile/2");
  EXPECT_EQ(one.n.text(), "3");
  EXPECT_EQ(one.count, 1);
  EXPECT_EQ(spec.seed, std::nullopt);
  EXPECT_EQ(one.section, std::nullopt);
  EXPECT_EQ(keys_case(course.families[1].cases.at(0)).distinct, 3);
}

TEST(Catalog, has_cases_with_everything_of_their_own) {
  const TinyCourse tiny;
  const Course course = load(tiny.root());
  const KeysCase runs = keys_case(course.families[0].cases.at(1));
  EXPECT_EQ(runs.generator, "runs");
  EXPECT_EQ(runs.run.text(), "tile+1");
  EXPECT_EQ(runs.count, 2);
  EXPECT_EQ(runs.offset_a, 1);
  EXPECT_EQ(runs.offset_b, 0);
  EXPECT_EQ(runs.offset_c, 3);
  EXPECT_TRUE(runs.adjacent);
  ASSERT_TRUE(runs.section && runs.tile);
  EXPECT_EQ(runs.section->text(), "50");
  EXPECT_EQ(runs.tile->text(), "7");
  EXPECT_EQ(course.families[0].cases.at(1).seed, 9U);
}

TEST(Catalog, has_arrays_written_out) {
  const TinyCourse tiny;
  const Course course = load(tiny.root());
  const KeysCase written = keys_case(course.families[0].cases.at(2));
  EXPECT_EQ(written.generator, "literal");
  EXPECT_EQ(written.keys_a, (std::vector{-1, 2, 2}));
  EXPECT_TRUE(written.keys_b.empty());
  EXPECT_EQ(written.m.text(), "3");
  EXPECT_EQ(written.n.text(), "0");
}

TEST(Catalog, has_arrays_from_files) {
  const TinyCourse tiny;
  write_npy(tiny.root() / "datasets/x.npy", {3, 4});
  tiny.replace(kCatalog, "\"a\": [-1, 2, 2]", "\"a_file\": \"x.npy\"");
  const Course course = load(tiny.root());
  EXPECT_EQ(keys_case(course.families[0].cases.at(2)).keys_a, (std::vector{3, 4}));
}

TEST(Catalog, says_what_is_wrong_with_an_arrays_file) {
  const TinyCourse tiny;
  tiny.replace(kCatalog, "\"a\": [-1, 2, 2]", "\"a_file\": \"x.npy\"");
  const std::string where = "datasets/catalog.json:9: case 'plain/written' (/families/0/cases/2/a_file): ";
  const std::string file = (tiny.root() / "datasets/x.npy").string();
  EXPECT_EQ(tiny.complaint(), where + file + " does not exist\n  check the name");
  write_npy(file, {4, 3});
  EXPECT_EQ(tiny.complaint(), where + "is not sorted: element 1 is 3, after 4");
}

TEST(Catalog, takes_all_generators) {
  for (const char* name : {"distinct", "uniform", "all_equal", "equal_runs", "a_first", "b_first",
                           "alternating", "runs", "staircase", "extremes", "same"}) {
    EXPECT_EQ(complaint_with(kCatalog, "\"generator\": \"distinct\"",
                             std::string("\"generator\": \"") + name + "\""),
              "")
        << name;
  }
}

TEST(Catalog, has_lists_for_functions_that_take_them) {
  const char* const from = "\"m\": \"block+1\", \"n\": 0,";
  const char* const to = "\"m\": \"block+1\", \"n\": 0, \"lists\": {\"k\": 3, \"lengths\": \"halving\"},";
  const TinyCourse tiny;
  tiny.replace(kCatalog, from, to);
  tiny.replace(kSecondLab, R"("kit": "merge")", R"("kit": "lists")");
  tiny.replace(kSecondLab, kFirstArguments,
               R"({ "name": "lists", "type": "value", "in": ["total"] }, { "name": "total", "size": true }, )"
               R"({ "name": "starts", "in": ["k+1"] }, { "name": "k", "size": true }, )"
               R"({ "name": "C", "type": "value", "out": ["total"] })");
  tiny.replace(kSecondLab, R"(, { "name": "section" }, { "name": "tile" })", "");
  tiny.replace("labs/02_tiled/lab.json", "\"id\": \"plain\",",
               "\"id\": \"more\", \"family\": \"boundaries\",");
  const std::optional<judge::ListsSpec> lists = keys_case(load(tiny.root()).families[1].cases[0]).lists;
  ASSERT_TRUE(lists);
  EXPECT_EQ(lists->k, 3);
  EXPECT_EQ(lists->lengths, "halving");
  EXPECT_EQ(lists->order, "mixed");
  EXPECT_TRUE(contains(complaint_with(kCatalog, from, to),
                       "the case \"boundaries/block\" does not fit this lab: it has \"lists\", but this "
                       "lab's function takes none"));
}

TEST(Catalog, shows_no_more_of_a_long_value_than_fits_a_line) {
  const std::string message = complaint_with(kCatalog, "\"tile/2\"", "\"" + std::string(150, 'x') + "\"");
  EXPECT_LT(message.size(), 300U) << message;
  const std::string word = complaint_with(kCatalog, "\"generator\": \"runs\"",
                                          "\"generator\": \"" + std::string(5000, 'x') + "\"");
  EXPECT_LT(word.find("\n  known: "), 300U) << word;  // behind it stand all names
}

}  // namespace
}  // namespace mergelab::course
