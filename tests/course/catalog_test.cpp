// catalog.json: its data, and the message for each mistake.
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

TEST(Catalog, names_each_mistake) {
  const Mistake in_catalog[] = {
      {"mergelab.catalog/1", "mergelab.catalog/0",
       "2: /schema: is \"mergelab.catalog/0\", but this mergelab reads mergelab.catalog/1\n  convert the "
       "file to that version (docs/formats.md), or use the mergelab that it was written for"},
      {"\"hidden\": true", "\"hiden\": true",
       "11: family 'boundaries' (/families/1): unknown key \"hiden\"\n  did you mean \"hidden\"?  known "
       "keys: name, about, generator, seed, hidden, backends, cases"},
      {"\"hidden\": true", "\"hidden\": 1",
       "11: family 'boundaries' (/families/1/hidden): expected true or false, got 1"},
      {"\"name\": \"boundaries\"", "\"name\": \"plain\"",
       "11: family 'plain' (/families/1/name): there is already a family \"plain\""},
      {"\"name\": \"boundaries\"", "\"name\": \"a/b\"",
       "11: family 'a/b' (/families/1/name): expected a name of lower-case letters, digits and underscores, "
       "got \"a/b\""},
      {"\"cases\": [{\"name\": \"block\", \"m\": \"block+1\", \"n\": 0, \"distinct\": 3}]", "\"cases\": []",
       "12: family 'boundaries' (/families/1/cases): the family \"boundaries\" has no cases; expected at "
       "least one"},
      {"\"name\": \"runs\"", "\"name\": \"one\"",
       "7: case 'plain/one' (/families/0/cases/1/name): the family \"plain\" already has a case \"one\""},
      {"\"generator\": \"few\", ", "",
       "12: case 'boundaries/block' (/families/1/cases/0): the key \"generator\" is missing, here and in the "
       "family"},
      {"\"generator\": \"runs\"", "\"generator\": \"rums\"",
       "7: case 'plain/runs' (/families/0/cases/1/generator): unknown value \"rums\"\n  did you mean "
       "\"runs\"?  known: distinct, uniform, few, all_equal, equal_runs, a_first, b_first, runs, staircase, "
       "alternating, extremes, same, exhaustive, literal, spread, uneven, skewed, shuffled, unsorted, "
       "unsorted_few, unsorted_extremes, reversed, organ_pipe, sawtooth, one_displaced"},
      {"\"m\": \"tile/2\", ", "", "6: case 'plain/one' (/families/0/cases/0): the key \"m\" is missing"},
      {"\"tile/2\"", "\"tiles/2\"",
       "6: case 'plain/one' (/families/0/cases/0/m): 'tiles' is not known; a size may use section, tile, "
       "block, threads and share"},
      {"\"tile/2\"", "true",
       "6: case 'plain/one' (/families/0/cases/0/m): expected a size such as 1024 or \"2*tile+1\", got true"},
      {"\"tile/2\"", "1.5",
       "6: case 'plain/one' (/families/0/cases/0/m): expected a size such as 1024 or \"2*tile+1\", got 1.5"},
      {"\"tile/2\"", "-1",
       "6: case 'plain/one' (/families/0/cases/0/m): expected a whole number from 0 to 2147483647, got -1"},
      {"\"tile/2\"", "3000000000",
       "6: case 'plain/one' (/families/0/cases/0/m): expected a whole number from 0 to 2147483647, got "
       "3000000000"},
      {"\"tile/2\"", "2147483645",
       "6: case 'plain/one' (/families/0/cases/0): m+n is 2147483648; at most 2147483647 is possible"},
      {"\"tile/2\"", "\"5-7\"",
       "6: case 'plain/one' (/families/0/cases/0/m): '5-7' is -2, but a size must be 0 or more"},
      {"\"tile/2\"", "\"2*2000000000\"",
       "6: case 'plain/one' (/families/0/cases/0/m): '2*2000000000' is over 2^31-1"},
      {"\"count\": 2", "\"vary\": 51",
       "7: case 'plain/runs' (/families/0/cases/1/vary): expected a whole number from 0 to 50, got 51"},
      {"\"count\": 2", "\"count\": 100001",
       "7: case 'plain/runs' (/families/0/cases/1/count): expected a whole number from 1 to 100000, got "
       "100001"},
      {"\"count\": 2", "\"count\": 0",
       "7: case 'plain/runs' (/families/0/cases/1/count): expected a whole number from 1 to 100000, got 0"},
      {"[1, 0, 3]", "[1, 0]",
       "7: case 'plain/runs' (/families/0/cases/1/offset): expected three offsets, of A, B and C, got 2"},
      {"[1, 0, 3]", "[1, 0, 4]",
       "7: case 'plain/runs' (/families/0/cases/1/offset/2): expected a whole number from 0 to 3, got 4"},
      {"\"seed\": 9", "\"seed\": -9",
       "8: case 'plain/runs' (/families/0/cases/1/seed): expected a whole number from 0 to 2^64-1, got -9"},
      {", \"distinct\": 3", "",
       "12: case 'boundaries/block' (/families/1/cases/0): the key \"distinct\" is missing: the number of "
       "different keys of \"few\""},
      {"\"generator\": \"runs\", \"m\": 6, \"n\": 7",
       "\"generator\": \"exhaustive\", \"distinct\": 9, \"m\": 20, \"n\": 20",
       "7: case 'plain/runs' (/families/0/cases/1): asks for more than 1000000 pairs of arrays\n  reduce m, "
       "n or distinct"},
      {"[-1, 2, 2]", "[2, -1]",
       "9: case 'plain/written' (/families/0/cases/2/a): is not sorted: element 1 is -1, after 2"},
      {"[-1, 2, 2]", "[2147483648]",
       "9: case 'plain/written' (/families/0/cases/2/a/0): expected a whole number from -2147483648 to "
       "2147483647, got 2147483648"},
      {"[-1, 2, 2]", "[-1,\n2,\n2.5\n]",
       "11: case 'plain/written' (/families/0/cases/2/a/2): expected a whole number from -2147483648 to "
       "2147483647, got 2.5"},
      {"[-1, 2, 2]", "[\"x\"]",
       "9: case 'plain/written' (/families/0/cases/2/a/0): expected a whole number from -2147483648 to "
       "2147483647, got \"x\""},
      {", \"b\": []", "",
       "9: case 'plain/written' (/families/0/cases/2): a literal case has either \"b\" or \"b_file\""},
      {", \"b\": []", ", \"b\": [], \"b_file\": \"x.npy\"",
       "9: case 'plain/written' (/families/0/cases/2): a literal case has either \"b\" or \"b_file\""},
      {", \"b\": []", ", \"b\": [], \"m\": 3",
       "9: case 'plain/written' (/families/0/cases/2/m): the arrays of a literal case define their lengths; "
       "leave this out"},
      {", \"b\": []", ", \"b\": [], \"generator\": \"few\", \"distinct\": 1",
       "9: case 'plain/written' (/families/0/cases/2): has literal arrays, but the generator \"few\""},
      {"\"b\": []", "\"b_file\": \"../../etc/passwd\"",
       "9: case 'plain/written' (/families/0/cases/2/b_file): expected a file in datasets/"},
      {"\"m\": 6, \"n\": 7", "\"m\": 6, \"n\": 7, \"lists\": {\"k\": 2}",
       "7: case 'plain/runs' (/families/0/cases/1/n): expected 0: lists use only the m keys of A"},
      {"\"m\": 6, \"n\": 7", "\"m\": 6, \"n\": 0, \"lists\": {}",
       "7: case 'plain/runs' (/families/0/cases/1/lists): the key \"k\" is missing"},
      {"\"m\": 6, \"n\": 7", "\"m\": 6, \"n\": 0, \"lists\": {\"k\": 0}",
       "7: case 'plain/runs' (/families/0/cases/1/lists/k): no lists have no keys: with \"k\" 0, \"m\" is 0 "
       "and \"count\" is 1"},
      {"\"m\": 6, \"n\": 7", "\"m\": 6, \"n\": 0, \"lists\": {\"k\": 1048577}",
       "7: case 'plain/runs' (/families/0/cases/1/lists/k): expected a whole number from 0 to 1048576, got "
       "1048577"},
      {"\"m\": 6, \"n\": 7", "\"m\": 6, \"n\": 0, \"lists\": {\"k\": 2, \"order\": \"turn\"}",
       "7: case 'plain/runs' (/families/0/cases/1/lists/order): unknown value \"turn\"\n  did you mean "
       "\"turns\"?  known: mixed, turns, forward, backward"},
      {", \"b\": []", ", \"b\": [], \"lists\": {\"k\": 2}",
       "9: case 'plain/written' (/families/0/cases/2/lists): the generator \"literal\" makes pairs of "
       "arrays, not lists"},
      {"\"b\": []", "\"b_file\": \"/etc/passwd\"",
       "9: case 'plain/written' (/families/0/cases/2/b_file): expected a file in datasets/"},
  };
  expect_messages(kCatalog, in_catalog);
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
