#include "app/grading/judge_client.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <system_error>

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

}  // namespace

JudgeResult run_judge(const std::filesystem::path& judge, const judge::Job& job,
                      const std::function<void(const Observation&)>& seen) {
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
  send_all(ours.get(), judge::job_to_json(job));
  ::shutdown(ours.get(), SHUT_WR);

  JudgeResult result;
  LineReader reader(ours.get());
  std::optional<sandbox::Exit> exit;
  for (bool open = true; open || !exit;) {
    if (!exit) exit = process.poll(open ? 200ms : 1000ms, open ? ours.get() : -1);
    std::vector<std::string> lines;
    if (open && (exit || wire::is_readable(ours.get()))) open = reader.read_some(lines);
    for (const std::string& line : lines) {
      result.observations.push_back(judge::observation_from_line(line));
      seen(result.observations.back());
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

}  // namespace mergelab::app
