// course.json and lab.json: their data, and the message for each mistake.
#include "course/course.hpp"
#include "kits/kits.hpp"
#include "support/places.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

TEST(LabFile, is_read_whole) {
  const TinyCourse tiny;
  const Course course = load(tiny.root());
  EXPECT_EQ(course.root, tiny.root());
  EXPECT_EQ(course.title, "Tiny");
  ASSERT_EQ(course.labs.size(), 2U);
  const Lab& lab = course.labs[1];
  EXPECT_EQ(lab.name, "02_tiled");
  EXPECT_EQ(lab.title, "Tiled");
  EXPECT_EQ(lab.file, "tiled.cuh");
  EXPECT_EQ(lab.function, "tiled");
  EXPECT_EQ(lab.kit, &merge_kit());
  EXPECT_EQ(
      declaration_of(lab.interface, "tiled"),
      "void tiled(const value_t* A, int m, const value_t* B, int n, value_t* C, int section, int tile)");
  EXPECT_EQ(lab.points, 3);
  EXPECT_EQ(lab.uses, std::vector<std::string>{"01_add"});
  EXPECT_EQ(lab.constants.at("section"), 100);
  EXPECT_EQ(lab.constants.at("tile"), 20);
  EXPECT_EQ(lab.limits.case_cpu_s, 3);
  EXPECT_EQ(lab.limits.memory_mib, 64);
  EXPECT_EQ(lab.limits.lab_cpu_s, Limits{}.lab_cpu_s);
}

TEST(LabFile, has_items_with_defaults) {
  const TinyCourse tiny;
  const Course course = load(tiny.root());
  const Item& plain = course.labs[0].items.at(0);
  EXPECT_EQ(plain.id, "plain");
  EXPECT_EQ(plain.family, "plain");
  EXPECT_EQ(plain.value, ValueType::int32);
  EXPECT_EQ(plain.backends, (Backends{Backend::cpu, Backend::gpu}));
  const Item& comparisons = course.labs[0].items.at(2);
  EXPECT_EQ(comparisons.kind, ItemKind::performance);
  EXPECT_EQ(comparisons.value, ValueType::counted);
  EXPECT_TRUE(comparisons.checks);
  EXPECT_EQ(comparisons.backends, Backends{Backend::cpu});
  EXPECT_EQ(comparisons.metric, "comparison_ratio");
  EXPECT_EQ(comparisons.yardstick, "merge_comparisons");
  EXPECT_EQ(comparisons.max_ratio, 1.0);
  EXPECT_EQ(comparisons.anchor, 1.0);
  const Item& time = course.labs[0].items.at(3);
  EXPECT_EQ(time.full, 2.0);
  EXPECT_EQ(time.zero, 8.0);
  EXPECT_EQ(time.max_ratio, std::nullopt);
}

TEST(LabFile, may_group_its_items) {
  const TinyCourse tiny;
  tiny.replace(kFirstLab, "\"items\": [", "\"groups\": {\"easy\": \"adds well\"},\n  \"items\": [");
  tiny.replace(kFirstLab, "\"about\": \"adds\"", "\"about\": \"adds\", \"group\": \"easy\"");
  const Lab lab = load(tiny.root()).labs.at(0);
  EXPECT_EQ(lab.items.at(0).group, "easy");
  EXPECT_EQ(lab.items.at(1).group, "");
  EXPECT_EQ(lab.groups.at("easy"), "adds well");
  tiny.replace(kFirstLab, "\"group\": \"easy\"", "\"group\": \"esay\"");
  EXPECT_TRUE(contains(tiny.complaint(), "unknown value \"esay\"\n  did you mean \"easy\"?"));
}

TEST(LabFile, has_hints_that_may_say_nothing_but_a_text) {
  const TinyCourse tiny;
  const Course course = load(tiny.root());
  const Hint& first = course.labs[0].hints.at(0);
  EXPECT_EQ(first.items, std::vector<std::string>{"plain"});
  EXPECT_EQ(first.symptoms, std::vector<std::string>{"payload"});
  EXPECT_TRUE(first.only);
  EXPECT_EQ(first.text, "Look.");
  const Hint& second = course.labs[1].hints.at(0);
  EXPECT_TRUE(second.items.empty());
  EXPECT_TRUE(second.symptoms.empty());
  EXPECT_FALSE(second.only);
}

TEST(CourseFile, has_hints_for_the_labs_with_the_items_that_they_name) {
  const TinyCourse tiny;
  tiny.replace(
      kCourseFile, "\"labs\":",
      R"("hints": [{"text": "For all."}, {"items": ["comparisons"], "text": "For the first."}], "labs":)");
  const Course course = load(tiny.root());
  const auto texts = [&](std::size_t lab) {
    std::vector<std::string> list;
    for (const Hint& hint : course.labs.at(lab).hints) list.push_back(hint.text);
    return list;
  };
  EXPECT_EQ(texts(0), (std::vector<std::string>{"Look.", "For all.", "For the first."}));
  EXPECT_EQ(texts(1), (std::vector<std::string>{"Think.", "For all."}));
}

TEST(CourseFile, has_hints_that_come_before_those_of_the_labs) {
  const TinyCourse tiny;
  tiny.replace(kCourseFile, "\"labs\":",
               R"("first_hints": [{"symptom": "tiny_blocks", "text": "One."}, {"text": "Two."}], "labs":)");
  const Course course = load(tiny.root());
  for (const Lab& lab : course.labs) {
    EXPECT_EQ(lab.hints.at(0).text, "One.");
    EXPECT_EQ(lab.hints.at(1).text, "Two.");
    EXPECT_GT(lab.hints.size(), 2U);
  }
  tiny.replace(kCourseFile, R"({"text": "Two."})", R"({"items": ["plain"], "text": "Two."})");
  EXPECT_TRUE(contains(tiny.complaint(), "expected none in a first hint"));
}

TEST(LabFile, has_hints_that_ask_for_several_symptoms) {
  TinyCourse tiny;
  tiny.replace(kFirstLab, "\"symptom\": \"payload\"", "\"symptoms\": [\"race\", \"both_write\"]");
  EXPECT_EQ(load(tiny.root()).labs.at(0).hints.at(0).symptoms,
            (std::vector<std::string>{"race", "both_write"}));
}

TEST(LabFile, may_write_an_empty_symptom) {
  EXPECT_EQ(complaint_with(kFirstLab, "\"symptom\": \"payload\"", "\"symptom\": \"\""), "");
}

TEST(CourseFile, has_advanced_labs_behind_the_others_that_count_where_settings_say_so) {
  TinyCourse tiny;
  tiny.replace(kCourseFile, "[\"01_add\", \"02_tiled\"]", "[\"01_add\"], \"advanced\": [\"02_tiled\"]");
  const Course course = load(tiny.root());
  ASSERT_EQ(course.labs.size(), 2U);
  EXPECT_FALSE(course.labs[0].advanced);
  EXPECT_TRUE(course.labs[0].graded);
  EXPECT_EQ(course.labs[1].name, "02_tiled");
  EXPECT_TRUE(course.labs[1].advanced);
  EXPECT_FALSE(course.labs[1].graded);
  tiny.write("labs/settings.json",
             "{\"schema\": \"mergelab.settings/1\", \"labs\": {\"02_tiled\": {\"graded\": true}}}");
  EXPECT_TRUE(load(tiny.root()).labs[1].graded);
  tiny.write("labs/settings.json",
             "{\"schema\": \"mergelab.settings/1\", \"labs\": {\"02_tiled\": {\"points\": 9}}}");
  EXPECT_FALSE(load(tiny.root()).labs[1].graded);
}

TEST(CourseFile, names_each_mistake) {
  const Mistake in_course[] = {
      {"mergelab.course/1", "mergelab.course/2",
       "2: /schema: is \"mergelab.course/2\", but this mergelab reads mergelab.course/1\n  convert the file "
       "to that version (docs/formats.md), or use the mergelab that it was written for"},
      {"\"schema\": \"mergelab.course/1\",", "",
       " the key \"schema\" is missing; expected \"schema\": \"mergelab.course/1\""},
      {"\"title\": \"Tiny\",", "", " the key \"title\" is missing"},
      {"\"title\"", "\"titel\"",
       "3: unknown key \"titel\"\n  did you mean \"title\"?  known keys: schema, title, labs, advanced, "
       "first_hints, hints"},
      {"[\"01_add\", \"02_tiled\"]", "[]", "4: /labs: expected at least one lab"},
      {"\"02_tiled\"]", "\"02_tiled\"], \"advanced\": [\"01_add\"]",
       "4: /advanced/0: \"01_add\" is already on the list"},
      {"[\"01_add\", \"02_tiled\"]", "[], \"advanced\": [\"01_add\"]", "4: /labs: expected at least one lab"},
      {"[\"01_add\", \"02_tiled\"]", "\"01_add\"",
       "4: /labs: expected a list, got \"01_add\"\n  write [\"01_add\"]"},
      {"01_add", "add", "4: /labs/0: expected a folder name such as \"04_tiled_kernel\", got \"add\""},
      {"01_add", "../01_add",
       "4: /labs/0: expected a name of lower-case letters, digits and underscores, got \"../01_add\""},
      {"02_tiled", "02_tilde",
       "4: /labs/1: labs/02_tilde/lab.json does not exist\n  did you mean \"02_tiled\"?"},
      {"02_tiled", "07_something_else",
       "4: /labs/1: labs/07_something_else/lab.json does not exist\n  add it, or remove the lab from this "
       "list"},
      {"02_tiled", "01_add", "4: /labs/1: \"01_add\" is already on the list"},
      {"02_tiled", "01_tiled",
       "4: /labs/1: \"01_add\" already has the number 01\n  `./lab run 1` must name one lab"},
  };
  expect_messages(kCourseFile, in_course);
  const Mistake in_second[] = {
      {"tiled.cuh", "add.cuh",
       "labs/course.json:4: /labs/1: \"01_add\" and \"02_tiled\" have the same file name, add.cuh\n  a "
       "submission has the files of all labs in one folder: rename one of them"},
  };
  expect_messages(kSecondLab, in_second);
}

std::string all_symptoms() {
  std::string names;
  for (const std::string& name : names_of(symptoms())) names += (names.empty() ? "" : ", ") + name;
  return names;
}

TEST(LabFile, names_each_mistake_about_the_task) {
  const Mistake in_first[] = {
      {"mergelab.lab/1", "mergelab.course/1",
       "2: /schema: expected \"mergelab.lab/1\", got \"mergelab.course/1\""},
      {"\"function\"", "\"functoin\"",
       "5: unknown key \"functoin\"\n  did you mean \"function\"?  known keys: schema, title, file, "
       "function, kit, interface, points, uses, shape, timed_shapes, limits, groups, items, hints, predict, "
       "constants, refuse, library"},
      {"\"Add\"", "\"\"", "3: /title: expected a text, got \"\""},
      {"add.cuh", "../add.cuh", "4: /file: expected a file name such as \"merge_tiled.cuh\""},
      {"\"function\": \"add\"", "\"function\": \"add()\"",
       "5: /function: expected a function name such as \"merge_tiled\""},
      {"\"kit\": \"merge\"", "\"kit\": \"merges\"",
       "6: /kit: unknown value \"merges\"\n  did you mean \"merge\"?  known: merge, co_rank, sort, lists"},
      {"\"section\": 100", "\"section\": 0",
       "8: /shape/section: expected a whole number from 1 to 2147483647, got 0"},
      {"\"section\": 100, ", "", "8: /shape: the key \"section\" is missing"},
      {"\"items\": [\"plain\"]", "\"items\": [\"plian\"]",
       "17: /hints/0/items/0: unknown value \"plian\"\n  did you mean \"plain\"?  known: plain, stability, "
       "comparisons, time"},
      {"\"items\": [\"plain\"], ", "", "17: /hints/0/only: expected \"items\" too: the only items that fail"},
  };
  expect_messages(kFirstLab, in_first);
  const Mistake in_second[] = {
      {"\"uses\": [\"01_add\"]", "\"uses\": [\"01_sub\"]",
       "8: /uses/0: \"01_sub\" is not an earlier lab\n  a lab can use those before it in labs/course.json"},
      {"\"uses\": [\"01_add\"]", "\"uses\": [\"02_tiled\"]",
       "8: /uses/0: \"02_tiled\" is not an earlier lab\n  a lab can use those before it in labs/course.json"},
      {"\"uses\": [\"01_add\"]", "\"uses\": [\"01_ad\"]",
       "8: /uses/0: \"01_ad\" is not an earlier lab\n  did you mean \"01_add\"?  a lab can use those before "
       "it in labs/course.json"},
      {"\"memory_mib\": 64", "\"memory_mib\": 2.5",
       "10: /limits/memory_mib: expected a whole number from 1 to 1048576, got 2.5"},
      {"\"memory_mib\": 64", "\"host_bytes\": 64",
       "10: /limits/host_bytes: only a lab without a \"kit\" has this key"},
      {"\"case_cpu_s\": 3", "\"case_cpu_s\": 0", "10: /limits/case_cpu_s: expected a number over 0, got 0"},
      {"{\"text\": \"Think.\"}", "{\"symptom\": \"payloads\", \"text\": \"x\"}",
       "15: /hints/0/symptom: unknown value \"payloads\"\n  did you mean \"payload\"?  known: " +
           all_symptoms()},
  };
  expect_messages(kSecondLab, in_second);
}

TEST(TheCourse, gives_a_merge_without_tiles_three_fifths_of_labs_4_and_5_at_most) {
  const Course course = load(MERGELAB_SOURCE_DIR);
  for (const char* name : {"04_tiled_kernel", "05_circular_buffer"}) {
    const Lab& lab = *course.find_lab(name);
    const auto points = [&](const std::set<std::string>& ids) {
      double sum = 0;
      for (const Item& item : lab.items)
        if (item.backends.has(Backend::cpu) && (ids.empty() || ids.contains(item.id)))
          sum += item.points.number();
      return sum;
    };
    const double all = points({});
    // What solutions/04_tiled_kernel/wrong's basic_kernel and search_per_output lose, by their first lines.
    EXPECT_LE(all - points({"tiled_loads", "loads", "stores"}), 0.6 * all) << name;
    EXPECT_LE(all - points({"tiled_loads", "loads", "searches"}), 0.6 * all) << name;
    EXPECT_GE(points({"rules"}), 0.1 * lab.points.number()) << name << ": docs/rules.md";
    EXPECT_LE(points({"rules"}), 0.4 * lab.points.number()) << name;
  }
}

TEST(LabFile, tells_of_barriers_apart_before_it_looks_at_which_items_failed) {
  for (const Lab& lab : load(MERGELAB_SOURCE_DIR).labs) {
    const auto first = [&](const auto& is_meant) {
      return std::find_if(lab.hints.begin(), lab.hints.end(), is_meant) - lab.hints.begin();
    };
    const auto seen = first(
        [](const Hint& hint) { return hint.symptoms == std::vector<std::string>{"divergent_barrier"}; });
    if (seen == std::ssize(lab.hints)) continue;  // a kernel without barriers
    EXPECT_LT(seen, first([](const Hint& hint) { return hint.only; })) << lab.name;
  }
}

}  // namespace
}  // namespace mergelab::course
