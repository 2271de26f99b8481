#include "app/command_line/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <iterator>

#include "app/command_line/errors.hpp"
#include "base/program_name.hpp"
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
  command.flag("--plain", text.plain, "No colour, ASCII only");
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
  command.choice("--order", grading.order, "The order in which the CPU engine runs blocks and threads",
                 {"forward", "reverse", "random"});
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

}  // namespace mergelab::app
