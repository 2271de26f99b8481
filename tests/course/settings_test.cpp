// An instructor's settings: their effects. mistakes.cases has the message for each mistake.
#include "course/course.hpp"
#include "course/time.hpp"
#include "support/places.hpp"
#include "support/test.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

const char* const kFile = "labs/settings.json";

/// The settings of a fresh tiny course: these fields behind "schema".
class Settings : public testing::Test {
 protected:
  void set(const std::string& fields) const {
    tiny_.write(kFile,
                R"({"schema": "mergelab.settings/1")" + (fields.empty() ? "" : ",\n" + fields) + "}\n");
  }
  [[nodiscard]] Course with(const std::string& fields) const {
    set(fields);
    return load(tiny_.root());
  }

  TinyCourse tiny_;
};

std::vector<Points> points_of(const Lab& lab) {
  std::vector<Points> points;
  for (const Item& item : lab.items) points.push_back(item.points);
  return points;
}

// The tiny course's second family is hidden.
constexpr const char* kSecret = R"("hidden": {"secret_env": "X"})";

TEST_F(Settings, that_say_nothing_change_nothing) {
  const Course plain = load(tiny_.root());
  EXPECT_TRUE(plain.settings.file.empty());
  const Course course = with("");
  EXPECT_EQ(course.settings.file, tiny_.root() / kFile);
  EXPECT_EQ(course.settings.fingerprint.size(), 16U);
  EXPECT_TRUE(course.settings.carry_forward);
  EXPECT_EQ(course.settings.gradescope, "visible");
  for (std::size_t l = 0; l < 2; ++l) {
    EXPECT_EQ(points_of(course.labs[l]), points_of(plain.labs[l]));
    EXPECT_TRUE(course.labs[l].graded);
    EXPECT_FALSE(course.labs[l].deadline);
    EXPECT_TRUE(course.labs[l].forbidden.empty());
  }
}

TEST_F(Settings, are_found_beside_the_course_or_by_name_or_not_at_all) {
  set(R"("name": "beside")");
  EXPECT_EQ(load(tiny_.root()).settings.name, "beside");
  tiny_.write("other.json", R"({"schema": "mergelab.settings/1", "name": "other"})");
  EXPECT_EQ(load(tiny_.root(), tiny_.root() / "other.json").settings.name, "other");
  EXPECT_EQ(load(tiny_.root(), std::filesystem::path()).settings.file, "");
}

TEST_F(Settings, scale_the_items_of_a_lab_with_its_points) {
  const Course course = with(R"("labs": {"01_add": {"points": 8}})");
  EXPECT_EQ(course.labs[0].points, 8);
  EXPECT_EQ(points_of(course.labs[0]), (std::vector<Points>{4, 1, 2, 1}));
  EXPECT_EQ(course.labs[1].points, 3);
}

TEST_F(Settings, give_items_points) {
  const Course course =
      with(R"("points": 8, "labs": {"01_add": {"points": 5, "items": {"plain": {"points": 3}}}})");
  EXPECT_EQ(points_of(course.labs[0]), (std::vector<Points>{3, Points(0.5), 1, Points(0.5)}));
}

TEST_F(Settings, leave_labs_out) {
  const Course course = with(R"("points": 3, "labs": {"01_add": {"graded": false}})");
  EXPECT_FALSE(course.labs[0].graded);
  EXPECT_TRUE(course.labs[1].graded);
}

TEST_F(Settings, move_thresholds) {
  const Course course = with(
      R"("labs": {"01_add": {"items": {"time": {"full": 1.5, "zero": 3}, "comparisons": {"max_ratio": 2}}}})");
  EXPECT_EQ(course.labs[0].find_item("time")->full, 1.5);
  EXPECT_EQ(course.labs[0].find_item("time")->zero, 3);
  EXPECT_EQ(course.labs[0].find_item("comparisons")->max_ratio, 2);
}

TEST_F(Settings, take_backends_away) {
  EXPECT_EQ(
      with(R"("labs": {"01_add": {"items": {"plain": {"backends": ["cpu"]}}}})").labs[0].items[0].backends,
      Backends{Backend::cpu});
  EXPECT_EQ(with(R"("backend": "cpu")").settings.backend, "cpu");
}

TEST_F(Settings, change_limits_of_all_labs_and_of_one) {
  const Course course =
      with(R"("limits": {"memory_mib": 512}, "labs": {"02_tiled": {"limits": {"case_cpu_s": 9}}})");
  EXPECT_EQ(course.labs[0].limits.memory_mib, 512);
  EXPECT_EQ(course.labs[1].limits.memory_mib, 512);
  EXPECT_EQ(course.labs[1].limits.case_cpu_s, 9);
  EXPECT_EQ(course.labs[0].limits.case_cpu_s, Limits{}.case_cpu_s);
}

TEST_F(Settings, give_each_lab_its_deadline_and_late_rule) {
  const Course course = with(R"("zone": "America/New_York", "deadline": "2026-10-31T23:59",
    "late": {"percent_per_day": 40, "grace_minutes": 15},
    "labs": {"02_tiled": {"deadline": "2026-12-01T12:00", "late": {"days_taken": 2}}})");
  const Deadline& first = *course.labs[0].deadline;
  EXPECT_EQ(first.at, read_time("2026-11-01T03:59Z", ""));
  EXPECT_EQ(first.text, "2026-10-31 23:59 -04:00");
  EXPECT_EQ(first.grace_minutes, 15);
  EXPECT_EQ(first.percent_per_day, 40);
  EXPECT_EQ(first.day_ends, next_days(first.at, 3, "America/New_York")) << "then nothing is left";
  EXPECT_EQ(first.day_ends.front() - first.at, 25 * 3600) << "clocks went back";
  const Deadline& second = *course.labs[1].deadline;
  EXPECT_EQ(second.text, "2026-12-01 12:00 -05:00");
  EXPECT_EQ(second.days_taken, 2);
  EXPECT_EQ(second.grace_minutes, 0) << "a complete rule, not parts of two";
  EXPECT_EQ(second.last(), second.day_ends.at(1));
}

TEST_F(Settings, hide_families_with_a_secret_that_stands_elsewhere) {
  const Course course = with(R"("hidden": {"families": ["plain"], "secret_file": "../secret"})");
  EXPECT_TRUE(course.find_family("plain")->hidden);
  EXPECT_EQ(course.settings.hidden, std::vector<std::string>{"plain"});
  EXPECT_EQ(course.settings.secret_file, tiny_.root() / "labs" / "../secret");
  EXPECT_EQ(with(kSecret).settings.secret_variable, "X");
}

TEST_F(Settings, bring_families_of_their_own) {
  const Course course =
      with(R"("families": [{"name": "private", "about": "Ours.", "generator": "distinct", "hidden": true,
      "cases": [{"name": "one", "m": 3, "n": 4}]}],
    "hidden": {"secret_env": "X"}, "labs": {"01_add": {"items": {"plain": {"family": "private"}}}})");
  EXPECT_EQ(course.labs[0].items[0].family, "private");
  EXPECT_TRUE(course.find_family("private")->hidden);
}

TEST_F(Settings, say_when_details_of_hidden_cases_show) {
  const std::string hidden = R"("hidden": {"secret_env": "X", "details": )";
  const std::string due = R"("deadline": "2026-10-02T23:59Z", "late": {"days_taken": 2}, )";
  EXPECT_FALSE(with(due + hidden + R"("never"})").labs[0].details_from);
  EXPECT_EQ(with(due + hidden + R"("after_deadline"})").labs[0].details_from,
            read_time("2026-10-04T23:59:01Z", ""));
  EXPECT_EQ(with(hidden + R"("2026-12-20T12:00Z"})").labs[1].details_from,
            read_time("2026-12-20T12:00Z", ""));
}

TEST_F(Settings, forbid_names_in_all_labs_or_one) {
  const Course course = with(R"("forbidden": [{"name": "goto"}],
    "labs": {"01_add": {"forbidden": [{"name": "std::min", "percent": 20, "why": "write it"}]}})");
  ASSERT_EQ(course.labs[0].forbidden.size(), 2U);
  EXPECT_EQ(course.labs[0].forbidden[0].percent, 100);
  EXPECT_EQ(course.labs[0].forbidden[1].name, "std::min");
  EXPECT_EQ(course.labs[0].forbidden[1].percent, 20);
  EXPECT_EQ(course.labs[1].forbidden.size(), 1U);
}

TEST_F(Settings, of_another_version_or_none_are_refused) {
  tiny_.write(kFile, R"({"schema": "mergelab.settings/2"})");
  EXPECT_EQ(tiny_.complaint(),
            "labs/settings.json:1: /schema: is \"mergelab.settings/2\", but this mergelab reads "
            "mergelab.settings/1\n  convert the file to that version (docs/formats.md), or use the mergelab "
            "that it was written for");
  tiny_.write(kFile, "{\"schema\": \"mergelab.settings/1\",\n \"name\": }");
  EXPECT_EQ(tiny_.complaint().substr(0, 21), "labs/settings.json:2:");
  EXPECT_NE(error_of<Error>([&] { return load(tiny_.root(), tiny_.root() / "none.json"); }), "");
}

// The reference solution's times on GPUs: those of the course, and those that settings add.

TEST(ReferenceTimes, of_another_gpu_come_from_settings) {
  const TinyCourse tiny;
  const auto with_reference = [&](const std::string& reference) {
    tiny.write("mine.json", R"({"schema": "mergelab.settings/1",
"labs": {"03_basic_kernel": {"items": {"time": {"reference": )" +
                                reference + "}}}}}");
    return load(MERGELAB_SOURCE_DIR, tiny.root() / "mine.json").labs.at(2).find_item("time")->reference;
  };
  const auto found = with_reference(R"({"NVIDIA L4": {"two_to_24": 2.5, "lopsided": 3}})");
  EXPECT_EQ(found.at("NVIDIA L4"), (std::map<std::string, double>{{"two_to_24", 2.5}, {"lopsided", 3}}));
  EXPECT_EQ(found.at("NVIDIA H200").at("two_to_24"), 3.71) << "the others stay";
  EXPECT_EQ(with_reference(R"({"NVIDIA H200": {"two_to_24": 2.5, "lopsided": 3}})").size(), 1U);
  const auto mistake = [&](const std::string& reference) {
    const std::string text = error_of<Error>([&] { return with_reference(reference); });
    return text.substr(std::min(text.find("/labs/03"), text.size()));
  };
  const std::string place = "/labs/03_basic_kernel/items/time/reference";
  EXPECT_EQ(mistake(R"({"two_to_24": 2.5, "lopsided": 3})"), place + "/lopsided: expected an object, got 3");
  EXPECT_EQ(mistake(R"({"NVIDIA L4": {"two_to_24": 2.5}})"),
            place + "/NVIDIA L4: lacks the case \"lopsided\" of its family");
  EXPECT_EQ(
      mistake(R"({"NVIDIA L4": {"two_to_24": 2, "lopsided": 3, "odd": 1}})"),
      place + "/NVIDIA L4/odd: is not a case of the family \"device_timing\"; it has two_to_24, lopsided");
}

}  // namespace
}  // namespace mergelab::course
