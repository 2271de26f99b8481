// The file with a student's progress loses nothing and blocks nothing.
#include "app/learning/student_state.hpp"

#include "app/learning/run_record.hpp"
#include "course/course.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

class StudentState : public testing::Test {
 protected:
  /// A run of lab 1 with this score, whose first item failed with `message`.
  void run(Points score, const std::string& message = "C[0] expected 1, got 2") const {
    LabResult result;
    result.name = lab_.name;
    result.score = score;
    result.max_score = lab_.points;
    ItemResult item;
    item.id = "plain";
    item.status = score < lab_.points ? Verdict::wrong_answer : Verdict::passed;
    item.message = message;
    result.items = {item};
    const submission::Sources sources{{lab_.name, {folder_.path() / "merge.cuh"}}};
    static_cast<void>(record_run(file_, {course_, {}}, lab_, sources, result, {}));
  }
  [[nodiscard]] LabState kept() const { return file_.read().at(lab_.name); }

  const Course course_ = course::load(MERGELAB_SOURCE_DIR "/tests/fake_course");
  const Lab& lab_ = course_.labs.front();
  const TemporaryFolder folder_;
  const StateFile file_{course_, folder_.path()};
};

TEST_F(StudentState, keeps_the_best_score) {
  run(1);
  run(lab_.points);
  run(2);
  EXPECT_EQ(kept().best, lab_.points);
  EXPECT_TRUE(kept().is_full());
}

TEST_F(StudentState, begins_hints_anew_only_when_there_is_something_else_to_say) {
  run(1);
  EXPECT_TRUE(file_.update([&](auto& state) { state[lab_.name].hints_shown = 2; }));
  run(1);
  EXPECT_EQ(kept().hints_shown, 2U);
  run(1, "C[3] expected 4, got 2");
  EXPECT_EQ(kept().hints_shown, 0U);
}

TEST_F(StudentState, renames_a_file_that_it_does_not_understand) {
  int number = 0;
  for (const char* text :
       {"{\"schema\": ", "[1, 2]", "{\"schema\": \"mergelab.progress/2\", \"labs\": {}}",
        "{\"schema\": \"mergelab.progress/1\", \"labs\": {\"01_merge\": {\"best\": \"x\"}}}"}) {
    write_text(file_.path(), text);
    EXPECT_TRUE(file_.read().empty());
    EXPECT_EQ(read_text(file_.path()), text) << "reading changes nothing";
    run(1);
    EXPECT_EQ(kept().best, 1);
    EXPECT_EQ(read_text(fs::path(file_.path().string() + "." + std::to_string(++number))), text);
  }
}

TEST_F(StudentState, that_can_not_be_read_or_written_stops_nothing) {
  fs::create_directories(file_.path() / "in the way");
  testing::internal::CaptureStderr();
  run(1);
  EXPECT_TRUE(testing::internal::GetCapturedStderr().starts_with("note: your progress is not saved: "));
  EXPECT_TRUE(file_.read().empty());
  EXPECT_TRUE(fs::exists(file_.path() / "in the way"));
}

TEST_F(StudentState, is_not_kept_for_the_reference) {
  EXPECT_TRUE(StateFile(course_, course_.root / "solutions").path().empty());
}

TEST_F(StudentState, names_the_next_lab_without_full_marks) {
  const Lab &first = course_.labs[0], &second = course_.labs[1];
  EXPECT_EQ(next_lab(course_, {}), &first);
  EXPECT_EQ(next_lab(course_, {}, &first), &second);
  EXPECT_EQ(next_lab(course_, {}, &second), &first);
  app::StudentState state;
  state[first.name] = {first.points, first.points, "", {}, 0};
  EXPECT_EQ(next_lab(course_, state), &second);
  state[second.name] = {second.points, second.points, "", {}, 0};
  EXPECT_EQ(next_lab(course_, state), nullptr);
}

TEST_F(StudentState, names_a_lab_beside_the_total_behind_another_one) {
  Course course = course_;
  course.labs[1].graded = false;
  course.labs.push_back(course.labs[1]);
  course.labs.back().name = "03_more";
  const Lab &first = course.labs[0], &second = course.labs[1], &third = course.labs[2];
  EXPECT_EQ(next_lab(course, {}, &second), &third);
  EXPECT_EQ(next_lab(course, {}, &first), &first);
  app::StudentState state;
  state[second.name] = {second.points, second.points, "", {}, 0};
  state[third.name] = {third.points, third.points, "", {}, 0};
  EXPECT_EQ(next_lab(course, state, &third), &first);
}

}  // namespace
}  // namespace mergelab::app
