// What the user sees: text and errors with their exit codes, progress, and how the terminal wants its text.
#pragma once

#include <chrono>
#include <mutex>

#include "app/command_line/options.hpp"
#include "base/program_name.hpp"
#include "report/report.hpp"

namespace mergelab::app {

inline constexpr int kGraded = 0;        // also when points were lost
inline constexpr int kPointsLost = 1;    // with --strict, and for a failed selfcheck or test
inline constexpr int kUsage = 2;         // the words or the files given are not right
inline constexpr int kGraderFailed = 3;  // the grader itself failed
inline constexpr int kSignalled = 128;   // and the number of the signal that ended it

/// A mistake in what the user gave; printed after "error: ", exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The machine does not let the grader work (no compiler, no space); printed after "error: ", exit code 3.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace say {

/// Never throws, unlike fmt's own print.
void write(std::FILE* to, std::string_view text);

template <class... Values>
void print(std::FILE* to, fmt::format_string<Values...> text, Values&&... values) {
  write(to, fmt::format(text, std::forward<Values>(values)...));
}
template <class... Values>
void print(fmt::format_string<Values...> text, Values&&... values) {
  write(stdout, fmt::format(text, std::forward<Values>(values)...));
}

/// Lets a write to a closed pipe fail, instead of ending the program; its children are not affected.
void outlive_readers();

/// Why standard output lacks something, once all was written; empty: nothing is missing, or its reader went
/// away.
[[nodiscard]] std::string failure();

}  // namespace say

/// Colour, width and characters for text on `out`, from the terminal, NO_COLOR, the locale and --plain;
/// `rerun` is the command that a message offers.
[[nodiscard]] report::TextStyle text_style(const TextOptions& options, std::FILE* out = stdout,
                                           std::string rerun = "");

/// A message for standard error: on a terminal, wrapped at its width.
[[nodiscard]] std::string laid_out(const std::string& message);

using base::quoted;

/// "./lab hint --dir mine": a verb for a lab of a folder; empty: of labs/.
[[nodiscard]] std::string command_for(const std::string& verb, const std::filesystem::path& folder);

/// "./lab run --dir mine --seed 7": what grades a lab of `folder` with the same options; empty: of labs/.
[[nodiscard]] std::string rerun_command(const GradingOptions& options, const std::filesystem::path& folder);

/// A grading's progress, for a terminal, a watched lab or a test.
struct Step {
  enum class What { building, testing } what = What::building;
  std::size_t done = 0, total = 0;    // tests
  const Observation* seen = nullptr;  // the test that is done; its words may quote a reference's lines
  std::string running{};              // the test that runs now; empty: none, or withheld
};
using Watcher = std::function<void(const Lab&, const Step&)>;

/// Progress on standard error: one line that is rewritten on a terminal, a line per step elsewhere.
/// Thread-safe.
class Progress {
 public:
  explicit Progress(const TextOptions& options);
  /// Nothing but the line on a terminal: the verb prints its own lines as it goes on.
  void only_on_terminal() { enabled_ = enabled_ && terminal_; }
  /// Whether its line is rewritten; elsewhere every note is a line.
  [[nodiscard]] bool is_terminal() const { return terminal_; }
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(const Lab& lab, const Step& step);
  void finish(const std::string& lab);
  /// What a verb that grades nothing is at.
  void note(const std::string& what, const std::string& text);
  /// Removes the line that is being rewritten, so that other text can be printed.
  void clear();

 private:
  void redraw();

  bool enabled_ = true, terminal_ = false;
  std::mutex mutex_;
  std::map<std::string, std::string> active_;  // lab -> what it is doing
  std::chrono::steady_clock::time_point last_drawn_{};
  bool drawn_ = false;
};

}  // namespace mergelab::app
