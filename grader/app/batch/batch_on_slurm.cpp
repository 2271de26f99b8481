// A batch whose gradings a cluster does: only this process writes the gradebook, the table and the reports.
#include <csignal>

#include "app/batch/batch_run.hpp"
#include "app/batch/slurm/gradings.hpp"

namespace mergelab::app {
namespace {

constexpr int kLookEveryMs = 500;

}  // namespace

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

}  // namespace mergelab::app
