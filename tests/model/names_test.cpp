// The names of enumerators in every file, and the model's small functions.
#include <gtest/gtest.h>

#include "model/course.hpp"
#include "model/verdict.hpp"

namespace mergelab {
namespace {

TEST(Names, are_read_as_they_are_written) {
  for (const auto type : {ValueType::int32, ValueType::record, ValueType::counted}) {
    EXPECT_EQ(value_type_from_string(to_string(type)), type);
  }
  for (const auto backend : {Backend::cpu, Backend::gpu})
    EXPECT_EQ(backend_from_string(to_string(backend)), backend);
  for (const Backends backends :
       {Backends{Backend::cpu}, Backends{Backend::gpu}, Backends{Backend::cpu, Backend::gpu}})
    EXPECT_EQ(backends_from_string(to_string(backends)), backends);
  for (const auto kind : {ItemKind::correctness, ItemKind::checker, ItemKind::performance}) {
    EXPECT_EQ(item_kind_from_string(to_string(kind)), kind);
  }
  for (const auto order : {RunOrder::forward, RunOrder::reverse, RunOrder::random})
    EXPECT_EQ(run_order_from_string(to_string(order)), order);
  for (const auto rule : {CheckerRule::none, CheckerRule::launch, CheckerRule::accesses})
    EXPECT_EQ(checker_rule_from_string(to_string(rule)), rule);
  for (const BuildKind kind : {BuildKind(ValueType::int32), BuildKind(ValueType::int32, true),
                               BuildKind(ValueType::record), BuildKind(ValueType::record, true)}) {
    EXPECT_EQ(build_kind_from_string(to_string(kind)), kind);
  }
  EXPECT_EQ(to_string(BuildKind(ValueType::record, true)), "record_checked");
}

TEST(Names, of_value_types_are_those_of_the_data_files) {
  EXPECT_EQ(to_string(ValueType::int32), "int");
  EXPECT_EQ(to_string(ValueType::record), "record");
  EXPECT_EQ(to_string(ValueType::counted), "counted");
}

TEST(Names, are_nothing_when_unknown) {
  EXPECT_EQ(value_type_from_string("int32"), std::nullopt);
  EXPECT_EQ(backend_from_string("CPU"), std::nullopt);
  EXPECT_EQ(backends_from_string("neither"), std::nullopt);
  EXPECT_EQ(item_kind_from_string(""), std::nullopt);
  EXPECT_EQ(run_order_from_string("backward"), std::nullopt);
  EXPECT_EQ(build_kind_from_string("_checked"), std::nullopt);
  EXPECT_EQ(verdict_from_string("fine"), std::nullopt);
}

TEST(Verdicts, are_read_as_they_are_written) {
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    EXPECT_EQ(verdict_from_string(to_string(verdict)), verdict) << to_string(verdict);
  }
}

TEST(Verdicts, leave_the_maximum_when_not_run_alone) {
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    EXPECT_EQ(counts_in_maximum(verdict), verdict != Verdict::not_run) << to_string(verdict);
  }
}

TEST(Verdicts, prefer_the_one_that_tells_more) {
  EXPECT_EQ(worse(Verdict::passed, Verdict::too_slow), Verdict::too_slow);
  EXPECT_EQ(worse(Verdict::crashed, Verdict::wrong_answer), Verdict::crashed);
  EXPECT_EQ(worse(Verdict::not_run, Verdict::passed), Verdict::passed);
  EXPECT_EQ(worse(Verdict::grader_error, Verdict::build_failed), Verdict::grader_error);
}

TEST(Lab, number_is_the_one_in_front_of_its_name) {
  Lab lab;
  lab.name = "04_tiled_kernel";
  EXPECT_EQ(lab_number(lab), 4);
  lab.name = "12_2d";
  EXPECT_EQ(lab_number(lab), 12);
  lab.name = "tiled";
  EXPECT_EQ(lab_number(lab), 0);
}

TEST(Course, finds_by_name_or_gives_nothing) {
  Course course;
  course.labs.resize(2);
  course.labs[1].name = "02_b";
  course.labs[1].items.resize(1);
  course.labs[1].items[0].id = "plain";
  course.families.resize(1);
  course.families[0].name = "ties";
  EXPECT_EQ(course.find_lab("02_b"), &course.labs[1]);
  EXPECT_EQ(course.find_lab("02"), nullptr);
  EXPECT_EQ(course.find_family("ties"), &course.families[0]);
  EXPECT_EQ(course.find_family("tie"), nullptr);
  EXPECT_EQ(course.labs[1].find_item("plain"), course.labs[1].items.data());
  EXPECT_EQ(course.labs[1].find_item(""), nullptr);
}

}  // namespace
}  // namespace mergelab
