#include "app/batch/slurm/gradings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <system_error>
#include <utility>

#include "app/batch/batch_words.hpp"
#include "app/command_line/errors.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "report/phrases.hpp"

namespace mergelab::app::slurm {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int kMostLosses = 3;
constexpr int kNoFolder = 201, kNoProgram = 202;  // exit codes of a task that could not begin
// A file system may show a result later than Slurm shows the task's end, and a purged task is no longer
// known.
constexpr auto kShownAfter = 90s, kGoneAfter = 10s;
constexpr std::chrono::seconds kAskAtLeast = 1s, kAskAtMost = 15s;
constexpr int kAskSlower = 20;  // the longer it runs, the seldomer Slurm is asked

/// A task's script: only enough to report that a node lacks the folder or the program.
std::string script_for(const fs::path& job_folder) {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  return fmt::format(
      "cd {} 2>/dev/null || exit {}\n"
      "[ -x {} ] || exit {}\n"
      "exec {} grade-chunk \"chunk-$SLURM_ARRAY_TASK_ID.json\" >\"log-$SLURM_ARRAY_TASK_ID\" 2>&1",
      quoted(job_folder.string()), kNoFolder, quoted(program.string()), kNoProgram, quoted(program.string()));
}

std::string token() { return fmt::format("{:08x}", std::random_device{}()); }

std::size_t rounded_up(std::size_t count, std::size_t parts) { return (count + parts - 1) / parts; }

/// These in chunks of `size`.
void cut(const std::vector<std::int64_t>& all, std::size_t size,
         std::vector<std::vector<std::int64_t>>& chunks) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % size == 0) chunks.emplace_back();
    chunks.back().push_back(all[i]);
  }
}

}  // namespace

Gradings::Gradings(Plan plan, Progress& progress)
    : plan_(std::move(plan)),
      progress_(progress),
      folder_(plan_.folder / plan_.conditions),
      prefix_(
          fmt::format("mergelab-{:016x}-", base::hash_text(base::kHashOfNothing, plan_.folder.string()))) {}

fs::path Gradings::job_folder(const std::string& token) const { return folder_ / files::kJobs / token; }
fs::path Gradings::place_of(std::int64_t submission) const { return folder_ / waiting_.at(submission).place; }

void Gradings::add(std::int64_t submission, const batch::Content& content) {
  const std::string place = fmt::format("{}-{}", submission, content.hash);
  waiting_[submission] = {place, std::nullopt, 0};
  if (!lay_out(*plan_.course, content, folder_ / place / files::kFiles))
    unfit_[submission] = "one of its files can't be sent to a node; grade it without --launcher slurm";
}

std::vector<Task> Gradings::ours(std::vector<Task> tasks) const {
  std::erase_if(tasks, [&](const Task& task) { return !task.name.starts_with(prefix_); });
  for (Task& task : tasks) task.name.erase(0, prefix_.size());
  return tasks;
}

void Gradings::begin() {
  Answer answer = tasks();
  if (!answer.tasks) {
    throw EnvironmentError(
        fmt::format("Slurm does not respond: {}\n  try again when `squeue` works; nothing is lost until then",
                    answer.complaint));
  }
  adopt(ours(*std::move(answer.tasks)));
  std::error_code error;
  for (fs::directory_iterator each(plan_.folder, error), end; !error && each != end; each.increment(error)) {
    std::error_code ignored;
    if (each->path() != folder_) fs::remove_all(each->path(), ignored);  // of a batch under other conditions
  }
  send_out();
}

void Gradings::adopt(const std::vector<Task>& tasks) {
  std::map<std::string, std::int64_t> by_place;
  for (const auto& [submission, waiting] : waiting_) by_place[waiting.place] = submission;
  std::set<std::string> strays;  // jobs
  std::size_t adopted = 0;
  for (const Task& task : tasks) {
    if (task.is_over()) continue;
    const fs::path file = job_folder(task.name) / chunk_name(task.index);
    if (!fs::exists(file)) {
      strays.insert(task.job);
      continue;
    }
    for (const std::string& place : read_chunk(file).places) {
      const auto found = by_place.find(place);
      if (found == by_place.end() || waiting_.at(found->second).task) continue;
      waiting_.at(found->second).task = TaskKey{task.name, task.index};
      sent_[{task.name, task.index}] = {};
      ids_[task.name] = task.job;
      ++adopted;
    }
  }
  for (const std::string& job : strays) slurm::cancel(job);
  if (adopted > 0) {
    progress_.note("slurm", fmt::format("{} from an earlier run {} with the cluster",
                                        report::counted(adopted, "submission"), adopted == 1 ? "is" : "are"));
  }
}

void Gradings::send_out() {
  std::vector<std::int64_t> fresh, lost;
  for (const auto& [submission, waiting] : waiting_) {
    if (waiting.task || unfit_.contains(submission)) continue;
    if (fs::exists(place_of(submission) / files::kDone)) continue;
    (waiting.losses == 0 ? fresh : lost).push_back(submission);
  }
  std::vector<std::vector<std::int64_t>> chunks;
  cut(fresh, plan_.chunk != 0 ? plan_.chunk : std::max<std::size_t>(1, rounded_up(fresh.size(), kMostTasks)),
      chunks);
  // One that takes its task down must not take others with it again.
  cut(lost, std::max<std::size_t>(1, rounded_up(lost.size(), kMostTasks)), chunks);
  if (chunks.empty()) return;
  const std::string id = submit_job(chunks);
  progress_.note("slurm", fmt::format("job {}: {} for {}", id, report::counted(chunks.size(), "task"),
                                      report::counted(fresh.size() + lost.size(), "submission")));
}

std::string Gradings::submit_job(const std::vector<std::vector<std::int64_t>>& chunks) {
  const std::string name = token();
  const fs::path folder = job_folder(name);
  std::error_code error;
  fs::create_directories(folder, error);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    Chunk chunk{plan_.words, {}, plan_.resources.cpus};
    for (const std::int64_t submission : chunks[i]) chunk.places.push_back(waiting_.at(submission).place);
    write_chunk(folder / chunk_name(i), chunk);
  }
  std::string id = submit(plan_.resources, bad_nodes_, prefix_ + name, chunks.size(), script_for(folder));
  ids_[name] = id;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    sent_[{name, i}] = {};
    for (const std::int64_t submission : chunks[i]) waiting_.at(submission).task = TaskKey{name, i};
  }
  return id;
}

std::vector<Ended> Gradings::poll() {
  std::vector<Ended> ended;
  for (const auto& [submission, why] : unfit_) {
    ended.push_back({submission, why, 0, place_of(submission)});
    waiting_.erase(submission);
  }
  unfit_.clear();
  take_back(ended);
  const auto pause =
      std::clamp<Clock::duration>((Clock::now() - began_) / kAskSlower, kAskAtLeast, kAskAtMost);
  if (!waiting_.empty() && Clock::now() - asked_ >= pause) look_at_tasks(ended);
  return ended;
}

void Gradings::take_back(std::vector<Ended>& ended) {
  for (auto each = waiting_.begin(); each != waiting_.end();) {
    const fs::path place = folder_ / each->second.place;
    const std::optional<std::string> code = base::read_file(place / files::kDone / files::kCode);
    if (!code) {
      ++each;
      continue;
    }
    ended.push_back({each->first, "", std::atoi(code->c_str()), place});
    each = waiting_.erase(each);
  }
}

void Gradings::look_at_tasks(std::vector<Ended>& ended) {
  Answer answer = tasks();
  asked_ = Clock::now();
  if (!answer.tasks) {
    state_ = fmt::format("Slurm does not respond: {}", answer.complaint);
    return;
  }
  std::map<TaskKey, Task> known;
  const std::vector<Task> all = ours(*std::move(answer.tasks));
  for (const Task& task : all) known[{task.name, task.index}] = task;
  state_ = summary(all);
  take_back(ended);  // what has come before they were over
  std::set<TaskKey> needed;
  for (const auto& [submission, waiting] : waiting_) {
    if (waiting.task) needed.insert(*waiting.task);
  }
  std::erase_if(sent_, [&](const auto& each) { return !needed.contains(each.first); });
  bool some_lost = false;
  for (auto& [key, sent] : sent_) {
    const auto found = known.find(key);
    const bool is_known = found != known.end();
    if (is_known && !found->second.is_over()) {
      sent.over.reset();
      continue;
    }
    if (!sent.over) sent.over = asked_;
    const auto patience = !is_known ? kGoneAfter : found->second.state == "COMPLETED" ? kShownAfter : 0s;
    if (asked_ - *sent.over < patience) continue;
    lose(key, is_known ? std::optional(found->second) : std::nullopt, ended);
    some_lost = true;
  }
  if (some_lost) send_out();
}

bool Gradings::is_begun_anywhere() const {
  std::error_code error;
  for (fs::recursive_directory_iterator each(folder_ / files::kJobs, error), end; !error && each != end;
       each.increment(error)) {
    if (each->path().filename().string().starts_with("log-")) return true;
  }
  return false;
}

std::string Gradings::reason_of(const TaskKey& key, const std::optional<Task>& task) {
  if (!task) return "Slurm no longer knows its task";
  std::string where = fmt::format("{}{}", task->state, task->node.empty() ? "" : " on " + task->node);
  const std::optional<int> code = task->state == "FAILED" ? exit_code(*task) : std::nullopt;
  if (!code) return where;
  if (*code == kNoFolder || *code == kNoProgram) {
    bad_nodes_.insert(task->node);
    const std::string lack = *code == kNoFolder
                                 ? fmt::format("does not see {}", plan_.folder.parent_path().string())
                                 : fmt::format("has no {}", fs::read_symlink("/proc/self/exe").string());
    if (is_begun_anywhere()) return fmt::format("node {} {}", task->node, lack);
    cancel();
    throw EnvironmentError(fmt::format(
        "node {} {}\n  {}; `--sbatch=--exclude={}` keeps a node out", task->node, lack,
        *code == kNoFolder ? "put --out on a file system that all nodes share, under the same path"
                           : "mergelab must be on a file system that all nodes share, under the same path",
        task->node));
  }
  return fmt::format("{}: {}", where, complaint(job_folder(key.first) / log_name(key.second), *code));
}

void Gradings::lose(const TaskKey& key, const std::optional<Task>& task, std::vector<Ended>& ended) {
  const std::string reason = reason_of(key, task);
  std::size_t again = 0;
  for (auto each = waiting_.begin(); each != waiting_.end();) {
    Waiting& waiting = each->second;
    if (waiting.task != key) {
      ++each;
      continue;
    }
    waiting.task.reset();
    if (++waiting.losses < kMostLosses) {
      ++again;
      ++each;
      continue;
    }
    ended.push_back({each->first,
                     fmt::format("lost {} times on the cluster, most recently: {}", kMostLosses, reason), 0,
                     folder_ / waiting.place});
    each = waiting_.erase(each);
  }
  progress_.note(
      "slurm",
      fmt::format("a task was lost ({}){}", reason,
                  again == 0 ? "" : fmt::format(": {} again", report::counted(again, "submission"))));
}

void Gradings::forget(const Ended& ended) {
  std::error_code ignored;
  fs::remove_all(ended.place, ignored);
}

void Gradings::finish() {
  std::error_code ignored;
  fs::remove_all(plan_.folder, ignored);
}

void Gradings::cancel() {
  std::set<std::string> tokens;
  for (const auto& [key, sent] : sent_) tokens.insert(key.first);
  for (const std::string& token : tokens) slurm::cancel(ids_.at(token));
}

}  // namespace mergelab::app::slurm
