#include "app/command_line/options.hpp"

#include <fmt/ranges.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <charconv>
#include <sstream>
#include <system_error>

#include "app/command_line/console.hpp"
#include "base/lines.hpp"
#include "report/phrases.hpp"
#include "sandbox/level.hpp"

namespace mergelab::app {
namespace {

/// What is wrong with a whole number that is out of range; empty for all else, which CLI11 looks at itself.
/// It converts a number below 0 or too large to another one.
std::string refusal_of_number(const std::string& word) {
  constexpr long long kMost = 1LL << 53;  // exact for readers of JSON
  char* end = nullptr;
  errno = 0;
  const long long number = std::strtoll(word.c_str(), &end, 10);
  if (end == word.c_str() || *end != '\0') return "";
  if (errno == 0 && number >= 0 && number <= kMost) return "";
  return fmt::format("{} is not from 0 to {}", word, kMost);
}

}  // namespace

void CommandOptions::positional(const char* name, std::string& value, const char* about, bool required) {
  verb_.add_option(name, value, about)->required(required);
}
void CommandOptions::positional(const char* name, std::filesystem::path& value, const char* about) {
  verb_.add_option(name, value, about)->required();
}
void CommandOptions::positional(const char* name, std::vector<std::string>& values, const char* about) {
  verb_.add_option(name, values, about);
}
std::vector<std::string>& words_behind_verb() {
  static std::vector<std::string> words;
  return words;
}
void CommandOptions::all_words(const char* about) {
  verb_.footer(about);
  verb_.prefix_command();
}
void CommandOptions::flag(const char* name, bool& value, const char* about) {
  verb_.add_flag(name, value, about);
}
void CommandOptions::flag_with_value(const char* name, std::optional<std::string>& value, const char* about,
                                     const char* type) {
  // CLI11 reads a flag without a value as "true".
  verb_.add_flag(name, value, about)
      ->transform([](const std::string& given) { return given == "true" ? std::string() : given; })
      ->type_name(std::string("[=") + type + "]");
}
void CommandOptions::option(const char* name, std::string& value, const char* about, const char* type) {
  verb_.add_option(name, value, about)->type_name(type);
}
void CommandOptions::option(const char* name, std::optional<std::string>& value, const char* about,
                            const char* type) {
  verb_
      .add_option_function<std::string>(
          name, [&value](const std::string& word) { value = word; }, about)
      ->type_name(type);
}
void CommandOptions::option(const char* name, std::filesystem::path& value, const char* about,
                            const char* type) {
  verb_.add_option(name, value, about)->type_name(type);
}
void CommandOptions::option(const char* name, std::vector<std::string>& values, const char* about,
                            const char* type) {
  verb_.add_option(name, values, about)->type_name(type)->take_all();
}
void CommandOptions::number(const char* name, std::uint64_t& value, const char* about, const char* type) {
  verb_.add_option(name, value, about)->type_name(type)->check(refusal_of_number)->capture_default_str();
}
void CommandOptions::choice(const char* name, std::string& value, const char* about,
                            const std::vector<std::string>& choices) {
  verb_.add_option(name, value, about)->check(CLI::IsMember(choices))->capture_default_str();
}

void CommandOptions::course(std::filesystem::path& folder) {
  verb_
      .add_option_function<std::string>(
          "--course", [&folder](const std::string& word) { folder = base::typed_course() = word; },
          "Folder with labs/, solutions/ and datasets/")
      ->type_name("DIR");
}
void CommandOptions::dir(std::filesystem::path& folder) {
  option("--dir", folder, "Folder with your files instead of labs/", "DIR");
}
void CommandOptions::plain(bool& plain) { flag("--plain", plain, "No colour, ASCII only"); }
void CommandOptions::order(std::string& order) {
  choice("--order", order, "The order in which the CPU engine runs blocks and threads",
         {"forward", "reverse", "random"});
}
void CommandOptions::secret_file(std::filesystem::path& file) {
  option("--secret-file", file, "Use this file's line as the secret of the hidden cases", "FILE");
}
void CommandOptions::settings(std::optional<std::filesystem::path>& file) {
  verb_
      .add_option_function<std::string>(
          "--settings", [&file](const std::string& word) { file = word; },
          "Your changes to the course's points, deadlines and so on, instead of labs/settings.json")
      ->type_name("FILE");
}
void CommandOptions::labs(std::vector<std::string>& labs) {
  option("--lab", labs, "Only this lab (may be repeated)", "N");
}
void CommandOptions::seed(std::uint64_t& seed) { number("--seed", seed, "Seed of random cases", "S"); }
void CommandOptions::isolation(std::string& level) {
  std::vector<std::string> names;
  for (const sandbox::Level each : sandbox::all_levels()) names.push_back(sandbox::to_string(each));
  verb_
      .add_option("--require-isolation", level,
                  fmt::format("Refuse to grade with a lower level (`{} doctor` shows the levels)",
                              base::program_name()))
      ->type_name("LEVEL")
      ->check(CLI::IsMember(names));
}
void CommandOptions::jobs(unsigned& jobs, const char* about) {
  verb_.add_option("--jobs", jobs, about)->type_name("J")->check(CLI::Range(0U, 256U))->capture_default_str();
}

void add_text(CommandOptions& command, TextOptions& text, const char* quiet) {
  command.flag("--quiet", text.quiet, quiet);
  command.plain(text.plain);
}

void add_backend(CommandOptions& command, GradingOptions& grading) {
  command.choice("--backend", grading.backend, "Where device code runs; auto uses everything available",
                 {"cpu", "gpu", "both", "auto"});
  command.flag("--sanitizer", grading.sanitizer, "On a GPU, check CUDA's rules with compute-sanitizer");
}

void add_grading(CommandOptions& command, GradingOptions& grading, ReportOptions& report) {
  command.course(grading.course);
  add_backend(command, grading);
  command.seed(grading.seed);
  command.order(grading.order);
  command.option("--json", report.json, "Where to write the report; - is standard output", "PATH");
  command.flag("--strict", report.strict, "Exit with 1 if points were lost");
  add_text(command, grading.text, "No progress and no table");
  command.flag("--verbose", grading.text.verbose, "Show every lab in full and every test by name");
}

void TableOptions::add_to(CommandOptions& command) {
  command.choice("--separator", separator, "Separator of the cells in the table of grades",
                 {std::begin(kSeparators), std::end(kSeparators)});
  command.choice("--decimal", decimal, "Decimal mark in that table; a comma needs another separator",
                 {std::begin(kDecimals), std::end(kDecimals)});
}

TableFormat TableOptions::format(TableFormat otherwise) const {
  if (separator.empty() && decimal.empty()) return otherwise;
  const TableFormat format = table_format(separator, decimal);
  if (!format.is_readable())
    throw UsageError("a decimal comma needs another separator\n  --separator semicolon, or tab");
  return format;
}

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
  if (at == std::string::npos || std::ranges::find(names, name) == names.end())
    throw UsageError(fmt::format("--arg {}: expected NAME=VALUE, where NAME is one of {}", quoted(word),
                                 fmt::join(names, ", ")));
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
  line = base::trimmed(*line);
  if (::isatty(STDIN_FILENO) == 0) {
    for (const unsigned char c : *line)
      say::print(out_, "{}", c < ' ' || c == 0x7f ? '?' : static_cast<char>(c));
    say::print(out_, "\n");
  }
  return line;
}

}  // namespace mergelab::app
