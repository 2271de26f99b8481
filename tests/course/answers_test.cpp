// Items of kind answers in lab.json and in settings.
#include <gtest/gtest.h>

#include "course/course.hpp"
#include "tiny_course.hpp"

namespace mergelab::course {
namespace {

constexpr const char* kHints = "  \"hints\": [{\"items\"";
constexpr const char* kWithQuestions = "  \"predict\": {\"split\": \"Idea\"},\n  \"hints\": [{\"items\"";

/// The tiny course, whose first lab has half a point for what `item` says, without id and points.
class AskingCourse : public TinyCourse {
 public:
  explicit AskingCourse(const std::string& item) {
    replace(kFirstLab, kHints, kWithQuestions);
    replace(kFirstLab,
            R"("id": "stability", "kind": "correctness", "points": 0.5, "about": "keeps order", )"
            R"("family": "plain", "value": "record")",
            R"("id": "asked", "points": 0.5, "about": "knows", )" + item);
  }
};

TEST(AnswersItem, names_a_family_that_the_catalog_lacks) {
  const AskingCourse course(R"("kind": "answers", "answers": "predict")");
  const Course loaded = load(course.root());
  const Item* item = loaded.labs.at(0).find_item("asked");
  ASSERT_NE(item, nullptr);
  EXPECT_EQ(item->family, kPredictFamily);
  EXPECT_EQ(item->backends, Backends{Backend::cpu});
  ASSERT_NE(loaded.find_family(kPredictFamily), nullptr);
  EXPECT_EQ(loaded.find_family(kPredictFamily)->cases.at(0).name, kQuizCase);
  EXPECT_EQ(loaded.find_family(kDetectiveFamily), nullptr);
}

TEST(AnswersItem, adds_nothing_to_a_course_without) {
  const TinyCourse course;
  const Course loaded = load(course.root());
  EXPECT_EQ(loaded.families.size(), 2U);
}

TEST(AnswersItem, names_each_mistake) {
  const auto complaint = [](const std::string& item) { return AskingCourse(item).complaint(); };
  const std::string at = "labs/01_add/lab.json:11: item 'asked' (/items/1";
  EXPECT_EQ(complaint(R"("kind": "answers", "answers": "detective")"), "");
  EXPECT_EQ(complaint(R"("kind": "answers")"), at + "): the key \"answers\" is missing");
  EXPECT_EQ(
      complaint(R"("kind": "answers", "answers": "predicct")"),
      at + "/answers): unknown value \"predicct\"\n  did you mean \"predict\"?  known: predict, detective");
  EXPECT_EQ(complaint(R"("kind": "correctness", "family": "plain", "answers": "predict")"),
            at + "/answers): only an item of kind \"answers\" takes this key");
  for (const std::string key : {"family", "value", "backends", "checks", "checker"}) {
    EXPECT_EQ(complaint(R"("kind": "answers", "answers": "predict", ")" + key + R"(": "x")"),
              at + "/" + key + "): an item of kind \"answers\" does not take this key");
  }
  EXPECT_NE(complaint(R"("kind": "answers", "answers": "predict", "max_ratio": 2)"), "");
  EXPECT_EQ(complaint(R"("kind": "answers", "answers": "detective"}, {"id": "more", "kind": "answers",
  "answers": "detective", "points": 0, "about": "x")"),
            "labs/01_add/lab.json:12: item 'more' (/items/2/answers): the item \"asked\" already has these "
            "answers");
  const AskingCourse without(R"("kind": "answers", "answers": "predict")");
  without.replace(kFirstLab, "  \"predict\": {\"split\": \"Idea\"},\n", "");
  EXPECT_EQ(without.complaint(), at + "/answers): this lab has no questions: \"predict\" is missing");
}

TEST(AnswersItem, may_change_its_points_in_settings_and_nothing_else) {
  const AskingCourse course(R"("kind": "answers", "answers": "predict")");
  const auto complaint = [&](const std::string& change) {
    course.write("labs/settings.json",
                 R"({"schema": "mergelab.settings/1", "labs": {"01_add": {"items": {)" + change + "}}}}");
    return course.complaint();
  };
  EXPECT_EQ(complaint(R"("asked": {"points": 1}, "plain": {"points": 1.5})"), "");
  EXPECT_NE(complaint(R"("asked": {"family": "plain"})").find("does not take this key"), std::string::npos);
  EXPECT_NE(complaint(R"("asked": {"backends": ["cpu"]})").find("does not take this key"), std::string::npos);
}

}  // namespace
}  // namespace mergelab::course
