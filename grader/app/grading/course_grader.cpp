#include "app/grading/course_grader.hpp"

#include <fmt/ranges.h>

#include <thread>

#include "base/did_you_mean.hpp"
#include "course/course.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

/// What --case may call an item: its id, its group's name, and its cases.
std::vector<std::string> words_for(const Course& course, const Item& item) {
  std::vector<std::string> words = case_names(course, item);
  words.push_back(item.id);
  if (!item.group.empty()) words.push_back(item.group);
  return words;
}

bool is_named(const Course& course, const Item& item, const std::string& name) {
  const std::vector<std::string> words = words_for(course, item);
  return std::ranges::find(words, name) != words.end();
}

bool is_full(const LabResult& result) { return result.score && *result.score >= result.max_score; }

}  // namespace

std::vector<std::string> case_names(const Course& course, const Item& item) {
  std::vector<std::string> names;
  for (const CaseSpec& spec : course.find_family(item.family)->cases)
    names.push_back(item.id + "/" + spec.name);
  return names;
}

UsageError no_such_case(const Course& course, const Lab& lab, const std::string& name,
                        const std::vector<std::string>& names) {
  std::string known = fmt::format("`{}` shows all", base::command("list", "--cases"));
  const auto ends_so = [&](const std::string& known_name) { return known_name.ends_with("/" + name); };
  const auto meant = std::ranges::find_if(names, ends_so);
  if (meant != names.end() && !name.empty())
    return UsageError(fmt::format("{} has no case '{}'\n  did you mean '{}'?", lab.name, name, *meant));
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

Lab restrict_to(const Course& course, const Lab& lab, const std::string& only, Backends backends) {
  if (only.empty()) return lab;
  std::vector<Points> points;
  for (const Item& item : lab.items)
    points.push_back(score::due_on(item, backends).empty() ? 0 : item.points);
  points = divided(lab.points, points);
  Lab due = lab;
  for (std::size_t i = 0; i < points.size(); ++i) due.items[i].points = points[i];
  const Lab part = restrict_to(course, due, only);
  return part.points > 0 ? part : restrict_to(course, lab, only);
}

std::vector<const Lab*> labs_with(const Course& course, const std::vector<const Lab*>& labs,
                                  const std::string& only) {
  if (only.empty()) return labs;
  std::vector<const Lab*> having;
  for (const Lab* lab : labs) {
    const bool has =
        std::ranges::any_of(lab->items, [&](const Item& item) { return is_named(course, item, only); });
    if (has) having.push_back(lab);
  }
  if (having.empty())
    static_cast<void>(restrict_to(course, *labs.back(), only));  // throws, with the nearest name
  return having;
}

ChosenCase choose_case(const Course& course, const std::string& lab_word, const std::string& name) {
  const Lab& lab = course::find_lab(course, lab_word);
  std::vector<std::string> names;
  for (const Item& item : lab.items) {
    const std::vector<std::string> cases = case_names(course, item);
    if (name == item.id) {
      throw UsageError(fmt::format("'{}' is an item of {}; name one of its cases\n  {}", item.id, lab.name,
                                   fmt::join(cases, ", ")));
    }
    const auto found = std::ranges::find(cases, name);
    if (found != cases.end()) {
      const Family* family = course.find_family(item.family);
      return {&lab, &item, family, &family->cases[static_cast<std::size_t>(found - cases.begin())]};
    }
    names.insert(names.end(), cases.begin(), cases.end());
  }
  if (name.empty())
    throw UsageError(fmt::format("name a case of {}, such as {}\n  `{}` shows all", lab.name, names.front(),
                                 base::command("list", "--cases")));
  throw no_such_case(course, lab, name, names);
}

std::filesystem::path reference_file(const Course& course, const Lab& lab) {
  const submission::LabFile file = submission::find_lab_file(course.root / "solutions", lab);
  return file.state == submission::FileState::present ? file.path : std::filesystem::path();
}

bool take_reference(const Course& course, const Lab& used, submission::Sources& sources) {
  if (reference_file(course, used).empty()) return false;
  sources[used.name] = {reference_file(course, used), true};
  for (const Lab* each : submission::used_labs(course, used))
    sources[each->name] = {reference_file(course, *each), true};
  return true;
}

void take_included(const Course& course, const Lab& lab, const std::filesystem::path& root,
                   submission::Sources& sources) {
  for (const Lab* each : submission::included_labs(course, lab, sources.at(lab.name).file, root)) {
    const submission::LabFile file = submission::find_lab_file(root, *each);
    if (file.state != submission::FileState::missing) sources[each->name] = {file.path};
  }
}

submission::Sources reference_sources(const Course& course, const Lab& lab,
                                      const std::filesystem::path& file) {
  submission::Sources sources{{lab.name, {file}}};
  for (const std::string& used : lab.uses) sources[used] = {reference_file(course, *course.find_lab(used))};
  take_included(course, lab, course.root / "solutions", sources);
  return sources;
}

CourseGrader::CourseGrader(const Course& course, LabGrader& grader, std::filesystem::path submission,
                           std::string only, std::function<void(const LabResult&)> done,
                           std::map<std::string, LabResult> known)
    : course_(course),
      grader_(grader),
      submission_(std::move(submission)),
      only_(std::move(only)),
      done_(std::move(done)),
      known_(std::move(known)) {}

std::vector<const Lab*> CourseGrader::broken_prerequisites(const Lab& lab) {
  std::vector<const Lab*> broken;
  for (const Lab* used : submission::used_labs(course_, lab)) {
    const LabResult& result = results_.at(used->name).get();
    if (score::lost_untimed_points(*used, result)) broken.push_back(used);
  }
  return broken;
}

LabResult CourseGrader::grade_lab(const Lab& lab) {
  const submission::LabFile file = submission::find_lab_file(submission_, lab);
  if (file.state == submission::FileState::missing)
    return score::unscored_lab(
        lab, grader_.backends(), Verdict::not_submitted,
        lab.file + " is not in the submission" + (file.reason.empty() ? "" : "; " + file.reason));
  if (file.state == submission::FileState::refused)
    return score::unscored_lab(lab, grader_.backends(), Verdict::build_failed, lab.file + " " + file.reason);
  submission::Sources sources{{lab.name, {file.path}}};
  bool complete = true;
  for (const Lab* each : submission::used_labs(course_, lab)) {
    const submission::LabFile used = submission::find_lab_file(submission_, *each);
    if (used.state == submission::FileState::present) {
      sources[each->name] = {used.path};
    } else {
      complete = false;
    }
  }
  take_included(course_, lab, submission_, sources);
  LabResult own;
  if (complete) {
    own = grader_.grade(lab, sources);
    if (is_full(own)) return own;
  }
  const std::vector<const Lab*> broken =
      course_.settings.carry_forward || !complete ? broken_prerequisites(lab) : std::vector<const Lab*>();
  if (complete && broken.empty()) return own;
  submission::Sources replaced = sources;
  for (const Lab* used : broken) {
    if (!course_.settings.carry_forward || !take_reference(course_, *used, replaced)) {
      if (!complete)
        own =
            score::unscored_lab(lab, grader_.backends(), Verdict::build_failed,
                                used->file + ", which " + lab.file + " builds on, is not in the submission");
      if (course_.settings.carry_forward) own.carry_note = "not_run: carried forward on the course's grader";
      return own;
    }
  }
  LabResult carried = grader_.grade(lab, replaced);
  if (!complete) return carried;
  return score::better(std::move(own), std::move(carried));
}

LabResult CourseGrader::grade_and_tell(const Lab& lab) {
  const auto known = known_.find(lab.name);
  begun_.at(lab.name) = true;
  LabResult result = known != known_.end() ? known->second : grade_lab(restrict_to(course_, lab, only_));
  const std::lock_guard lock(done_mutex_);
  done_(result);
  return result;
}

std::vector<LabResult> CourseGrader::grade(const std::vector<const Lab*>& labs, unsigned jobs) {
  std::vector<const Lab*> order;
  std::map<std::string, std::shared_future<LabResult>> graded;
  // All are graded by the first to wait for them: by one of the workers below, or for a later lab that lost
  // points. What decides about carrying forward is graded in full, also when it was not asked for.
  for (const Lab& lab : course_.labs) {
    if (std::ranges::find(labs, &lab) != labs.end()) {
      graded[lab.name] =
          std::async(std::launch::deferred, [this, &lab] { return grade_and_tell(lab); }).share();
      order.push_back(&lab);
      begun_[lab.name] = false;
    }
    const bool in_full = graded.contains(lab.name) && only_.empty();
    results_[lab.name] =
        in_full ? graded[lab.name]
                : std::async(std::launch::deferred, [this, &lab] { return grade_lab(lab); }).share();
  }
  // Later labs take longer: with the longest at the end, one worker would be left with it.
  if (jobs > 1) std::ranges::reverse(order);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < order.size(); i = next++) {
      const std::string& name = order[i]->name;
      if (!begun_.at(name)) graded.at(name).wait();  // grades it
    }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < std::min<std::size_t>(jobs, order.size()); ++i) workers.emplace_back(work);
    work();
  }
  std::vector<LabResult> results;
  for (const Lab* lab : labs) results.push_back(graded.at(lab->name).get());  // throws what grading it threw
  return results;
}

}  // namespace mergelab::app
