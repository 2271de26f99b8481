// mergelab grade-chunk: what a task of a cluster runs for `batch --launcher slurm`. Help does not show it.

#include <system_error>

#include "app/batch/batch_run.hpp"
#include "app/batch/slurm.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"

namespace mergelab::app {
namespace {

using Clock = std::chrono::steady_clock;

/// One grading, in this process's own folder: a task that was taken for lost may work on the same one.
struct Work {
  fs::path place, folder;
  Clock::time_point began = Clock::now();
  bool overdue = false;
};

/// Lets everybody see the grading, in one step; the first one stays.
void publish(const Work& work, int code) {
  base::write_atomically(work.folder / slurm::files::kCode, std::to_string(code));
  std::error_code taken;
  fs::rename(work.folder, work.place / slurm::files::kDone, taken);
  if (taken) fs::remove_all(work.folder, taken);
}

/// No other task has it, on any node.
std::string own_name() {
  const char* job = std::getenv("SLURM_JOB_ID");
  return fmt::format("try-{}-{}", job == nullptr ? "" : job, ::getpid());
}

int grade_chunk(const fs::path& file) {
  const fs::path chunk_file = fs::absolute(file);
  const slurm::Chunk chunk = slurm::read_chunk(chunk_file);
  const fs::path root = chunk_file.parent_path().parent_path().parent_path();  // batch/slurm.hpp
  std::map<pid_t, Work> running;
  bool all_published = true;
  Children children;
  for (std::size_t next = 0; next < chunk.places.size() || !running.empty();) {
    while (next < chunk.places.size() && running.size() < std::max(1U, chunk.jobs)) {
      const fs::path place = root / chunk.places[next++];
      if (fs::exists(place / slurm::files::kDone) || !fs::exists(place)) continue;  // by somebody else
      Work work{place, place / own_name(), Clock::now(), false};
      fs::remove_all(work.folder);
      fs::create_directory(work.folder);
      const pid_t child = children.start(
          grade_words(chunk.words, place / slurm::files::kFiles, work.folder / slurm::files::kReport),
          work.folder / slurm::files::kLog);
      running.emplace(child, std::move(work));
    }
    const Children::Event event = children.wait();
    if (event.stopped_by != 0) return kSignalled + event.stopped_by;
    if (event.ended != 0) {
      const auto ended = running.extract(event.ended);
      const Work& work = ended.mapped();
      if (work.overdue)
        base::write_atomically(work.folder / slurm::files::kLog, "error: the grader took too long\n");
      // Slurm usually sent the signal that ended it: no result.
      if (event.code < kSignalled || work.overdue) {
        publish(work, event.code);
      } else {
        say::print("error: signal {} ended a grading\n", event.code - kSignalled);
        all_published = false;
      }
    }
    for (auto& [child, work] : running) {
      if (Clock::now() - work.began < kLongestGrading) continue;
      work.overdue = true;
      children.stop(child);
    }
  }
  return all_published ? kGraded : kGraderFailed;
}

}  // namespace

Run grade_chunk(CommandOptions& command) {
  const auto file = std::make_shared<fs::path>();
  command.positional("FILE", *file, "The chunk");
  return [file] { return grade_chunk(*file); };
}

}  // namespace mergelab::app
