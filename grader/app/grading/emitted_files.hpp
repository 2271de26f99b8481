// A report in the formats of course systems: which, and to which files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "report/formats/format.hpp"

namespace mergelab::app {

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
