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

/// Whether --case may call the item so: its id, or one of its cases.
bool answers_to(const Course& course, const Item& item, const std::string& name) {
  if (item.id == name) return true;
  const std::vector<std::string> names = case_names(course, item);
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

LabResult LabGrader::grade(const Lab& lab, const submission::Sources& sources) {
  return grade_as(lab, course_.families, sources);
}

LabResult LabGrader::grade_as(const Lab& lab, const std::vector<Family>& families,
                              const submission::Sources& sources) {
  watch_(lab, {Step::What::building, 0, 0});
  std::set<BuildKind> kinds;
  for (const Item& item : lab.items) {
    if (runs_on(item, options_.backend)) kinds.insert(build_of(item));
  }
  std::filesystem::path folder;
  {
    const std::lock_guard lock(folder_mutex_);
    folder = folder_.fresh(lab.name);
  }
  const submission::Build build =
      submission::build(course_, lab, sources, {kinds.begin(), kinds.end()}, programs_.toolchain, folder);
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
  job.order = options_.order;
  job.profile = options_.profile;
  // Items whose build failed are decided without the judge.
  std::erase_if(job.lab.items, [&](const Item& item) { return !build.objects.contains(build_of(item)); });
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

std::vector<std::string> case_names(const Course& course, const Item& item) {
  std::vector<std::string> names;
  for (const CaseSpec& spec : course.find_family(item.family)->cases)
    names.push_back(item.id + "/" + spec.name);
  return names;
}

UsageError no_such_case(const Lab& lab, const std::string& name, const std::vector<std::string>& names) {
  const std::string near = course::nearest(name, names);
  return UsageError(fmt::format("{} has no case '{}'\n  {}`./lab list --cases` shows all", lab.name, name,
                                near.empty() ? "" : fmt::format("did you mean '{}'?  ", near)));
}

Lab restrict_to(const Course& course, const Lab& lab, const std::string& only) {
  if (only.empty()) return lab;
  Lab part = lab;
  std::erase_if(part.items, [&](const Item& item) { return !answers_to(course, item, only); });
  if (part.items.empty()) {
    std::vector<std::string> names;
    for (const Item& item : lab.items) {
      names.push_back(item.id);
      const std::vector<std::string> cases = case_names(course, item);
      names.insert(names.end(), cases.begin(), cases.end());
    }
    throw no_such_case(lab, only, names);
  }
  part.points = 0;
  for (const Item& item : part.items) part.points += item.points;
  return part;
}

std::vector<const Lab*> labs_with(const Course& course, const std::vector<const Lab*>& labs,
                                  const std::string& only) {
  if (only.empty()) return labs;
  std::vector<const Lab*> having;
  for (const Lab* lab : labs) {
    const bool has = std::any_of(lab->items.begin(), lab->items.end(),
                                 [&](const Item& item) { return answers_to(course, item, only); });
    if (has) having.push_back(lab);
  }
  if (having.empty())
    static_cast<void>(restrict_to(course, *labs.back(), only));  // throws, with the nearest name
  return having;
}

}  // namespace mergelab::app
