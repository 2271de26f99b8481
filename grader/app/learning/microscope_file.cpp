#include "app/learning/microscope_file.hpp"

#include <fmt/format.h>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "base/atomic_file.hpp"
#include "course/course.hpp"
#include "report/microscope.hpp"

namespace mergelab::app {

void add_html(CommandOptions& command, std::optional<std::string>& asked) {
  command.flag_with_value("--html", asked, "Write a page that replays a small case: lab4.html, after the lab",
                          "FILE");
}

MicroscopeFile::MicroscopeFile(const std::optional<std::string>& asked, const Lab& lab) {
  if (!asked) return;
  file_ = asked->empty() ? std::filesystem::path(fmt::format("lab{}.html", lab_number(lab)))
                         : std::filesystem::path(*asked);
  if (file_ == "-") throw UsageError("--html takes a file that a browser can open, not standard output");
  try {
    base::check_writable(file_);
  } catch (const base::WriteError& error) {
    throw UsageError(error.what());
  }
  if (!base::is_replaceable(file_, report::kMicroscopeMark)) {
    throw UsageError(
        fmt::format("{} exists and is not a page of the microscope, so it was not changed\n  choose "
                    "another name: --html=FILE",
                    file_.string()));
  }
}

void MicroscopeFile::write(const Trace& trace, const LabResult* lab, std::FILE* text) const {
  if (!is_wanted()) return;
  base::write_atomically(file_, report::microscope_page(report::trace_json(trace), lab));
  say::print(text, "microscope: {} (open it in a browser)\n", file_.string());
}

}  // namespace mergelab::app
