// Where the page of the microscope goes: --html and --html=FILE of verbs that run a lab.
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>

#include "app/command_line/options.hpp"
#include "model/course.hpp"
#include "model/result.hpp"
#include "model/trace.hpp"

namespace mergelab::app {

/// "--html[=FILE]". `asked` stays empty without it, and is "" without a FILE.
void add_html(CommandOptions& command, std::optional<std::string>& asked);

class MicroscopeFile {
 public:
  /// Without a FILE it is lab4.html, after the lab, in the current folder. Throws UsageError if it can't be
  /// written, or another file than a page of the microscope is there: minutes of work follow.
  MicroscopeFile(const std::optional<std::string>& asked, const Lab& lab);

  [[nodiscard]] bool is_wanted() const { return !file_.empty(); }
  /// Writes the page and says so on `text`; `lab` as for report::microscope_page. Throws std::runtime_error.
  void write(const Trace& trace, const LabResult* lab, std::FILE* text) const;

 private:
  std::filesystem::path file_;
};

}  // namespace mergelab::app
