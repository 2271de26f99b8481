// Where a verb writes its JSON: a file that is replaced in one step, standard output, or nowhere.
#pragma once

#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace mergelab::app {

/// Several files to write: where one can't be written, the others are all the same.
class FirstFailure {
 public:
  template <class Write>
  void attempt(Write write) {
    try {
      write();
    } catch (const std::runtime_error&) {
      if (!failure_) failure_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::exception_ptr failure_;
};

class ReportFile {
 public:
  /// "-" is standard output, empty nowhere. Throws UsageError when the file can't be written: minutes of work
  /// come first.
  explicit ReportFile(std::filesystem::path file);

  [[nodiscard]] bool is_wanted() const { return !file_.empty(); }
  [[nodiscard]] bool is_stdout() const { return file_ == "-"; }
  [[nodiscard]] const std::filesystem::path& path() const { return file_; }
  /// Where the verb's text goes: standard error when the report takes standard output.
  [[nodiscard]] std::FILE* text() const { return is_stdout() ? stderr : stdout; }
  /// Throws std::runtime_error; an older file stays.
  void write(const std::string& json) const;
  /// "report: report.json" for a user; nothing without a file to look at, as with "-" and /dev/null.
  void announce(const char* what = "report", std::FILE* to = stdout) const;

 private:
  std::filesystem::path file_;
};

}  // namespace mergelab::app
