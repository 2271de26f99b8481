#include "app/lab_grader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "app/forbidden_names.hpp"
#include "app/gpu.hpp"
#include "app/hidden_lines.hpp"
#include "app/judge_client.hpp"
#include "base/did_you_mean.hpp"
#include "base/program_name.hpp"
#include "judge/plan.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

bool is_timed_on_gpu(const Lab& lab) {
  return std::any_of(lab.items.begin(), lab.items.end(),
                     [](const Item& item) { return item.is_timed_on_device(); });
}

/// What --case may call an item: its id, its group's name, and its cases.
std::vector<std::string> words_for(const Course& course, const Item& item) {
  std::vector<std::string> words = case_names(course, item);
  words.push_back(item.id);
  if (!item.group.empty()) words.push_back(item.group);
  return words;
}

bool is_named(const Course& course, const Item& item, const std::string& name) {
  const std::vector<std::string> words = words_for(course, item);
  return std::find(words.begin(), words.end(), name) != words.end();
}

/// One of a limited number of places, while it lives.
class Place {
 public:
  explicit Place(std::counting_semaphore<>& places) : places_(places) { places_.acquire(); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() { places_.release(); }

 private:
  std::counting_semaphore<>& places_;
};

/// The files that are the reference's.
std::vector<std::string> references_in(const Course& course, const submission::Sources& sources) {
  std::vector<std::string> files;
  for (const auto& [name, source] : sources) {
    if (source.is_reference) files.push_back(course.find_lab(name)->file);
  }
  return files;
}

/// Only compute-sanitizer sees broken rules on a GPU.
bool needs_sanitizer(const Item& item, Backend backend) {
  return item.checker == CheckerRule::accesses && backend == Backend::gpu;
}

}  // namespace

bool LabGrader::runs(const Item& item, Backend backend) const {
  return options_.backends.has(backend) && item.backends.has(backend) &&
         (!options_.sanitizer.empty() || !needs_sanitizer(item, backend));
}

LabResult LabGrader::grade(const Lab& lab, const submission::Sources& sources) {
  return grade_as(lab, course_.families, sources);
}

LabResult LabGrader::grade_as(const Lab& asked, const std::vector<Family>& families,
                              const submission::Sources& sources) {
  Lab lab = asked;
  for (Item& item : lab.items) {
    if (options_.sanitizer.empty() && needs_sanitizer(item, Backend::gpu)) item.backends.remove(Backend::gpu);
  }
  watch_(lab, {Step::What::building, 0, 0});
  std::vector<Observation> observations;
  submission::Build built;
  std::vector<Deduction> deductions;
  {
    const std::shared_lock lock(machine_);
    built = build(lab, sources);
    while (allow_used_names(course_, sources, built, lab, deductions)) {
      std::error_code ignored;
      std::filesystem::remove_all(built.folder, ignored);
      built = build(lab, sources);
    }
    if (options_.backends.has(Backend::cpu)) observations = observe(lab, families, built, Backend::cpu);
  }
  if (options_.backends.has(Backend::gpu)) {
    std::vector<Observation> on_gpu = observe_on_gpu(lab, families, built);
    observations.insert(observations.end(), std::make_move_iterator(on_gpu.begin()),
                        std::make_move_iterator(on_gpu.end()));
  }
  hide_lines(observations, references_in(course_, sources));
  LabResult result = score::score_lab(lab, options_.backends, built.results, observations);
  for (Deduction& deduction : deductions) score::deduct(result, std::move(deduction));
  std::error_code ignored;
  if (!built.folder.empty()) std::filesystem::remove_all(built.folder, ignored);
  return result;
}

submission::Build LabGrader::build(const Lab& lab, const submission::Sources& sources) {
  std::set<BuildKind> kinds;
  for (const Item& item : lab.items) {
    for (const Backend backend : item.backends.all()) {
      if (options_.backends.has(backend)) kinds.insert(build_of(item, backend));
    }
  }
  // The CPU engine's compiler checks the source policy, whatever runs.
  if (!kinds.empty() && !programs_.toolchain.simt_cc.empty()) kinds.insert(BuildKind(ValueType::int32));
  std::filesystem::path folder;
  {
    const std::lock_guard lock(folder_mutex_);
    folder = folder_.fresh(lab.name);
  }
  return submission::build(course_, lab, sources, {kinds.begin(), kinds.end()}, programs_.toolchain, folder);
}

std::vector<Observation> LabGrader::observe(const Lab& lab, const std::vector<Family>& families,
                                            const submission::Build& build, Backend backend) {
  const auto failed = [](const Observation& seen) { return seen.outcome.verdict == Verdict::grader_error; };
  std::vector<Observation> seen = judge_once(lab, families, build, backend);
  if (std::any_of(seen.begin(), seen.end(), failed)) seen = judge_once(lab, families, build, backend);
  return seen;
}

std::vector<Observation> LabGrader::observe_on_gpu(const Lab& lab, const std::vector<Family>& families,
                                                   const submission::Build& build) {
  if (is_timed_on_gpu(lab)) {
    const std::unique_lock alone(machine_);
    return observe(lab, families, build, Backend::gpu);
  }
  const std::shared_lock lock(machine_);
  const Place place(gpu_places_);
  return observe(lab, families, build, Backend::gpu);
}

std::vector<Observation> LabGrader::judge_once(const Lab& lab, const std::vector<Family>& families,
                                               const submission::Build& build, Backend backend) {
  judge::Job job;
  job.lab = lab;
  job.backend = backend;
  job.objects = build.objects;
  job.sources = build.sources;
  job.worker = backend == Backend::cpu ? programs_.worker : programs_.gpu_worker;
  if (backend == Backend::gpu) {
    job.environment = cuda_environment();
    job.yardsticks = programs_.yardsticks;
    job.sanitizer = options_.sanitizer;
  }
  job.seed = options_.seed;
  job.secret = options_.secret;
  job.only = lab.only;
  job.order = options_.order;
  job.profile = options_.profile;
  job.trace = options_.trace;
  job.trace_k = options_.trace_k;
  job.local = options_.local && options_.secret.empty();
  // Items whose build failed are decided without the judge.
  std::erase_if(job.lab.items, [&](const Item& item) {
    return !item.backends.has(backend) || !build.objects.contains(build_of(item, backend));
  });
  for (const Family& family : families) {
    const bool used = std::any_of(job.lab.items.begin(), job.lab.items.end(),
                                  [&](const Item& item) { return item.family == family.name; });
    if (used) job.families.push_back(family);
    if (used && options_.secret.empty()) job.families.back().hidden = false;
  }
  const std::vector<judge::PlannedTest> tests = judge::plan(job);
  if (tests.empty()) return {};
  std::size_t done = 0;
  // Names are no secret, but with one a student is not to see which hidden case takes long.
  const auto running = [&] {
    return done < tests.size() && options_.secret.empty() ? tests[done].name() : "";
  };
  watch_(lab, {Step::What::testing, done, tests.size(), nullptr, running()});
  JudgeResult seen = run_judge(programs_.judge, job, [&](const Observation& seen) {
    ++done;
    watch_(lab, {Step::What::testing, done, tests.size(), &seen, running()});
  });
  // A judge that ended early must not pass an item by the tests that it no longer saw.
  for (std::size_t i = seen.observations.size(); i < tests.size(); ++i) {
    Observation missing;
    missing.backend = backend;
    missing.item = tests[i].item->id;
    missing.family = tests[i].family->name;
    missing.test = tests[i].name();
    missing.outcome.message = seen.failure.empty() ? "the judge left this test out" : seen.failure;
    seen.observations.push_back(std::move(missing));
  }
  if (shows_details(lab, options_.now)) {
    for (Observation& each : seen.observations) each.hidden = false;
  }
  return seen.observations;
}

bool shows_details(const Lab& lab, std::optional<Moment> now) {
  return now && lab.details_from && *now >= *lab.details_from;
}

std::vector<std::string> case_names(const Course& course, const Item& item) {
  std::vector<std::string> names;
  for (const CaseSpec& spec : course.find_family(item.family)->cases)
    names.push_back(item.id + "/" + spec.name);
  return names;
}

UsageError no_such_case(const Course& course, const Lab& lab, const std::string& name,
                        const std::vector<std::string>& names) {
  std::string known = fmt::format("`{} list --cases` shows all", base::program_name());
  if (base::nearest(name, names).empty()) {
    const Item* item = lab.find_item(name.substr(0, name.find('/')));
    std::vector<std::string> ids;
    for (const Item& each : lab.items) ids.push_back(each.id);
    known = item != nullptr
                ? fmt::format("those of {} are {}", item->id, fmt::join(case_names(course, *item), ", "))
                : fmt::format("its items are {}; {}", fmt::join(ids, ", "), known);
  }
  return UsageError(
      fmt::format("{} has no case '{}'\n  {}", lab.name, name, base::did_you_mean(name, names, known)));
}

Lab restrict_to(const Course& course, const Lab& lab, const std::string& only) {
  if (only.empty()) return lab;
  Lab part = lab;
  if (only.find('/') != std::string::npos) part.only = only;
  std::erase_if(part.items, [&](const Item& item) { return !is_named(course, item, only); });
  if (part.items.empty()) {
    std::vector<std::string> names;
    for (const Item& item : lab.items) {
      const std::vector<std::string> words = words_for(course, item);
      names.insert(names.end(), words.begin(), words.end());
    }
    throw no_such_case(course, lab, only, names);
  }
  part.whole = false;
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
                                 [&](const Item& item) { return is_named(course, item, only); });
    if (has) having.push_back(lab);
  }
  if (having.empty())
    static_cast<void>(restrict_to(course, *labs.back(), only));  // throws, with the nearest name
  return having;
}

}  // namespace mergelab::app
