#include "app/batch/batch_run.hpp"

#include <csignal>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/batch/slurm.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "batch/text.hpp"
#include "report/formats/format.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

using batch::Status;

using Clock = std::chrono::steady_clock;

constexpr int kMostTries = 3;
constexpr std::size_t kSpaceNeeded = 256 << 10;

std::string remedy_for(const batch::Entry& entry, const std::string& refusal) {
  const std::string archive = batch::foreign_archive(entry.name);
  if (entry.kind == batch::EntryKind::other && !archive.empty())
    return fmt::format("{} is a {} archive, which is not supported; hand in a folder, a zip or a tar file",
                       entry.name, archive);
  if (entry.kind == batch::EntryKind::other)
    return fmt::format("{} {}; hand in a folder, a zip or a tar file", entry.name, refusal);
  return fmt::format("{} {}; a file from `{} pack` is always accepted", entry.name, refusal,
                     base::program_name());
}

/// What to do with an entry without a student.
std::string unknown_words(const batch::Entry& entry) {
  if (entry.kind == batch::EntryKind::other && batch::foreign_archive(entry.name).empty())
    return fmt::format(
        "{} {}, and belongs to no student; put files into a folder named after their author's id", entry.name,
        entry.refusal);
  std::string words = "no student on the roster has this id";
  if (const std::string unseen = batch::unseen_character(entry.id); !unseen.empty())
    words += fmt::format(": there is {} in it", unseen);
  words += "; rename it, or add the id to the roster";
  return entry.refusal.empty() ? words : words + "; " + remedy_for(entry, entry.refusal);
}

constexpr int kLookEveryMs = 500;

}  // namespace

void write_reports(Grading grading, const std::string& student, const batch::OutputFolder& out) {
  grading.submission = student;
  base::write_atomically(out.report(student), report::to_json(grading));
  base::write_atomically(out.page(student), report::write_as(*report::find_format("html"), grading));
}

std::string report_key(std::int64_t grading, const std::string& late) {
  return fmt::format("{} {}", grading, late);
}

BatchRun::BatchRun(BatchSetting setting, const batch::OutputFolder& out, Progress& progress)
    : setting_(std::move(setting)),
      out_(out),
      progress_(progress),
      book_(out.gradebook(), true),
      late_(*setting_.course, book_, setting_.times_of_files) {
  book_.set_conditions(setting_.conditions, setting_.options);
}

void BatchRun::look(const std::vector<batch::Student>& students, const std::vector<batch::Entry>& entries) {
  book_.set_students(students);
  const batch::Matched matched = batch::match(entries, students);
  for (const batch::Student& student : students) {
    batch::GradeRow row;
    row.student = student;
    row.status = Status::not_submitted;
    const auto found = matched.by_student.find(student.id);
    if (found != matched.by_student.end() && found->second.size() > 1) {
      row.status = Status::ambiguous;
      for (const batch::Entry& entry : found->second)
        row.source += (row.source.empty() ? "" : " ") + entry.name;
      row.message = "more than one submission; keep only the one that counts";
    } else if (found != matched.by_student.end()) {
      row.status = Status::pending;
      row.source = found->second.front().name;
      entries_[rows_.size()] = found->second.front();
    } else if (student.submitted) {
      book_.set_told(student.id, *student.submitted);  // of what was handed in earlier
    }
    rows_.push_back(std::move(row));
  }
  for (const batch::Entry& entry : matched.unknown) {
    batch::GradeRow row;
    row.student.id = entry.id;
    row.status = Status::unknown;
    row.source = entry.name;
    row.message = unknown_words(entry);
    rows_.push_back(std::move(row));
  }
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].status == Status::pending) prepare(row);
    if (progress_.is_terminal())
      progress_.note("batch", fmt::format("looking at {}/{}", row + 1, rows_.size()));
  }
  std::ranges::reverse(queue_);
}

void BatchRun::prepare(std::size_t row) {
  const batch::Entry& entry = entries_.at(row);
  batch::GradeRow& result = rows_[row];
  const std::string signature = batch::signature_of(entry);
  std::optional<batch::Seen> seen = book_.seen(entry.name, signature);
  if (!seen) {
    const batch::Opened opened(entry, *setting_.course, out_.work() / "look");
    const auto refuse = [&](Status status, std::string message) {
      result.status = status;
      result.message = std::move(message);
    };
    if (!opened.refusal().empty()) return refuse(Status::unreadable, remedy_for(entry, opened.refusal()));
    const std::string unreadable = submission::unreadable_lab_file(*setting_.course, opened.root());
    if (!unreadable.empty())
      return refuse(Status::unreadable, unreadable + "; let this user read it, and grade again");
    if (!opened.has_lab_file()) {
      const Lab& lab = setting_.course->labs.front();
      std::string message =
          fmt::format("{} contains no lab file, such as {}/{}", entry.name, lab.name, lab.file);
      message += opened.note().empty()
                     ? fmt::format("; `{}` finds files by their names", base::command("gather"))
                     : "; " + opened.note();
      return refuse(Status::no_lab_file, std::move(message));
    }
    seen = batch::Seen{book_.keep_submission(batch::read_content(*setting_.course, opened.root())),
                       opened.note(), opened.modified()};
    book_.remember(entry.name, signature, *seen);
  }
  batch::Transaction whole(book_.database());  // a reader of the gradebook sees a time with its cost
  book_.keep_attempt(result.student.id, entry.name, *seen);
  if (result.student.submitted) book_.set_told(result.student.id, *result.student.submitted);
  static_cast<void>(late_.settled(result.student.id));
  whole.commit();
  result.message = seen->note;
  if (const std::int64_t grading = book_.find_grading(seen->submission)) return settle(row, grading);
  Group& group = groups_[seen->submission];
  if (group.waiting.empty()) queue_.push_back(seen->submission);
  group.waiting.push_back(row);
}

void BatchRun::settle(std::size_t row, std::int64_t grading) {
  batch::GradeRow& result = rows_[row];
  const std::string& id = result.student.id;
  result.status = Status::graded;
  result.report = batch::OutputFolder::report_name(id);
  const std::vector<batch::Attempt> attempts = book_.attempts(id);
  const batch::Attempt& attempt = attempts.back();
  if (late_.is_untold(attempt)) {
    result.message += result.message.empty() ? "" : "; ";
    result.message += "no time of submission, so no deadline was applied";
  }
  const std::string made_of = report_key(grading, late_.key(attempt));
  const fs::path json = out_.report(id), page = out_.page(id);
  const auto is_there = [](const fs::path& file) { return fs::is_regular_file(fs::symlink_status(file)); };
  if (book_.reported(id) == made_of && is_there(json) && is_there(page)) return;
  write_reports(late_.counted(attempt, report::from_json(book_.report(grading))), id, out_);
  book_.set_reported(id, grading, made_of);
}

void BatchRun::fail(std::int64_t submission, Status status, const std::string& message) {
  for (const std::size_t row : groups_.at(submission).waiting) {
    rows_[row].status = status;
    rows_[row].message = message;
  }
  groups_.erase(submission);
}

void BatchRun::start_next(Children& children) {
  const std::int64_t submission = queue_.back();
  queue_.pop_back();
  Job job;
  job.submission = submission;
  job.row = groups_.at(submission).waiting.front();
  const std::string name = std::to_string(++started_);
  job.opened = std::make_unique<batch::Opened>(entries_.at(job.row), *setting_.course, out_.work() / name);
  job.json = out_.work() / (name + ".json");
  job.log = out_.work() / (name + ".log");
  // What was observed under other conditions may hold: then only the score is new.
  const std::string known = book_.observations_of(submission);
  if (!known.empty()) base::write_atomically(observations_beside(job.json), known);
  job.began = Clock::now();
  // What can't be opened now has changed since it was looked at: end() sees that.
  const pid_t child = children.start(grade_words(setting_, job.opened->root(), job.json), job.log);
  running_.emplace(child, std::move(job));
}

void BatchRun::end(const Job& job, int code) {
  const std::size_t row = job.row;
  const batch::Content expected = book_.submission(job.submission);
  if (!job.opened->refusal().empty() ||
      !batch::read_content(*setting_.course, job.opened->root()).is_same(expected)) {
    Group& group = groups_.at(job.submission);
    if (++group.tries >= kMostTries)
      return fail(job.submission, Status::pending, "it changed during grading; run the batch again");
    std::erase(group.waiting, row);
    if (group.waiting.empty())
      groups_.erase(job.submission);
    else
      queue_.push_back(job.submission);
    return prepare(row);
  }
  keep(job.submission, code, job.json, job.overdue ? "the grader took too long" : "", job.log);
}

void BatchRun::keep(std::int64_t submission, int code, const fs::path& json, std::string why,
                    const fs::path& log) {
  const std::size_t row = groups_.at(submission).waiting.front();
  const std::string name = batch::printable_line(rows_[row].student.id);
  std::optional<Grading> grading;
  try {
    if (code == kGraded && why.empty())
      grading = report::from_json(base::read_file(json, report::kLongestReport).value_or(""));
  } catch (const std::runtime_error&) {
    code = kGraderFailed;
  }
  if (grading && !grading->compiler.starts_with(setting_.compiler)) {
    why = fmt::format("graded with {}, and all others with {}", grading->compiler, setting_.compiler);
    grading.reset();
  }
  if (!grading || !grading->score || !grading->complete) {
    // A full disk is not the student's fault: nothing after it can be kept.
    base::write_atomically(out_.work() / "space", std::string(kSpaceNeeded, ' '));
    if (why.empty()) why = complaint(log, code);
    fail(submission, Status::grader_error, why + "; run the batch again");
    return show_progress(fmt::format("{}: {}", name, why));
  }
  grading->submission = entries_.at(row).name;
  batch::Transaction whole(book_.database());
  const std::int64_t kept =
      book_.keep_grading(submission, *grading, report::to_json(*grading),
                         base::read_file(observations_beside(json), report::kLongestReport).value_or(""));
  for (const std::size_t each : groups_.at(submission).waiting)
    static_cast<void>(late_.settled(rows_[each].student.id));
  whole.commit();
  for (const std::size_t each : groups_.at(submission).waiting) settle(each, kept);
  groups_.erase(submission);
  show_progress(fmt::format("{}: {} of {}", name, *grading->score, grading->max_score));
}

void BatchRun::show_progress(const std::string& what) {
  constexpr std::size_t kWidth = 24;
  std::size_t left = 0;
  for (const auto& [submission, group] : groups_) left += group.waiting.size();
  const std::size_t all = rows_.size(), done = all - left;
  std::string time;
  if (ended_ > 0 && !groups_.empty()) {
    const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    const double rest = seconds / static_cast<double>(ended_) * static_cast<double>(groups_.size());
    time = fmt::format(", about {} left", report::duration(rest));
  }
  if (!progress_.is_terminal()) return progress_.note(fmt::format("{}/{}{}", done, all, time), what);
  if (!elsewhere_.empty()) time += "; " + elsewhere_;
  const std::size_t filled = all == 0 ? kWidth : kWidth * done / all;
  progress_.note("batch", fmt::format("[{}{}] {}/{}{}", std::string(filled, '#'),
                                      std::string(kWidth - filled, '.'), done, all, time));
}

int BatchRun::grade() {
  if (groups_.empty()) return 0;
  write_table();
  began_ = Clock::now();
  Children children;
  if (progress_.is_terminal()) show_progress("");
  while (!queue_.empty() || !running_.empty()) {
    while (!queue_.empty() && running_.size() < setting_.jobs) start_next(children);
    const Children::Event event = children.wait();
    if (event.stopped_by != 0) return event.stopped_by;
    if (event.ended != 0) {
      auto ended = running_.extract(event.ended);
      ++ended_;
      end(ended.mapped(), event.code);
      std::error_code ignored;
      const Job& job = ended.mapped();
      for (const fs::path& file : {job.json, job.log, observations_beside(job.json)})
        fs::remove(file, ignored);
    }
    for (auto& [child, job] : running_) {
      if (Clock::now() - job.began < kLongestGrading) continue;
      job.overdue = true;
      children.stop(child);
    }
    renew_table();
  }
  return 0;
}

void BatchRun::renew_table() {
  if (Clock::now() - table_written_ < kTableEvery) return;
  try {
    write_table();
  } catch (const base::WriteError&) {  // at the end it has to be
    table_written_ = Clock::now();
  }
}

void BatchRun::write_table() {
  for (batch::GradeRow& row : rows_) {
    if (row.status == Status::unknown) continue;
    const std::vector<batch::Attempt> attempts = late_.settled(row.student.id);
    row.attempts = attempts.size();
    if (row.status == Status::not_submitted && !attempts.empty() && attempts.back().score) {
      row.status = Status::graded;
      row.message = "handed in earlier, but no longer among the submissions";
      row.report = batch::OutputFolder::report_name(row.student.id);
    }
    if (row.status == Status::graded || row.status == Status::pending) {
      if (!attempts.empty()) row.attempt = attempts.back();
    }
  }
  base::write_atomically(out_.grades(), batch::grades_table(rows_, setting_.labs, setting_.table));
  table_written_ = Clock::now();
}

int BatchRun::grade(slurm::Gradings& cluster) {
  if (groups_.empty()) return 0;
  write_table();
  Children signals;  // none is started here
  for (auto each = queue_.rbegin(); each != queue_.rend(); ++each)
    cluster.add(*each, book_.submission(*each));
  queue_.clear();
  cluster.begin();
  began_ = std::chrono::steady_clock::now();
  for (bool is_first = true;; is_first = false) {
    for (const slurm::Ended& ended : cluster.poll()) {
      ended_ += is_first ? 0 : 1;  // earlier results say nothing about the time left
      keep(ended.submission, ended.code, ended.report(), ended.lost, ended.log());
      cluster.forget(ended);
    }
    if (cluster.is_done()) break;
    const bool is_news = elsewhere_ != cluster.state();
    elsewhere_ = cluster.state();
    if (progress_.is_terminal())
      show_progress("");
    else if (is_news && ended_ == 0)
      progress_.note("slurm", elsewhere_);
    const int signal = signals.wait(kLookEveryMs).stopped_by;
    if (signal != 0) {
      if (signal != SIGHUP) cluster.cancel();
      return signal;
    }
    renew_table();
  }
  cluster.finish();
  return 0;
}

namespace {

constexpr std::size_t kMostLog = 64 << 10;

/// A fingerprint of all that a result depends on but the submission itself. It is mixed with the instructor's
/// secret, so that another secret grades again; nothing of it can be read back.
std::string batch_conditions(const BatchSetting& setting, const Grading& empty,
                             const std::filesystem::path& no_submission) {
  std::uint64_t hash = base::kHashOfNothing;
  for (const std::string& name : setting.labs) {
    hash = base::hash_text(hash, name);
    hash = base::hash_text(hash, fingerprint(*setting.course, *setting.course->find_lab(name), no_submission,
                                             setting.grading, empty));
  }
  hash = base::hash_text(hash, find_secret(setting.grading.secret_file, setting.course->settings));
  return fmt::format("{:016x}", base::mix(hash));
}

constexpr const char* kGradebook = "gradebook.sqlite";

HandedIn read_results(const fs::path& folder) {
  HandedIn all;
  const batch::Gradebook book = open_gradebook(folder);
  for (const batch::Student& student : book.students()) {
    const std::vector<batch::Attempt> attempts = book.attempts(student.id);
    if (attempts.empty()) continue;
    all.students.push_back({student.id, book.submission(attempts.back().submission)});
  }
  if (all.students.empty())
    throw UsageError(
        fmt::format("{} contains no submission yet\n  the batch has not read any", folder.string()));
  return all;
}

HandedIn read_submissions(const Course& course, const fs::path& folder, Progress& progress) {
  HandedIn all;
  WorkFolder work;
  const std::vector<batch::Entry> entries = batch::list_entries(fs::absolute(folder));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const batch::Entry& entry = entries[i];
    progress.note("similar", fmt::format("reading {}/{}", i + 1, entries.size()));
    const batch::Opened opened(entry, course, work.path() / "opened");
    const std::string name = batch::printable_line(entry.name);
    if (!opened.refusal().empty()) {
      all.notes.push_back(fmt::format("{}: {}", name, opened.refusal()));
    } else if (!opened.has_lab_file()) {
      all.notes.push_back(fmt::format("{}: contains none of the labs' files", name));
    } else {
      if (!opened.note().empty()) all.notes.push_back(fmt::format("{}: {}", name, opened.note()));
      all.students.push_back({entry.name, batch::read_content(course, opened.root())});
    }
  }
  progress.clear();
  if (entries.empty())
    throw UsageError(fmt::format(
        "{} contains no submission\n  expected one folder, zip or tar file per student, or a batch's results",
        folder.string()));
  return all;
}

/// Notes the parts of submissions that are not compared.
void note_refused(const Course& course, HandedIn& all) {
  for (const HandedIn::Student& student : all.students) {
    const std::string name = batch::printable_line(student.id);
    if (student.content.files.empty())
      all.notes.push_back(fmt::format("{}: contains none of the labs' files", name));
    for (const batch::ContentFile& file : student.content.files) {
      if (file.refusal.empty()) continue;
      const Lab* lab = course.find_lab(file.lab);
      all.notes.push_back(fmt::format("{}: {} {}", name, lab == nullptr ? file.lab : lab->file,
                                      batch::printable_line(file.refusal)));
    }
  }
}

}  // namespace

std::vector<std::string> grading_words(const BatchSetting& setting) {
  const GradingOptions& grading = setting.grading;
  std::vector<std::string> words{"--jobs", "1", "--quiet", "--plain", "--seed", std::to_string(grading.seed)};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {name, value});
  };
  add("--course", grading.course.string());
  if (grading.settings) words.insert(words.end(), {"--settings", grading.settings->string()});
  add("--backend", grading.backend);
  add("--order", grading.order);
  add("--secret-file", grading.secret_file.string());
  add("--require-isolation", grading.require_isolation);
  if (grading.sanitizer) words.emplace_back("--sanitizer");
  for (const std::string& lab : setting.labs) add("--lab", lab);
  return words;
}

std::vector<std::string> grade_words(const std::vector<std::string>& options,
                                     const std::filesystem::path& folder, const std::filesystem::path& json) {
  std::vector<std::string> words{"grade",       folder.string(),  "--json",
                                 json.string(), "--observations", observations_beside(json).string()};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

std::vector<std::string> grade_words(const BatchSetting& setting, const std::filesystem::path& folder,
                                     const std::filesystem::path& json) {
  return grade_words(grading_words(setting), folder, json);
}

std::string complaint(const std::filesystem::path& log, int code) {
  const std::string text = base::read_file(log, kMostLog).value_or("");
  constexpr std::string_view kError = "error: ";
  const std::size_t at = text.find(kError);
  if (at == std::string::npos) return fmt::format("the grader ended with {}", code);
  const std::size_t begin = at + kError.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::string to_text(const BatchOptions& options) {
  const GradingOptions& grading = options.grading;
  const auto absolute = [](const std::filesystem::path& path) {
    return path.empty() ? "" : std::filesystem::absolute(path).string();
  };
  nlohmann::json json{{"course", absolute(grading.course)},
                      {"backend", grading.backend},
                      {"sanitizer", grading.sanitizer},
                      {"seed", grading.seed},
                      {"order", grading.order},
                      {"secret_file", absolute(grading.secret_file)},
                      {"isolation", grading.require_isolation},
                      {"labs", options.labs},
                      {"times_of_files", options.times_of_files},
                      {"separator", std::string(1, options.table.separator)},
                      {"decimal", std::string(1, options.table.decimal)}};
  if (grading.settings) json["settings"] = absolute(*grading.settings);
  return json.dump();
}

BatchOptions batch_options_from(const std::string& text) try {
  const auto json = nlohmann::json::parse(text);
  BatchOptions options;
  options.grading.official = true;
  options.grading.course = json.at("course").get<std::string>();
  options.grading.backend = json.at("backend");
  options.grading.sanitizer = json.at("sanitizer");
  options.grading.seed = json.at("seed");
  options.grading.order = json.at("order");
  options.grading.secret_file = json.at("secret_file").get<std::string>();
  options.grading.require_isolation = json.at("isolation");
  options.labs = json.at("labs").get<std::vector<std::string>>();
  options.times_of_files = json.at("times_of_files");
  options.table = {json.value("separator", ",").at(0), json.value("decimal", ".").at(0)};
  if (json.contains("settings")) options.grading.settings = json.at("settings").get<std::string>();
  return options;
} catch (const nlohmann::json::exception&) {
  throw UsageError(
      "this gradebook does not record how it was graded: an earlier mergelab wrote it\n  run the same "
      "`batch` again; it does not grade anything twice");
}

std::filesystem::path observations_beside(std::filesystem::path json) {
  return json.replace_extension(".observations");
}

BatchSetting batch_setting(Setup& setup, const BatchOptions& options, const Grading& empty,
                           const std::filesystem::path& work) {
  BatchSetting setting;
  setting.course = &setup.course();
  setting.grading = options.grading;
  setting.times_of_files = options.times_of_files;
  setting.table = options.table;
  setting.jobs = setup.jobs();
  setting.compiler = empty.compiler;
  setting.options = to_text(options);
  for (const Lab* lab : graded_labs(setup.course(), options.labs)) setting.labs.push_back(lab->name);
  setting.conditions = batch_conditions(setting, empty, work / "nothing") + "-" + setup.grader_fingerprint();
  return setting;
}

batch::Gradebook open_gradebook(const fs::path& folder) {
  std::error_code error;
  const fs::path file = fs::is_directory(folder, error) ? folder / kGradebook : folder;
  if (!fs::is_regular_file(file, error))
    throw UsageError(
        fmt::format("{} does not exist\n  name the folder that you gave `batch` as --out", file.string()));
  return {fs::canonical(file), false};
}

bool is_results_folder(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / kGradebook, error);
}

HandedIn read_handed_in(const Course& course, const fs::path& folder, Progress& progress) {
  try {
    HandedIn all =
        is_results_folder(folder) ? read_results(folder) : read_submissions(course, folder, progress);
    note_refused(course, all);
    return all;
  } catch (const batch::Error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace mergelab::app
