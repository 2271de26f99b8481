// Where a verb writes its JSON: a file that is replaced in one step, standard output, or nowhere. The same
// for a report in the formats of course systems.
#pragma once

#include <cstdio>
#include <exception>
#include <filesystem>

#include "report/formats/format.hpp"

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

class EmittedFiles {
 public:
  /// From words such as "junit=out.xml"; "-" is standard output. `report` is where the report itself goes:
  /// no two may share a file. Throws UsageError when a word can't be understood, a variable of the
  /// environment that the format needs is not set, or a file can't be written.
  EmittedFiles(const std::vector<std::string>& words, const std::filesystem::path& report);

  [[nodiscard]] bool takes_stdout() const;
  /// Replaces the files, each in one step. Throws std::runtime_error.
  void write(const Grading& grading) const;
  /// All formats are made before the first file is written; what goes to standard output comes last.
  void write_all(const Grading& grading) const;

 private:
  struct File {
    const report::Format* format;
    std::filesystem::path path;
    std::map<std::string, std::string> variables;
  };
  void write(const Grading& grading, bool with_stdout) const;

  std::vector<File> files_;
};

}  // namespace mergelab::app
