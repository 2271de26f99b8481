// Gradings of whole labs with a test's workers.
#pragma once

#include "course/course.hpp"
#include "judge/runner.hpp"
#include "kits/keys/case.hpp"
#include "score/score.hpp"
#include "support/places.hpp"
#include "support/test.hpp"

namespace mergelab::judge {

/// The course's labs that solver.hpp can solve, which merge or find ranks, in a small shape, with the items
/// of the CPU backend whose cases have at most so many outputs.
inline Course small_course(std::int64_t most_outputs) {
  Course course = course::load(MERGELAB_SOURCE_DIR);
  std::erase_if(course.labs, [](const Lab& lab) {
    return !lab.kit || (lab.kit->name() != "merge" && lab.kit->name() != "co_rank");
  });
  for (Lab& lab : course.labs) {
    lab.constants = {{"section", 64}, {"tile", 16}};
    const auto is_large = [&](const CaseSpec& spec) {
      const KeysCase keys = keys_case(spec);
      if (keys.generator == "literal" || keys.generator == "exhaustive") return false;
      const Symbols symbols =
          keys.symbols({.section = 64, .tile = 16, .block = 128, .threads = 512, .share = 1});
      return keys.m.evaluate(symbols) + keys.n.evaluate(symbols) > most_outputs;
    };
    std::erase_if(lab.items, [&](const Item& item) {
      const std::vector<CaseSpec>& cases = course.find_family(item.family)->cases;
      return !item.backends.has(Backend::cpu) || std::any_of(cases.begin(), cases.end(), is_large);
    });
  }
  return course;
}

/// A grading of the lab; its objects are only names, "int_checked.so".
inline Job job_of(const Lab& lab, const Course& course) {
  Job job;
  job.lab = lab;
  job.families = course.families;
  for (const Item& item : lab.items) {
    const BuildKind kind = build_of(item, Backend::cpu);
    job.objects[kind] = to_string(kind) + ".so";
  }
  const BuildKind probed(ValueType::int32, true);
  job.objects[probed] = to_string(probed) + ".so";
  return job;
}

/// Its result with workers that are started like this. `told`: mergelab's messages, if given.
inline LabResult grade(const Job& job, const StartSession& start, std::string* told = nullptr) {
  Runner runner(job, start);
  std::vector<Observation> seen;
  for (const PlannedTest& test : plan(job)) {
    Observation one;
    one.item = test.item->id;
    one.family = test.family->name;
    one.test = test.name();
    one.hidden = test.family->hidden;
    one.outcome = runner.run(test);
    const std::string line = observation_to_line(one);
    if (told != nullptr) *told += line + "\n";
    seen.push_back(observation_from_line(line));
  }
  std::vector<BuildResult> builds;
  for (const auto& [kind, object] : job.objects) {
    builds.push_back({});
    builds.back().value = kind.value;
    builds.back().ok = true;
  }
  return score::score_lab(job.lab, Backends{Backend::cpu}, builds, seen);
}

/// Whatever it was worth, it was graded, within the lab's points.
inline void expect_graded(const LabResult& result, const std::string& how) {
  ASSERT_TRUE(result.score) << result.name << ", " << how << ": " << result.message;
  EXPECT_GE(*result.score, 0);
  EXPECT_LE(*result.score, result.max_score);
  for (const ItemResult& item : result.items) {
    EXPECT_NE(item.status, Verdict::grader_error) << result.name << " " << item.id << ", " << how;
    EXPECT_NE(item.status, Verdict::not_run) << result.name << " " << item.id << ", " << how;
  }
}

}  // namespace mergelab::judge
