#include "app/grading/report_file.hpp"

#include <fmt/ranges.h>

#include "app/command_line/console.hpp"
#include "base/atomic_file.hpp"
#include "base/did_you_mean.hpp"

namespace mergelab::app {
namespace {

const report::Format& format_of(const std::string& word, const std::string& name) {
  std::vector<std::string> names;
  for (const report::Format& format : report::formats()) names.emplace_back(format.name);
  const std::string known = fmt::format("the formats are {}", fmt::join(names, ", "));
  if (name.size() == word.size() || name.size() + 1 == word.size())
    throw UsageError(fmt::format("expected NAME=PATH, such as junit=junit.xml, got '{}'\n  {}", word, known));
  if (const report::Format* format = report::find_format(name)) return *format;
  throw UsageError(fmt::format("unknown format '{}'\n  {}", name, base::did_you_mean(name, names, known)));
}

std::map<std::string, std::string> variables_of(const report::Format& format) {
  std::map<std::string, std::string> variables;
  std::vector<std::string> missing;
  for (const auto* names : {&format.needs, &format.may_have}) {
    for (const std::string& name : *names) {
      const char* value = std::getenv(name.c_str());
      if (value != nullptr && *value != '\0') variables[name] = value;
    }
  }
  std::copy_if(format.needs.begin(), format.needs.end(), std::back_inserter(missing),
               [&](const std::string& name) { return !variables.contains(name); });
  if (!missing.empty())
    throw UsageError(fmt::format("{} needs variables that its runner sets, but {} {} not set", format.name,
                                 fmt::join(missing, ", "), missing.size() == 1 ? "is" : "are"));
  return variables;
}

bool is_same(const fs::path& a, const fs::path& b) {
  if (a == "-" || b == "-") return a == b;
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(a, ignored), ignored) ==
             fs::weakly_canonical(fs::absolute(b, ignored), ignored) &&
         (!fs::exists(a, ignored) || fs::is_regular_file(a, ignored));
}

}  // namespace

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

EmittedFiles::EmittedFiles(const std::vector<std::string>& words, const fs::path& report) {
  std::vector<fs::path> taken{report};
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    const report::Format& format = format_of(word, name);
    const fs::path path = word.substr(name.size() + 1);
    const auto same = [&](const fs::path& other) { return !other.empty() && is_same(path, other); };
    if (std::ranges::any_of(taken, same))
      throw UsageError(fmt::format("{}: another format already writes {}\n  give each format a separate file",
                                   word, path == "-" ? "standard output" : path.string()));
    taken.push_back(path);
    files_.push_back({&format, path, variables_of(format)});
  }
  for (const File& file : files_) static_cast<void>(ReportFile(file.path));  // minutes of work come first
}

bool EmittedFiles::takes_stdout() const {
  return std::ranges::any_of(files_, [](const File& file) { return file.path == "-"; });
}

void EmittedFiles::write(const Grading& grading) const { write(grading, false); }

void EmittedFiles::write_all(const Grading& grading) const { write(grading, true); }

void EmittedFiles::write(const Grading& grading, bool with_stdout) const {
  std::vector<std::string> texts;
  for (const File& file : files_) {
    const bool wanted = with_stdout || file.path != "-";
    texts.push_back(wanted ? report::write_as(*file.format, grading, file.variables) : "");
  }
  FirstFailure failure;
  for (const bool to_stdout : {false, true}) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if ((files_[i].path == "-") == to_stdout && !(to_stdout && !with_stdout))
        failure.attempt([&] { ReportFile(files_[i].path).write(texts[i]); });
    }
  }
  failure.rethrow();
}

}  // namespace mergelab::app
