#include "batch/output_folder.hpp"

#include <sys/file.h>

#include <system_error>

#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "batch/text.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::batch {
namespace {

namespace fs = std::filesystem;

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// A folder with other things and no gradebook was not meant.
void check_ours(const fs::path& folder) {
  if (fs::exists(folder / "gradebook.sqlite") || fs::exists(folder / ".lock")) return;
  if (fs::is_empty(folder)) return;
  throw Error(
      fmt::format("{} contains other files but no gradebook\n  give --out an empty or new folder, or that of "
                  "an earlier batch",
                  folder.string()));
}

base::Descriptor take_lock(const fs::path& folder) {
  const fs::path file = folder / ".lock";
  base::Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!lock)
    throw Error(fmt::format("{} can't be written: {}\n  choose a folder where you can write", file.string(),
                            std::generic_category().message(errno)));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK)
      throw Error(
          fmt::format("{} can't be locked: {}\n  choose a folder on a file system that supports locks",
                      file.string(), std::generic_category().message(errno)));
    const std::string who = base::read_file(file, 32).value_or("");
    throw Error(fmt::format("another batch writes to {}{}\n  wait until it ends, or give another --out",
                            folder.string(),
                            who.empty() ? "" : fmt::format(" (process {})", printable_line(who))));
  }
  const std::string who = std::to_string(::getpid());
  // Only for the message above; on a full disk it has none.
  if (::ftruncate(lock.get(), 0) == 0) (void)!::pwrite(lock.get(), who.data(), who.size(), 0);
  return lock;
}

Error no_folder(const fs::path& folder, const fs::filesystem_error& error) {
  return Error(fmt::format("{} can't be used for results: {}\n  choose a folder where you can write",
                           folder.string(), error.code().message()));
}

std::vector<std::string> cells(const GradeRow& row, const std::vector<std::string>& labs, char decimal) {
  const auto number = [decimal](std::optional<Points> points) {
    std::string text = points ? to_string(*points) : "";
    std::ranges::replace(text, '.', decimal);
    return text;
  };
  const auto text = [](const std::string& each) { return report::csv_cell(printable_line(each)); };
  const bool is_graded = row.status == Status::graded && row.attempt && row.attempt->score;
  std::vector<std::string> cells{text(row.student.id), text(row.student.name),
                                 std::string(to_string(row.status))};
  if (is_graded) {
    cells.push_back(number(row.attempt->score));
    cells.push_back(number(row.attempt->max_score));
  } else {
    cells.insert(cells.end(), 2, "");
  }
  for (const std::string& lab : labs) {
    const auto found = is_graded ? row.attempt->labs.find(lab) : decltype(row.attempt->labs.end()){};
    const bool has = is_graded && found != row.attempt->labs.end();
    cells.push_back(has ? number(found->second.score) : "");
  }
  cells.push_back(row.attempt ? std::to_string(row.attempt->number) : "");
  cells.push_back(std::to_string(row.attempts));
  cells.push_back(row.attempt ? row.attempt->submitted() : "");
  cells.push_back(is_graded ? number(row.attempt->late_points) : "");
  cells.push_back(text(row.attempt ? row.attempt->source : row.source));
  cells.push_back(text(row.report));
  cells.push_back(text(row.message));
  return cells;
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& folder, const fs::path& submissions) try {
  folder_ = fs::weakly_canonical(fs::absolute(folder));
  if (is_within(folder_, fs::canonical(submissions)))
    throw Error(fmt::format("{} is inside the submissions\n  give --out a folder outside {}", folder.string(),
                            submissions.string()));
  if (fs::exists(folder_) && !fs::is_directory(folder_))
    throw Error(fmt::format("{} is not a folder\n  give --out another name", folder.string()));
  fs::create_directories(folder_);
  check_ours(folder_);
  take();
} catch (const fs::filesystem_error& error) {
  throw no_folder(folder, error);
}

OutputFolder::OutputFolder(const fs::path& folder) try {
  folder_ = fs::weakly_canonical(fs::absolute(folder));
  if (!fs::is_regular_file(gradebook()))
    throw Error(fmt::format("{} does not exist\n  name the folder that you gave `batch` as --out",
                            (folder / "gradebook.sqlite").string()));
  take();
} catch (const fs::filesystem_error& error) {
  throw no_folder(folder, error);
}

void OutputFolder::take() try {
  lock_ = take_lock(folder_);
  fs::remove_all(work());
  fs::create_directories(work());
  fs::create_directories(folder_ / "reports");
  base::check_writable(grades());
} catch (const base::WriteError& error) {
  throw Error(error.what());
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  fs::remove_all(work(), ignored);
}

std::string OutputFolder::report_name(const std::string& student) {
  return "reports/" + file_name(student) + ".json";
}

std::vector<GradeRow> rows_of_table(const std::string& table, const std::vector<Student>& students) {
  const auto refuse = [](const char* why) -> Error {
    return Error(fmt::format("grades.csv {}\n  run the same `batch` again, which rewrites it", why));
  };
  const std::vector<TextRow> lines = read_separated(table);
  if (lines.size() < students.size() + 1) throw refuse("lacks students of the last batch");
  const std::vector<std::string>& titles = lines.front().cells;
  const auto column = [&](const char* title) {
    const auto found = std::ranges::find(titles, title);
    if (found == titles.end()) throw refuse("lacks columns");
    return static_cast<std::size_t>(found - titles.begin());
  };
  const std::size_t id = column("id"), name = column("name"), state = column("status"),
                    source = column("submission"), report = column("report"), message = column("message");
  std::vector<GradeRow> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string>& cells = lines[i].cells;
    if (cells.size() != titles.size()) throw refuse("has a row of a different length");
    const std::optional<Status> status = named<Status>(cells[state]);
    if (!status) throw refuse("has an unknown status");
    GradeRow row;
    row.student = i <= students.size() ? students[i - 1] : Student{cells[id], cells[name]};
    row.status = *status;
    row.source = cells[source];
    row.report = cells[report];
    row.message = cells[message];
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string grades_table(const std::vector<GradeRow>& rows, const std::vector<std::string>& labs,
                         TableFormat format) {
  std::vector<std::string> titles{"id", "name", "status", "score", "max_score"};
  for (const std::string& lab : labs) titles.push_back(report::csv_cell(lab));
  for (const char* title : {"attempt", "attempts", "submitted", "late", "submission", "report", "message"})
    titles.emplace_back(title);
  std::string table = report::csv_row(titles, format.separator);
  for (const GradeRow& row : rows)
    table += report::csv_row(cells(row, labs, format.decimal), format.separator);
  return table;
}

}  // namespace mergelab::batch
