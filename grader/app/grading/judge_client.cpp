#include "app/grading/judge_client.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>

#include "judge/plan.hpp"
#include "sandbox/process.hpp"
#include "submission/compile.hpp"
#include "wire/channel.hpp"

namespace mergelab::app {
namespace {

using namespace std::chrono_literals;

void send_all(int fd, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t wrote = ::send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;  // a judge that died says so by its exit
    sent += static_cast<std::size_t>(wrote);
  }
}

/// Splits what arrives into lines.
class LineReader {
 public:
  explicit LineReader(int fd) : fd_(fd) {}
  /// Reads what is there; false at the end.
  bool read_some(std::vector<std::string>& lines) {
    std::array<char, 1 << 16> part{};
    const ssize_t got = ::recv(fd_, part.data(), part.size(), MSG_DONTWAIT);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got == 0) return false;
    pending_.append(part.data(), static_cast<std::size_t>(got));
    for (std::size_t end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n')) {
      lines.push_back(pending_.substr(0, end));
      pending_.erase(0, end + 1);
    }
    return true;
  }

 private:
  int fd_;
  std::string pending_;
};

struct Listener {
  std::function<void(const Observation&)> seen;
  /// Whether a judge that shares its job takes its next part; may wait.
  std::function<bool()> may_go_on = nullptr;
};

JudgeResult listen(const std::filesystem::path& judge, const judge::Job& job, const Listener& listener,
                   const std::stop_token& stop) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  const base::Descriptor ours(ends[0]);
  base::Descriptor theirs(ends[1]);

  sandbox::Command command;
  command.argv = {judge.string(), sandbox::to_string(sandbox::isolation().level)};
  command.env = {{"LANG", "C"},
                 {"PATH", submission::tool_path()},              // where bubblewrap was found
                 {"GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"}};  // large pages for arrays of millions
  command.channel = theirs.get();
  command.limits.open_files = 256;
  command.limits.file_bytes = 0;  // the shared memory of a large case counts as a file
  sandbox::Process process(command);
  theirs.reset();
  send_all(ours.get(), judge::job_to_json(job) + "\n");
  const auto say_no_more = [&] { ::shutdown(ours.get(), SHUT_WR); };
  if (!job.shared) say_no_more();

  JudgeResult result;
  LineReader reader(ours.get());
  std::optional<sandbox::Exit> exit;
  for (bool open = true; open || !exit;) {
    if (!exit && stop.stop_requested()) exit = process.kill();
    if (!exit) exit = process.poll(open ? 200ms : 1000ms, open ? ours.get() : -1);
    std::vector<std::string> lines;
    if (open && (exit || wire::is_readable(ours.get()))) open = reader.read_some(lines);
    for (const std::string& line : lines) {
      if (line == judge::kAsksForPart) {
        listener.may_go_on() ? send_all(ours.get(), "+") : say_no_more();
        continue;
      }
      result.observations.push_back(judge::observation_from_line(line));
      listener.seen(result.observations.back());
    }
  }
  if (exit->end != sandbox::End::exited || exit->code != 0) {
    result.failure =
        fmt::format("the judge ended early ({}): {}",
                    exit->end == sandbox::End::signalled ? sandbox::describe_signal(exit->signal)
                                                         : fmt::format("exit code {}", exit->code),
                    exit->output);
  }
  return result;
}

/// Which judge has which of the parts of a plan.
class Shares {
 public:
  explicit Shares(std::size_t parts) : back_(parts), parts_(parts) {}

  /// Of the first judge. If the other one is at its last part, it waits for that result.
  bool take_first() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return front_ < back_ || over_; });
    if (front_ == back_) return false;
    ++front_;
    return true;
  }
  /// Of the second one, which leaves the first part to the first judge, however late that begins.
  bool take_last() {
    const std::lock_guard lock(mutex_);
    if (over_ || back_ <= std::max<std::size_t>(front_, 1)) return false;
    --back_;
    return true;
  }
  /// The second judge has no more to say; where that does not count, the first one has all.
  void end_second(bool counts) {
    const std::lock_guard lock(mutex_);
    over_ = true;
    if (!counts) back_ = parts_;
    changed_.notify_all();
  }
  [[nodiscard]] std::size_t of_second() {
    const std::lock_guard lock(mutex_);
    return parts_ - back_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t front_ = 0, back_;  // between them are the parts not taken yet
  std::size_t parts_;
  bool over_ = false;
};

/// Whether it changes nothing for later tests: see LabContext. A wrong answer does not either, but what
/// counts as one may depend on earlier tests.
bool is_independent(const Observation& seen, bool may_be_wrong) {
  const Verdict verdict = seen.outcome.verdict;
  const bool is_ordinary = verdict == Verdict::passed || verdict == Verdict::too_slow ||
                           (may_be_wrong && verdict == Verdict::wrong_answer);
  return is_ordinary && seen.outcome.violations.empty();
}

}  // namespace

JudgeResult run_judge(const std::filesystem::path& judge, const judge::Job& job,
                      const std::function<void(const Observation&)>& seen) {
  return listen(judge, job, {seen}, {});
}

JudgeResult run_two_judges(const std::filesystem::path& judge, const judge::Job& job,
                           const std::function<void(const Observation&)>& seen) {
  judge::Job first_job = job, second_job = job;
  first_job.shared = second_job.shared = second_job.backward = true;
  const std::vector<judge::PlannedTest> tests = judge::plan(job);
  std::vector<std::size_t> begins;  // of parts, among the tests
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (judge::begins_part(job, tests, i)) begins.push_back(i);
  }
  begins.push_back(tests.size());
  Shares shares(begins.size() - 1);

  std::stop_source stop;
  const auto give_up_second = [&] {
    shares.end_second(false);
    stop.request_stop();
  };
  std::map<std::string, Observation> by_second;
  std::exception_ptr failed;
  std::jthread second([&] {
    try {
      const auto keep = [&](const Observation& one) {
        if (is_independent(one, false))
          by_second.emplace(one.test, one);
        else
          give_up_second();
      };
      const JudgeResult result =
          listen(judge, second_job, {keep, [&] { return shares.take_last(); }}, stop.get_token());
      const std::size_t begin = begins[begins.size() - 1 - shares.of_second()];
      shares.end_second(result.failure.empty() && by_second.size() == tests.size() - begin);
    } catch (...) {
      shares.end_second(false);
    }
  });
  const auto look = [&](const Observation& one) {
    if (!is_independent(one, true)) give_up_second();
    seen(one);
  };
  JudgeResult result;
  try {
    result = listen(judge, first_job, {look, [&] { return shares.take_first(); }}, {});
  } catch (...) {
    failed = std::current_exception();
  }
  stop.request_stop();
  second.join();
  if (failed) std::rethrow_exception(failed);
  for (std::size_t i = begins[begins.size() - 1 - shares.of_second()];
       result.failure.empty() && i < tests.size(); ++i) {
    result.observations.push_back(by_second.at(tests[i].name()));
    seen(result.observations.back());
  }
  return result;
}

}  // namespace mergelab::app
