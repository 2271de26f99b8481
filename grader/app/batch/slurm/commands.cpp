#include "app/batch/slurm/commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "app/command_line/errors.hpp"
#include "app/processes/children.hpp"
#include "base/program_name.hpp"
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

}  // namespace

bool Task::is_over() const {
  constexpr std::array<std::string_view, 10> kOver{"BOOT_FAIL", "CANCELLED", "COMPLETED",     "DEADLINE",
                                                   "FAILED",    "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
                                                   "REVOKED",   "TIMEOUT"};
  return std::find(kOver.begin(), kOver.end(), state) != kOver.end();
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
  const auto id = std::find_if(said.lines.begin(), said.lines.end(), is_job_id);
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

}  // namespace mergelab::app::slurm
