#include "app/command_line/typed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <limits>
#include <sstream>
#include <system_error>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {

std::int64_t number_from(const std::string& word, const std::string& what, std::int64_t low,
                         std::int64_t high) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty()) throw UsageError(fmt::format("{} takes a whole number, but you typed nothing", what));
  if (error != std::errc() || end != word.data() + word.size())
    throw UsageError(fmt::format("{} takes a whole number, not '{}'", what, report::printable(word, {})));
  if (number < low || number > high)
    throw UsageError(fmt::format("{} must be from {} to {}, but it is {}", what, low, high, number));
  return number;
}

std::vector<int> typed_keys(const std::string& word, const std::string& what) {
  std::vector<int> keys;
  if (word.find_first_not_of(" \t") == std::string::npos) return keys;
  const auto refuse = [&](const std::string& part) {
    throw UsageError(fmt::format("{} takes whole numbers separated by commas, such as 1,4,6, not '{}'", what,
                                 report::printable(part, {})));
  };
  for (std::size_t at = 0; at <= word.size();) {
    const std::size_t comma = std::min(word.find(',', at), word.size());
    std::istringstream part(word.substr(at, comma - at));
    bool any = false;
    for (std::string number; part >> number; any = true) {
      int key = 0;
      const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), key);
      if (error == std::errc::result_out_of_range)
        throw UsageError(fmt::format("{}: {} does not fit into an int: keys are from {} to {}", what, number,
                                     std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
      if (error != std::errc() || rest != number.data() + number.size()) refuse(number);
      keys.push_back(key);
    }
    if (!any) refuse("");
    at = comma + 1;
  }
  return keys;
}

std::pair<std::string, std::string> typed_argument(const std::string& word,
                                                   const std::vector<std::string>& names) {
  const std::size_t at = word.find('=');
  std::string name = word.substr(0, at);
  if (at == std::string::npos || std::find(names.begin(), names.end(), name) == names.end()) {
    throw UsageError(fmt::format("--arg {}: expected NAME=VALUE, where NAME is one of {}", quoted(word),
                                 fmt::join(names, ", ")));
  }
  return {std::move(name), word.substr(at + 1)};
}

Lab with_constants(const Lab& lab, const Numbers& constants) {
  Lab with = lab;
  for (const auto& [name, value] : constants) with.constants[name] = value;
  return with;
}

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
