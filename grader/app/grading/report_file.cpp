#include "app/grading/report_file.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "base/atomic_file.hpp"

namespace mergelab::app {

ReportFile::ReportFile(std::filesystem::path file) : file_(std::move(file)) {
  if (is_stdout() || !is_wanted()) return;
  try {
    base::check_writable(file_);
  } catch (const base::WriteError& error) {
    throw UsageError(error.what());
  }
}

void ReportFile::write(const std::string& json) const {
  if (!is_wanted()) return;
  if (!is_stdout()) return base::write_atomically(file_, json);
  if (std::fwrite(json.data(), 1, json.size(), stdout) != json.size() || std::fflush(stdout) != 0)
    throw std::runtime_error("cannot write the report to standard output");
}

void ReportFile::announce(const char* what, std::FILE* to) const {
  if (is_wanted() && std::filesystem::is_regular_file(file_))
    say::print(to, "{}: {}\n", what, file_.string());
}

}  // namespace mergelab::app
