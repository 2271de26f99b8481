#include "app/batch/slurm.hpp"

#include <fmt/ranges.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/batch/batch_run.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "report/phrases.hpp"

namespace mergelab::app::slurm {
namespace {

struct Said {
  int code = 0;
  std::vector<std::string> lines;
};

/// Runs one of Slurm's commands. Throws EnvironmentError if it is missing.
Said ask(const std::vector<std::string>& command) {
  Said said;
  try {
    said.code = run_lines(command, [&](const std::string& line) { said.lines.push_back(line); });
  } catch (const EnvironmentError& error) {
    throw EnvironmentError(
        fmt::format("{}\n  --launcher slurm needs Slurm's commands: run it on a machine that submits to the "
                    "cluster, such as its login node; without --launcher this machine grades",
                    error.what()));
  }
  return said;
}

/// "sbatch: error: invalid partition specified: x" without the first two words, all lines in one.
std::string complaint_of(const std::string& program, const Said& said) {
  std::vector<std::string> lines;
  for (std::string line : said.lines) {
    for (const std::string& start : {program + ": ", std::string("error: ")}) {
      if (line.starts_with(start)) line.erase(0, start.size());
    }
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines.empty() ? fmt::format("{} ended with {}", program, said.code)
                       : fmt::format("{}", fmt::join(lines, "; "));
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// "1234", or "1234;cluster".
bool is_job_id(const std::string& line) {
  return number_in<unsigned long>(std::string_view(line).substr(0, line.find(';'))).has_value();
}

/// A line of squeue in kFormat; the name, which is anything, comes last.
constexpr const char* kFormat = "%F|%K|%T|%r|%N|%j";
std::optional<Task> task_of(std::string_view line) {
  std::array<std::string, 6> cells;
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos) return std::nullopt;
    cells[i] = line.substr(0, bar);
    line.remove_prefix(bar + 1);
  }
  cells.back() = line;
  const std::optional<std::size_t> index = number_in<std::size_t>(cells[1]);
  if (!index) return std::nullopt;  // a job without an array is none of ours
  return Task{cells[0], *index, cells[2], cells[3], cells[4], cells[5]};
}

using nlohmann::json;

constexpr std::size_t kTooLarge = (1 << 20) + 1;

/// Makes a file that the grader takes with the same bytes, or refuses for the same reason.
void make(const fs::path& file, const batch::ContentFile& content) {
  fs::create_directories(file.parent_path());
  const std::string& refusal = content.refusal;
  if (refusal == "is a symbolic link") return fs::create_symlink("nowhere", file);
  if (refusal == "is a folder") return static_cast<void>(fs::create_directory(file));
  if (refusal == "is a named pipe") return static_cast<void>(::mkfifo(file.c_str(), 0600));
  std::string bytes = content.bytes;
  if (refusal == "contains NUL bytes") bytes.assign(1, '\0');
  if (refusal == "contains control characters") bytes.assign(1, '\1');
  if (refusal == "is larger than 1 MiB") bytes.assign(kTooLarge, ' ');
  base::write_atomically(file, bytes);
}

std::string chunk_name(std::size_t index) { return fmt::format("chunk-{}.json", index); }

/// Throws base::WriteError.
void write_chunk(const fs::path& file, const Chunk& chunk) {
  // A path may hold bytes that are not UTF-8, which JSON can't: such a course is refused here.
  try {
    base::write_atomically(file, json{{"version", MERGELAB_VERSION},
                                      {"words", chunk.words},
                                      {"places", chunk.places},
                                      {"jobs", chunk.jobs}}
                                     .dump(1));
  } catch (const json::exception&) {
    throw UsageError("a path of this batch is not UTF-8, as the tasks of a cluster require\n  rename it");
  }
}

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

bool Task::is_over() const {
  constexpr std::array<std::string_view, 10> kOver{"BOOT_FAIL", "CANCELLED", "COMPLETED",     "DEADLINE",
                                                   "FAILED",    "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
                                                   "REVOKED",   "TIMEOUT"};
  return std::ranges::find(kOver, state) != kOver.end();
}

std::string submit(const Resources& resources, const std::set<std::string>& excluded_nodes,
                   const std::string& name, std::size_t tasks, const std::string& script) {
  std::vector<std::string> words{"sbatch",
                                 "--parsable",
                                 "--job-name=" + name,
                                 fmt::format("--array=0-{}", tasks - 1),
                                 "--no-requeue",
                                 "--nodes=1",
                                 "--ntasks=1",
                                 fmt::format("--cpus-per-task={}", resources.cpus),
                                 "--chdir=/",
                                 "--output=/dev/null"};
  if (!resources.partition.empty()) words.push_back("--partition=" + resources.partition);
  if (!resources.gres.empty()) words.push_back("--gres=" + resources.gres);
  if (!resources.time.empty()) words.push_back("--time=" + resources.time);
  if (!excluded_nodes.empty()) words.push_back(fmt::format("--exclude={}", fmt::join(excluded_nodes, ",")));
  words.insert(words.end(), resources.more.begin(), resources.more.end());
  words.push_back("--wrap=" + script);
  const Said said = ask(words);
  const auto id = std::ranges::find_if(said.lines, is_job_id);
  if (said.code == 0 && id != said.lines.end()) return id->substr(0, id->find(';'));
  throw EnvironmentError(fmt::format(
      "Slurm refuses the job: {}\n  change the request (--partition, --gres, --time, --jobs, --chunk, "
      "--sbatch, and variables such as SBATCH_ACCOUNT); the same `{} batch` then continues from here",
      complaint_of("sbatch", said), base::program_name()));
}

Answer tasks() {
  const Said said = ask({"squeue", "--noheader", "--array", "--states=all",
                         fmt::format("--user={}", ::getuid()), fmt::format("--format={}", kFormat)});
  if (said.code != 0) return {std::nullopt, complaint_of("squeue", said)};
  std::vector<Task> tasks;
  for (const std::string& line : said.lines) {
    if (std::optional<Task> task = task_of(line)) tasks.push_back(*std::move(task));
  }
  return {std::move(tasks), ""};
}

std::string summary(const std::vector<Task>& tasks) {
  std::size_t running = 0, waiting = 0;
  std::string reason;
  for (const Task& task : tasks) {
    if (task.is_over()) continue;
    if (task.state != "PENDING") {
      ++running;
      continue;
    }
    ++waiting;
    if (task.reason != "None") reason = fmt::format(" ({})", task.reason);
  }
  std::string text = report::counted(running, "task") + " running";
  if (waiting > 0) text += fmt::format(", {} waiting{}", waiting, reason);
  return text;
}

std::optional<int> exit_code(const Task& task) {
  const Said said =
      ask({"scontrol", "--oneliner", "show", "job", fmt::format("{}_{}", task.job, task.index)});
  constexpr std::string_view kKey = " ExitCode=";
  for (const std::string& line : said.lines) {
    const std::size_t at = line.find(kKey);
    if (at == std::string::npos) continue;
    const std::string_view value = std::string_view(line).substr(at + kKey.size());
    return number_in<int>(value.substr(0, value.find(':')));
  }
  return std::nullopt;
}

void cancel(const std::string& job) { static_cast<void>(ask({"scancel", job})); }

Chunk read_chunk(const fs::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("{} {}\n  `batch --launcher slurm` writes such files for its tasks",
                                 file.filename().string(), why));
  };
  const json read = json::parse(base::read_file(file).value_or(""), nullptr, false);
  if (!read.is_object()) refuse("is not a chunk of a batch");
  const std::string version = read.value("version", "");
  if (version != MERGELAB_VERSION) {
    refuse(fmt::format("is of mergelab {}, and this node has {}", version, MERGELAB_VERSION));
  }
  Chunk chunk;
  try {
    read.at("words").get_to(chunk.words);
    read.at("places").get_to(chunk.places);
    read.at("jobs").get_to(chunk.jobs);
  } catch (const json::exception&) {
    refuse("is not a chunk of a batch");
  }
  return chunk;
}

bool lay_out(const Course& course, const batch::Content& content, const fs::path& folder) try {
  const auto is_same = [&] { return batch::read_content(course, folder).is_same(content); };
  if (is_same()) return true;
  fs::path fresh = folder;
  fresh += ".new";
  fs::remove_all(fresh);
  for (const batch::ContentFile& file : content.files)
    make(fresh / file.lab / course.find_lab(file.lab)->file, file);
  fs::remove_all(folder);
  fs::rename(fresh, folder);
  return is_same();
} catch (const fs::filesystem_error& error) {
  throw base::WriteError(
      fmt::format("{}: {}\n  free some space there; the same command then continues from here",
                  folder.string(), error.code().message()));
}

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
  if (!answer.tasks)
    throw EnvironmentError(
        fmt::format("Slurm does not respond: {}\n  try again when `squeue` works; nothing is lost until then",
                    answer.complaint));
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
  if (adopted > 0)
    progress_.note("slurm", fmt::format("{} from an earlier run {} with the cluster",
                                        report::counted(adopted, "submission"), adopted == 1 ? "is" : "are"));
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
  const fs::path log = job_folder(key.first) / fmt::format("log-{}", key.second);
  return fmt::format("{}: {}", where, complaint(log, *code));
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
