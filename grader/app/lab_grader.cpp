#include "app/lab_grader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/judge_client.hpp"
#include "course/course.hpp"
#include "judge/plan.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

bool runs_on(const Item& item, Backend backend) {
  return std::find(item.backends.begin(), item.backends.end(), backend) != item.backends.end();
}

/// What --case may call an item: its id, or one of its tests.
std::vector<std::string> names_of(const Course& course, const Item& item) {
  std::vector<std::string> names{item.id};
  for (const CaseSpec& spec : course.find_family(item.family)->cases)
    names.push_back(item.id + "/" + spec.name);
  return names;
}

}  // namespace

LabResult LabGrader::grade(const Lab& lab, const submission::Sources& sources) {
  return grade_as(lab, course_.families, sources);
}

LabResult LabGrader::grade_as(const Lab& lab, const std::vector<Family>& families,
                              const submission::Sources& sources) {
  watch_(lab, {Step::What::building, 0, 0});
  std::set<ValueType> types;
  for (const Item& item : lab.items) {
    if (runs_on(item, options_.backend)) types.insert(item.value);
  }
  std::filesystem::path folder;
  {
    const std::lock_guard lock(folder_mutex_);
    folder = folder_.fresh(lab.name);
  }
  const submission::Build build =
      submission::build(course_, lab, sources, {types.begin(), types.end()}, programs_.toolchain, folder);
  LabResult result = judge_once(lab, families, build);
  // The grader's own failure is tried once more, in a fresh judge.
  if (result.status == Verdict::grader_error && !build.objects.empty())
    result = judge_once(lab, families, build);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return result;
}

LabResult LabGrader::judge_once(const Lab& lab, const std::vector<Family>& families,
                                const submission::Build& build) {
  judge::Job job;
  job.lab = lab;
  job.backend = options_.backend;
  job.objects = build.objects;
  job.worker = programs_.worker;
  job.seed = options_.seed;
  job.secret = options_.secret;
  job.only = options_.only;
  // Items whose build failed are decided without the judge.
  std::erase_if(job.lab.items, [&](const Item& item) { return build.objects.count(item.value) == 0; });
  for (const Family& family : families) {
    const bool used = std::any_of(job.lab.items.begin(), job.lab.items.end(),
                                  [&](const Item& item) { return item.family == family.name; });
    if (used) job.families.push_back(family);
    if (used && options_.secret.empty()) job.families.back().hidden = false;
  }
  const std::vector<judge::PlannedTest> tests = judge::plan(job);
  JudgeResult seen;
  if (!tests.empty()) {
    std::size_t done = 0;
    watch_(lab, {Step::What::testing, done, tests.size()});
    seen = run_judge(programs_.judge, job, [&](const Observation&) {
      watch_(lab, {Step::What::testing, ++done, tests.size()});
    });
  }
  // A judge that ended early must not pass an item by the tests that it no longer saw.
  for (std::size_t i = seen.observations.size(); i < tests.size(); ++i) {
    Observation missing;
    missing.item = tests[i].item->id;
    missing.family = tests[i].family->name;
    missing.test = tests[i].name();
    missing.message = seen.failure.empty() ? "the judge left this test out" : seen.failure;
    seen.observations.push_back(std::move(missing));
  }
  return score::score_lab(lab, options_.backend, build.results, seen.observations);
}

Lab restrict_to(const Course& course, const Lab& lab, const std::string& only) {
  if (only.empty()) return lab;
  Lab part = lab;
  std::erase_if(part.items, [&](const Item& item) {
    const std::vector<std::string> names = names_of(course, item);
    return std::find(names.begin(), names.end(), only) == names.end();
  });
  if (part.items.empty()) {
    std::vector<std::string> names;
    for (const Item& item : lab.items) {
      const std::vector<std::string> more = names_of(course, item);
      names.insert(names.end(), more.begin(), more.end());
    }
    const std::string near = course::nearest(only, names);
    throw UsageError(fmt::format("{} has no case '{}'\n  {}`./lab list --cases` shows all", lab.name, only,
                                 near.empty() ? "" : fmt::format("did you mean '{}'?  ", near)));
  }
  part.points = 0;
  for (const Item& item : part.items) part.points += item.points;
  return part;
}

std::vector<const Lab*> labs_with(const Course& course, const std::vector<const Lab*>& labs,
                                  const std::string& only) {
  std::vector<const Lab*> having;
  for (const Lab* lab : labs) {
    const bool has = std::any_of(lab->items.begin(), lab->items.end(), [&](const Item& item) {
      const std::vector<std::string> names = names_of(course, item);
      return only.empty() || std::find(names.begin(), names.end(), only) != names.end();
    });
    if (has) having.push_back(lab);
  }
  if (having.empty())
    static_cast<void>(restrict_to(course, *labs.back(), only));  // throws, with the nearest name
  return having;
}

}  // namespace mergelab::app
