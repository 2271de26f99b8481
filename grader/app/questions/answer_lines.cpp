#include "app/questions/answer_lines.hpp"
#include "app/command_line/say.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace mergelab::app {
namespace {

constexpr std::size_t kLongest = 4096;

volatile sig_atomic_t interrupted = 0;

}  // namespace

AnswerLines::AnswerLines(std::FILE* out) : out_(out) {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };  // no SA_RESTART: a read that waits ends
  ::sigaction(SIGINT, &action, &before_);
}

AnswerLines::~AnswerLines() { ::sigaction(SIGINT, &before_, nullptr); }

std::optional<std::string> AnswerLines::read_line() {
  for (;;) {
    if (const std::size_t end = pending_.find('\n'); end != std::string::npos) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return line;
    }
    std::array<char, 512> part{};
    const ssize_t got = ended_ || interrupted != 0 ? 0 : ::read(STDIN_FILENO, part.data(), part.size());
    if (got < 0 && errno == EINTR && interrupted == 0) continue;
    if (got > 0) {
      pending_.append(part.data(), static_cast<std::size_t>(got));
      // Nobody types so much: the beginning says enough for a refusal.
      if (pending_.size() > kLongest && pending_.find('\n') == std::string::npos) pending_.resize(kLongest);
      continue;
    }
    ended_ = true;
    if (pending_.empty() || interrupted != 0) return std::nullopt;
    return std::exchange(pending_, {});  // a last line without its end
  }
}

std::optional<std::string> AnswerLines::ask(const std::string& prompt) {
  say::print(out_, "{}", prompt);
  std::fflush(out_);
  std::optional<std::string> line = read_line();
  if (!line) {
    say::print(out_, "\n");
    return std::nullopt;
  }
  const std::size_t first = line->find_first_not_of(" \t\r"), last = line->find_last_not_of(" \t\r");
  line = first == std::string::npos ? "" : line->substr(first, last - first + 1);
  if (::isatty(STDIN_FILENO) == 0) {
    for (const unsigned char c : *line)
      say::print(out_, "{}", c < ' ' || c == 0x7f ? '?' : static_cast<char>(c));
    say::print(out_, "\n");
  }
  return line;
}

}  // namespace mergelab::app
