// course.json and lab.json: their data. mistakes.cases has the message for each mistake.
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

TEST(LabFile, lists_all_symptoms_where_it_knows_none_of_a_name) {
  std::string names;
  for (const std::string& name : names_of(symptoms())) names += (names.empty() ? "" : ", ") + name;
  EXPECT_EQ(complaint_with(kSecondLab, R"({"text": "Think."})", R"({"symptom": "payloads", "text": "x"})"),
            "labs/02_tiled/lab.json:15: /hints/0/symptom: unknown value \"payloads\"\n  did you mean "
            "\"payload\"?  known: " +
                names);
}

TEST(LabFile, may_have_arguments_of_other_names_in_another_order_and_no_more_than_16) {
  const auto complaint_about = [](const std::string& arguments) {
    return complaint_with(kFirstLab, kFirstArguments, arguments);
  };
  EXPECT_EQ(
      complaint_about(R"({ "name": "merged", "type": "value", "out": ["n + m"] }, )"
                      R"({ "name": "m", "size": true }, { "name": "x", "type": "value", "in": ["m"] }, )"
                      R"({ "name": "y", "type": "value", "in": ["n"] }, { "name": "n", "size": true })"),
      "");
  std::string many;
  for (int i = 0; i < 17; ++i) many += R"({ "name": "a)" + std::to_string(i) + R"(" }, )";
  EXPECT_EQ(complaint_about(many + kFirstArguments),
            "labs/01_add/lab.json:6: /interface/arguments: a function has at most 16 arguments");
}

TEST(LabFile, counts_comparisons_of_merges_only) {
  const TinyCourse tiny;
  tiny.replace(kFirstLab, kFirstRuns, R"("kit": "co_rank", "interface": { "returns": "int", "runs": "host")");
  tiny.replace(
      kFirstLab, kFirstArguments,
      R"({ "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, )"
      R"({ "name": "B", "type": "value", "in": ["n"] }, { "name": "n", "size": true }, { "name": "k" })");
  EXPECT_EQ(tiny.complaint(),
            "labs/01_add/lab.json:13: item 'comparisons' (/items/2/yardstick): \"merge_comparisons\" needs a "
            "function that merges");
}

TEST(LabFile, is_given_one_array_where_its_function_takes_one) {
  const TinyCourse tiny;
  tiny.replace(kFirstLab, kFirstRuns, R"("kit": "sort", "interface": { "runs": "device")");
  tiny.replace(kFirstLab, kFirstArguments,
               R"({ "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, )"
               R"({ "name": "C", "type": "value", "out": ["m"] }, )"
               R"({ "name": "scratch", "type": "value", "scratch": ["m"] })");
  EXPECT_TRUE(contains(tiny.complaint(), "it has a B, but a sort takes one array: \"n\": 0"));
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
