#include "app/course_grader.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <set>
#include <thread>

#include "score/score.hpp"

namespace mergelab::app {
namespace {

bool is_full(const LabResult& result) { return result.score && *result.score >= result.max_score; }

bool is_used(const Lab& lab, const std::vector<const Lab*>& by) {
  return std::any_of(by.begin(), by.end(), [&](const Lab* later) {
    return std::find(later->uses.begin(), later->uses.end(), lab.name) != later->uses.end();
  });
}

}  // namespace

std::filesystem::path reference_file(const Course& course, const Lab& lab) {
  const submission::LabFile file = submission::find_lab_file(course.root / "solutions", lab);
  return file.state == submission::FileState::present ? file.path : std::filesystem::path();
}

submission::Sources reference_sources(const Course& course, const Lab& lab,
                                      const std::filesystem::path& file) {
  submission::Sources sources{{lab.name, file}};
  for (const std::string& used : lab.uses) sources[used] = reference_file(course, *course.find_lab(used));
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
  for (const std::string& name : lab.uses) {
    const Lab& used = *course_.find_lab(name);
    const LabResult& result = results_.at(name).get();
    if (score::lost_untimed_points(used, result)) broken.push_back(&used);
  }
  return broken;
}

LabResult CourseGrader::grade_lab(const Lab& lab) {
  const submission::LabFile file = submission::find_lab_file(submission_, lab);
  if (file.state == submission::FileState::missing) {
    return score::unscored_lab(lab, grader_.backends(), Verdict::not_submitted,
                               lab.file + " is not in the submission");
  }
  if (file.state == submission::FileState::refused) {
    return score::unscored_lab(lab, grader_.backends(), Verdict::build_failed, lab.file + " " + file.reason);
  }
  submission::Sources sources{{lab.name, file.path}};
  bool complete = true;
  for (const std::string& name : lab.uses) {
    const submission::LabFile used = submission::find_lab_file(submission_, *course_.find_lab(name));
    if (used.state == submission::FileState::present) {
      sources[name] = used.path;
    } else {
      complete = false;
    }
  }
  const std::vector<const Lab*> broken = broken_prerequisites(lab);
  LabResult own;
  if (complete) {
    own = grader_.grade(lab, sources);
    if (broken.empty() || is_full(own)) return own;
  }
  submission::Sources replaced = sources;
  std::vector<std::string> names;
  for (const Lab* used : broken) {
    const std::filesystem::path reference = reference_file(course_, *used);
    if (reference.empty()) {
      if (!complete) {
        own = score::unscored_lab(lab, grader_.backends(), Verdict::build_failed,
                                  used->file + ", which " + lab.file + " includes, is not in the submission");
      }
      own.carry_note = "not_run: carried forward on the course's grader";
      return own;
    }
    replaced[used->name] = reference;
    names.push_back(used->name);
  }
  LabResult carried = grader_.grade(lab, replaced);
  carried.carried_forward = names;
  if (!complete) return carried;
  return score::better(std::move(own), std::move(carried));
}

std::vector<LabResult> CourseGrader::grade(const std::vector<const Lab*>& labs, unsigned jobs) {
  // Labs that the ones asked for build on are graded too: their results decide what is carried forward.
  std::set<std::string> wanted;
  for (const Lab* lab : labs) {
    wanted.insert(lab->name);
    wanted.insert(lab->uses.begin(), lab->uses.end());
  }
  std::vector<const Lab*> order;
  for (const Lab& lab : course_.labs) {
    if (wanted.count(lab.name) == 0) continue;
    order.push_back(&lab);
    results_[lab.name] = promises_[lab.name].get_future().share();
  }
  // Taken in course order, so that a lab waits only for labs that somebody already works on.
  std::map<std::string, LabResult> shown;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < order.size(); i = next++) {
      const Lab& lab = *order[i];
      try {
        const bool asked = std::find(labs.begin(), labs.end(), &lab) != labs.end();
        const auto known = known_.find(lab.name);
        LabResult result = asked && known != known_.end()
                               ? known->second
                               : grade_lab(asked ? restrict_to(course_, lab, only_) : lab);
        if (asked) {
          const std::lock_guard lock(done_mutex_);
          done_(result);
          shown.insert_or_assign(lab.name, result);
        }
        // What decides about carrying forward is always graded in full.
        if (asked && !only_.empty() && is_used(lab, order)) result = grade_lab(lab);
        promises_.at(lab.name).set_value(std::move(result));
      } catch (...) {
        promises_.at(lab.name).set_exception(std::current_exception());
      }
    }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < std::min<std::size_t>(jobs, order.size()); ++i) workers.emplace_back(work);
    work();
  }
  std::vector<LabResult> results;
  for (const Lab* lab : labs) {
    static_cast<void>(results_.at(lab->name).get());  // throws what grading it threw
    results.push_back(std::move(shown.at(lab->name)));
  }
  return results;
}

}  // namespace mergelab::app
