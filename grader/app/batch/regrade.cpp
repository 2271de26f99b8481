#include "app/batch/regrade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "app/batch/slurm/chunk.hpp"
#include "app/command_line/errors.hpp"
#include "app/grading/course_grader.hpp"
#include "app/grading/observed.hpp"
#include "app/processes/children.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "batch/error.hpp"
#include "batch/text.hpp"
#include "report/report.hpp"
#include "score/score.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

}  // namespace

bool Move::is_move() const { return attempt.score != now.score || attempt.max_score != now.max_score; }

Regrade::Regrade(Setup& setup, BatchSetting setting, batch::Gradebook& book, const batch::OutputFolder& out,
                 LateWork& late)
    : setup_(setup),
      setting_(std::move(setting)),
      book_(book),
      out_(out),
      late_(late),
      empty_(setup.empty_grading("")),
      labs_(graded_labs(setup.course(), setting_.labs)) {
  empty_.asked = setting_.labs;
}

bool Regrade::lay_out(std::int64_t submission, const fs::path& folder) const {
  batch::Content content = book_.submission(submission);
  std::erase_if(content.files,
                [&](const auto& file) { return setup_.course().find_lab(file.lab) == nullptr; });
  const bool is_plain = std::all_of(content.files.begin(), content.files.end(),
                                    [](const auto& file) { return file.refusal.empty(); });
  if (!is_plain) return slurm::lay_out(setup_.course(), content, folder);
  for (const batch::ContentFile& file : content.files) {
    const fs::path path = folder / file.lab / setup_.course().find_lab(file.lab)->file;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << file.bytes;
  }
  if (batch::read_content(setup_.course(), folder).is_same(content)) return true;
  throw base::WriteError(
      fmt::format("{} can't be written\n  free some space there; the same command then continues from here",
                  folder.string()));
}

void Regrade::score_one(std::int64_t submission) {
  if (const std::int64_t known = book_.grading_under(setting_.conditions, submission)) {
    results_[submission] = {report::from_json(book_.report(known)), std::nullopt};
    return;
  }
  if (const std::optional<batch::Draft> draft = book_.draft(submission, setting_.conditions)) {
    results_[submission] = {report::from_json(draft->report), draft->observations};
    return;
  }
  const std::string text = book_.observations_of(submission);
  if (text.empty()) return waiting_.push_back(submission);
  ObservedRuns observed(text);
  setup_.keep_observations(&observed, false);
  const fs::path folder = out_.work() / std::to_string(submission);
  if (!lay_out(submission, folder)) {
    throw UsageError(
        fmt::format("{} contains a file that can't be recreated, so it can't be graded again\n  run the "
                    "batch, which reads it from its original place",
                    batch::printable_line(book_.source_of(submission))));
  }
  Grading grading = empty_;
  try {
    CourseGrader grader(setup_.course(), setup_.grader(), folder, "", [](const LabResult&) {});
    grading.labs = grader.grade(labs_, 1);
  } catch (const NeedsRun&) {
    waiting_.push_back(submission);
  }
  if (!grading.labs.empty()) {
    for (LabResult& result : grading.labs) {
      const Lab& lab = *setup_.course().find_lab(result.name);
      result.file = submission::find_lab_file(folder, lab).path.lexically_relative(folder).string();
    }
    score::total(grading);
    results_[submission] = {std::move(grading), text};  // nothing ran: what was observed is what was known
  }
  fs::remove_all(folder);
}

void Regrade::score() {
  const std::vector<std::int64_t> submissions = book_.submissions();
  count_ = submissions.size();
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    if (setup_.progress().is_terminal())
      setup_.progress().note("regrade", fmt::format("scoring {}/{}", i + 1, count_));
    score_one(submissions[i]);
  }
  setup_.keep_observations(nullptr);
}

void Regrade::take(std::int64_t submission, const fs::path& json, const fs::path& observations) {
  batch::Draft draft{base::read_file(json, report::kLongestReport).value_or(""),
                     base::read_file(observations, report::kLongestReport).value_or("")};
  Grading grading = report::from_json(draft.report);  // throws for what is none
  if (!grading.score || !grading.complete) throw std::runtime_error("the grader failed");
  book_.keep_draft(submission, setting_.conditions, draft);
  results_[submission] = {std::move(grading), std::move(draft.observations)};
  ++ran_;
}

int Regrade::run_waiting() {
  std::vector<std::int64_t> queue(waiting_.rbegin(), waiting_.rend()), failed;
  const std::size_t all = queue.size();
  std::map<pid_t, std::int64_t> running;
  Children children;
  const auto path = [&](std::int64_t submission, const char* ending) {
    return out_.work() / (std::to_string(submission) + ending);
  };
  while (!queue.empty() || !running.empty()) {
    while (!queue.empty() && running.size() < setting_.jobs) {
      const std::int64_t submission = queue.back();
      queue.pop_back();
      const fs::path folder = path(submission, ""), json = path(submission, ".json");
      static_cast<void>(lay_out(submission, folder));  // score_one() or the judge refuses what can't be made
      if (const std::string known = book_.observations_of(submission); !known.empty())
        base::write_atomically(observations_beside(json), known);
      running[children.start(grade_words(setting_, folder, json), path(submission, ".log"))] = submission;
    }
    setup_.progress().note("regrade", fmt::format("running {}/{}", ran_ + failed.size() + 1, all));
    const Children::Event event = children.wait();
    if (event.stopped_by != 0) {
      children.stop_all();
      return event.stopped_by;
    }
    if (event.ended == 0) continue;
    const std::int64_t submission = running.extract(event.ended).mapped();
    try {
      if (event.code != kGraded) throw std::runtime_error("the grader failed");
      take(submission, path(submission, ".json"), path(submission, ".observations"));
    } catch (const batch::StorageError&) {
      throw;
    } catch (const std::runtime_error&) {
      failed.push_back(submission);
    }
    for (const char* ending : {"", ".json", ".log", ".observations"})
      fs::remove_all(path(submission, ending));
  }
  waiting_ = failed;
  return 0;
}

std::vector<Move> Regrade::moves() const {
  std::vector<Move> moves;
  for (const batch::Student& student : book_.students()) {
    for (batch::Attempt& attempt : book_.attempts(student.id)) {
      const auto result = results_.find(attempt.submission);
      if (result == results_.end() || !attempt.score) continue;
      Grading counted = late_.counted(attempt, result->second.grading);
      moves.push_back({std::move(attempt), student.name, std::move(counted)});
    }
  }
  return moves;
}

void Regrade::keep() {
  batch::Transaction whole(book_.database());
  book_.set_conditions(setting_.conditions, setting_.options);
  for (auto& [submission, result] : results_) {
    if (!result.observations) continue;
    result.grading.submission = book_.source_of(submission);
    static_cast<void>(book_.keep_grading(submission, result.grading, report::to_json(result.grading),
                                         *result.observations));
  }
  for (const batch::Student& student : book_.students()) static_cast<void>(late_.settled(student.id));
  book_.forget_drafts();
  whole.commit();
}

}  // namespace mergelab::app
