#include "app/batch/results_folder.hpp"

#include <fmt/format.h>

#include <system_error>

#include "app/command_line/errors.hpp"
#include "app/machine/work_folder.hpp"
#include "batch/entries.hpp"
#include "batch/text.hpp"
#include "batch/unpack.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGradebook = "gradebook.sqlite";

HandedIn read_results(const fs::path& folder) {
  HandedIn all;
  const batch::Gradebook book = open_gradebook(folder);
  for (const batch::Student& student : book.students()) {
    const std::vector<batch::Attempt> attempts = book.attempts(student.id);
    if (attempts.empty()) continue;
    all.students.push_back({student.id, book.submission(attempts.back().submission)});
  }
  if (all.students.empty())
    throw UsageError(
        fmt::format("{} contains no submission yet\n  the batch has not read any", folder.string()));
  return all;
}

HandedIn read_submissions(const Course& course, const fs::path& folder, Progress& progress) {
  HandedIn all;
  WorkFolder work;
  const std::vector<batch::Entry> entries = batch::list_entries(fs::absolute(folder));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const batch::Entry& entry = entries[i];
    progress.note("similar", fmt::format("reading {}/{}", i + 1, entries.size()));
    const batch::Opened opened(entry, course, work.path() / "opened");
    const std::string name = batch::printable_line(entry.name);
    if (!opened.refusal().empty()) {
      all.notes.push_back(fmt::format("{}: {}", name, opened.refusal()));
    } else if (!opened.has_lab_file()) {
      all.notes.push_back(fmt::format("{}: contains none of the labs' files", name));
    } else {
      if (!opened.note().empty()) all.notes.push_back(fmt::format("{}: {}", name, opened.note()));
      all.students.push_back({entry.name, batch::read_content(course, opened.root())});
    }
  }
  progress.clear();
  if (entries.empty()) {
    throw UsageError(fmt::format(
        "{} contains no submission\n  expected one folder, zip or tar file per student, or a batch's results",
        folder.string()));
  }
  return all;
}

/// Notes the parts of submissions that are not compared.
void note_refused(const Course& course, HandedIn& all) {
  for (const HandedIn::Student& student : all.students) {
    const std::string name = batch::printable_line(student.id);
    if (student.content.files.empty())
      all.notes.push_back(fmt::format("{}: contains none of the labs' files", name));
    for (const batch::ContentFile& file : student.content.files) {
      if (file.refusal.empty()) continue;
      const Lab* lab = course.find_lab(file.lab);
      all.notes.push_back(fmt::format("{}: {} {}", name, lab == nullptr ? file.lab : lab->file,
                                      batch::printable_line(file.refusal)));
    }
  }
}

}  // namespace

batch::Gradebook open_gradebook(const fs::path& folder) {
  std::error_code error;
  const fs::path file = fs::is_directory(folder, error) ? folder / kGradebook : folder;
  if (!fs::is_regular_file(file, error)) {
    throw UsageError(
        fmt::format("{} does not exist\n  name the folder that you gave `batch` as --out", file.string()));
  }
  return {fs::canonical(file), false};
}

bool is_results_folder(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / kGradebook, error);
}

HandedIn read_handed_in(const Course& course, const fs::path& folder, Progress& progress) {
  try {
    HandedIn all =
        is_results_folder(folder) ? read_results(folder) : read_submissions(course, folder, progress);
    note_refused(course, all);
    return all;
  } catch (const batch::Error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace mergelab::app
