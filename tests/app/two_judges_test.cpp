// Two judges of one job give the same result as one. The judges are scripts with given messages, so the test
// decides which is slow and what fails.
#include "app/grading/lab_grader.hpp"
#include "support/reported.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class TwoJudges : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* id : {"a", "b", "c", "d"}) {
      Item item;
      item.id = item.family = id;
      item.backends = {Backend::cpu};
      job_.lab.items.push_back(item);
      Family family;
      family.name = id;
      for (const char* name : {"one", "two"}) family.cases.emplace_back().name = name;
      job_.families.push_back(family);
      for (const char* who : {"first", "second"}) say(who, id, Verdict::passed);
    }
  }

  /// What the judge `who` has to say of an item, once there is the file `after`.
  void say(const std::string& who, const std::string& item, Verdict verdict,
           const std::string& after = "judge", bool violates = false) {
    std::ofstream(folder_.path() / (who + "_" + item + "_after")) << after << '\n';
    std::ofstream lines(folder_.path() / (who + "_" + item));
    for (const char* name : {"one", "two"}) {
      Observation seen;
      seen.item = seen.family = item;
      seen.test = item + "/" + name;
      seen.outcome = reported(verdict, who);
      if (violates) seen.outcome.violations.push_back({"race", {}, "two threads"});
      lines << judge::observation_to_line(seen) << '\n';
    }
  }

  /// The speakers and messages in order, "first a/one"; the result has the same.
  Names run() {
    std::vector<fs::path> earlier;  // what the judges of the last run left
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with("_ended") || name.find("_took_") != std::string::npos)
        earlier.push_back(entry.path());
    }
    for (const fs::path& file : earlier) fs::remove(file);
    const fs::path judge = folder_.path() / "judge";
    std::ofstream(judge) << fmt::format(R"sh(#!/bin/bash
cd '{}' || exit 3
read -r job <&3
who=first items='a b c d'
case $job in *'"backward":true'*) who=second items='d c b a' ;; esac
for item in $items; do
  echo '?' >&3
  read -r -N1 -u3 || {{ touch ${{who}}_ended; exit 0; }}
  touch ${{who}}_took_$item
  until [ -e "$(cat ${{who}}_${{item}}_after)" ]; do sleep 0.01; done
  [ ! -e ${{who}}_dies ] || exit 1
  cat ${{who}}_$item >&3
done
)sh",
                                        folder_.path().string());
    fs::permissions(judge, fs::perms::owner_all);
    Names told, kept;
    const auto words = [](const Observation& seen) { return seen.outcome.message + " " + seen.test; };
    const JudgeResult result =
        run_two_judges(judge, job_, [&](const Observation& seen) { told.push_back(words(seen)); });
    failure_ = result.failure;
    for (const Observation& seen : result.observations) kept.push_back(words(seen));
    EXPECT_EQ(told, kept);
    return kept;
  }

  static Names all_by_first() {
    Names names;
    for (const char* item : {"a", "b", "c", "d"}) {
      for (const char* name : {"one", "two"}) names.push_back(fmt::format("first {}/{}", item, name));
    }
    return names;
  }

  TemporaryFolder folder_;
  judge::Job job_;
  std::string failure_;
};

TEST_F(TwoJudges, share_the_items_from_both_ends) {
  say("first", "a", Verdict::passed, "second_ended");
  EXPECT_EQ(run(), (Names{"first a/one", "first a/two", "second b/one", "second b/two", "second c/one",
                          "second c/two", "second d/one", "second d/two"}));
  EXPECT_EQ(failure_, "");
}

TEST_F(TwoJudges, wait_for_each_other_at_the_end) {
  say("first", "a", Verdict::passed, "second_took_d");
  say("second", "d", Verdict::too_slow, "first_took_c");
  Names expected = all_by_first();
  expected[6] = "second d/one", expected[7] = "second d/two";
  EXPECT_EQ(run(), expected);
}

TEST_F(TwoJudges, leave_all_to_the_first_where_the_second_finds_something) {
  say("first", "a", Verdict::passed, "second_took_c");
  say("second", "c", Verdict::wrong_answer);
  EXPECT_EQ(run(), all_by_first());
  say("second", "c", Verdict::passed, "judge", true);
  EXPECT_EQ(run(), all_by_first());
}

TEST_F(TwoJudges, leave_all_to_the_first_where_it_finds_what_later_tests_may_depend_on) {
  for (const Verdict verdict : {Verdict::timed_out, Verdict::crashed, Verdict::checker_violation}) {
    say("first", "a", verdict, "second_ended");
    EXPECT_EQ(run(), all_by_first());
  }
  say("first", "a", Verdict::passed, "second_took_d", true);
  EXPECT_EQ(run(), all_by_first());
}

TEST_F(TwoJudges, go_on_sharing_behind_a_wrong_answer_of_the_first) {
  say("first", "a", Verdict::wrong_answer, "second_ended");
  EXPECT_EQ(run().back(), "second d/two");
}

TEST_F(TwoJudges, do_without_a_second_that_dies) {
  std::ofstream(folder_.path() / "second_dies") << "";
  say("first", "a", Verdict::passed, "second_took_d");
  EXPECT_EQ(run(), all_by_first());
  EXPECT_EQ(failure_, "");
}

TEST_F(TwoJudges, tell_that_the_first_died_and_add_nothing) {
  std::ofstream(folder_.path() / "first_dies") << "";
  say("first", "a", Verdict::passed, "second_took_d");
  EXPECT_EQ(run(), Names());
  EXPECT_NE(failure_, "");
}

}  // namespace
}  // namespace mergelab::app
