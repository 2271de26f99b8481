// How a verb declares its options, the groups of options that several verbs share, and what a user types as a
// value or an answer.
#pragma once

#include <signal.h>

#include <cstdio>

#include "model/course.hpp"

namespace CLI {
class App;
}

namespace mergelab::app {

namespace fs = std::filesystem;

/// Declares a verb's options and the variables that they set. CLI11 stays behind it: it takes seconds to
/// compile.
class CommandOptions {
 public:
  explicit CommandOptions(CLI::App& verb) : verb_(verb) {}

  void positional(const char* name, std::string& value, const char* about, bool required = true);
  void positional(const char* name, std::filesystem::path& value, const char* about);
  /// Any number of words, also none.
  void positional(const char* name, std::vector<std::string>& values, const char* about);
  /// The verb reads words_behind_verb() itself; `about`: what help says of them, with its own lines.
  void all_words(const char* about);
  void flag(const char* name, bool& value, const char* about);
  /// "NAME" gives "", "NAME=value" the value.
  void flag_with_value(const char* name, std::optional<std::string>& value, const char* about,
                       const char* type);
  void option(const char* name, std::string& value, const char* about, const char* type);
  void option(const char* name, std::optional<std::string>& value, const char* about, const char* type);
  void option(const char* name, std::filesystem::path& value, const char* about, const char* type);
  /// May be repeated.
  void option(const char* name, std::vector<std::string>& values, const char* about, const char* type);
  /// Help shows the default.
  void number(const char* name, std::uint64_t& value, const char* about, const char* type);
  void choice(const char* name, std::string& value, const char* about,
              const std::vector<std::string>& choices);

  // What several verbs have.
  void course(std::filesystem::path& folder);
  /// The student's files.
  void dir(std::filesystem::path& folder);
  void plain(bool& plain);
  void order(std::string& order);
  void secret_file(std::filesystem::path& file);
  void settings(std::optional<std::filesystem::path>& file);
  void labs(std::vector<std::string>& labs);
  void seed(std::uint64_t& seed);
  void isolation(std::string& level);
  /// How many are worked on at once; 0: one per processor.
  void jobs(unsigned& jobs, const char* about = "Labs graded at once; 0: one per processor");

 private:
  CLI::App& verb_;
};

/// As they were given, for a verb that reads all of them itself.
[[nodiscard]] std::vector<std::string>& words_behind_verb();

/// How text is shown.
struct TextOptions {
  bool quiet = false, plain = false, verbose = false;
};
/// The flags with the words that most verbs have for them.
void add_text(CommandOptions& command, TextOptions& text, const char* quiet);

/// What decides how a submission is graded.
struct GradingOptions {
  std::filesystem::path course;                                  // empty: the one that came with mergelab
  std::optional<std::filesystem::path> settings = std::nullopt;  // course::load()
  bool official = false;  // a grade: with the settings' secret, backend and details
  std::string backend = "auto";
  std::string elsewhere;   // other machines grade, and "auto" means this backend there; empty: this one does
  bool sanitizer = false;  // on a GPU, run items that look for broken rules under compute-sanitizer
  std::uint64_t seed = 1;
  std::string order = "forward";  // of blocks and threads on the CPU engine
  std::string only;               // an item or a case; empty: all
  bool reference = true;          // on a GPU, also time the reference solution
  std::filesystem::path secret_file;
  std::string require_isolation;  // empty: whatever the machine gives
  unsigned jobs = 0;              // 0: as many as there are processors
  bool profile = false;           // count by source line
  bool trace = false;             // log every access of one small case
  Numbers trace_numbers = {};     // judge::Job::trace_numbers
  bool local = false;             // only for the student: judge::Job::local
  TextOptions text;
};
void add_backend(CommandOptions& command, GradingOptions& grading);

/// What becomes of the result.
struct ReportOptions {
  std::filesystem::path json;  // empty: the verb's default
  bool strict = false;
};
/// The options of verbs that grade and write a report.
void add_grading(CommandOptions& command, GradingOptions& grading, ReportOptions& report);

/// How a table of grades looks, for spreadsheets whose language has a decimal comma.
struct TableOptions {
  std::string separator, decimal;

  void add_to(CommandOptions& command);
  /// What these say; without them, `otherwise`. Throws UsageError.
  [[nodiscard]] TableFormat format(TableFormat otherwise) const;
};

/// A whole number in its range. `what` is named in messages, as in the others. Throws UsageError.
[[nodiscard]] std::int64_t number_from(const std::string& word, const std::string& what, std::int64_t low,
                                       std::int64_t high);

/// "1,4,6", or with blanks between them; only blanks: no keys. Throws UsageError.
[[nodiscard]] std::vector<int> typed_keys(const std::string& word, const std::string& what);

/// NAME and VALUE of a word of --arg, where NAME is one of `names`. Throws UsageError.
[[nodiscard]] std::pair<std::string, std::string> typed_argument(const std::string& word,
                                                                 const std::vector<std::string>& names);

/// The lab with these constants in place of its own.
[[nodiscard]] Lab with_constants(const Lab& lab, const Numbers& constants);

// What a user types when a verb asks: line by line, until Ctrl-D or Ctrl-C.

/// Standard input. While it lives, Ctrl-C ends the input and not the program.
class AnswerLines {
 public:
  /// Prompts go to `out`; so do the answers unless the input is a terminal.
  explicit AnswerLines(std::FILE* out);
  ~AnswerLines();
  AnswerLines(const AnswerLines&) = delete;
  AnswerLines& operator=(const AnswerLines&) = delete;

  /// The next line without blanks at its ends; nothing at the end of the input, from then on.
  [[nodiscard]] std::optional<std::string> ask(const std::string& prompt);

 private:
  [[nodiscard]] std::optional<std::string> read_line();

  std::FILE* out_;
  struct sigaction before_ {};
  std::string pending_;
  bool ended_ = false;
};

}  // namespace mergelab::app
