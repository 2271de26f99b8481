#include "batch/entries.hpp"

#include <fmt/ranges.h>

#include <set>
#include <system_error>

#include "base/did_you_mean.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "batch/text.hpp"
#include "report/page.hpp"
#include "submission/source_file.hpp"
#include "submission/submission.hpp"

namespace mergelab::batch {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
constexpr std::size_t kLongestId = 255;
constexpr std::array kIdColumns{"id",        "student id",    "student", "login",           "user",
                                "user name", "userid",        "user id", "github username", "identifier",
                                "email",     "e-mail address"};
constexpr std::array kNameColumns{"name", "full name", "student name", "roster identifier"};
constexpr std::array kTimeColumns{"submitted",       "submitted at", "submission time",
                                  "submission date", "created at",   "handed in"};
constexpr std::array kFirstNames{"first name", "given name", "forename"};
constexpr std::array kLastNames{"last name", "surname", "family name"};

/// "Student_ID" and "student id" are one name of a column.
std::string plain(std::string_view title) {
  std::string name = base::lower_case(title);
  for (char& c : name) c = c == '_' || c == '-' ? ' ' : c;
  return name;
}

template <class Names>
std::optional<std::size_t> column_of(const std::vector<std::string>& titles, const Names& names) {
  for (const char* name : names) {
    const auto found =
        std::ranges::find_if(titles, [&](const std::string& title) { return plain(title) == plain(name); });
    if (found != titles.end()) return static_cast<std::size_t>(found - titles.begin());
  }
  return std::nullopt;
}

std::string columns_in(const std::vector<std::string>& titles) {
  std::vector<std::string> quoted;
  for (const std::string& title : titles) quoted.push_back(fmt::format("'{}'", printable_line(title)));
  return fmt::format("its columns are {}", fmt::join(quoted, ", "));
}

/// The column that was asked for. Throws Error without one.
std::size_t asked_column(const std::vector<std::string>& titles, const std::string& asked) {
  if (const auto found = column_of(titles, std::array{asked.c_str()})) return *found;
  throw Error(fmt::format("no column '{}'\n  {}", printable_line(asked),
                          base::did_you_mean(asked, titles, columns_in(titles))));
}

std::size_t id_column_of(const std::vector<std::string>& titles, const std::string& asked) {
  if (!asked.empty()) return asked_column(titles, asked);
  if (const auto found = column_of(titles, kIdColumns)) return *found;
  // A whole line in one cell has another separator.
  const bool is_whole = titles.size() == 1 && titles.front().find_first_of("|: ") != std::string::npos;
  throw Error(fmt::format("no column 'id'; {}\n  {}", columns_in(titles),
                          is_whole ? "separate cells by commas, semicolons or tabs"
                                   : "the first line names the columns; rename the one with the names of the "
                                     "submissions to 'id', or name it: --id-column NAME"));
}

std::string cell(const TextRow& row, std::optional<std::size_t> column) {
  return column && *column < row.cells.size() ? row.cells[*column] : "";
}

void check_id(const std::string& id, std::size_t line) {
  if (id.empty()) throw Error(fmt::format("line {} has no id\n  add it, or remove the line", line));
  if (id.size() > kLongestId)
    throw Error(fmt::format("line {}: the id is longer than {} bytes", line, kLongestId));
  if (std::ranges::any_of(id, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    throw Error(fmt::format("line {}: the id '{}' has a line break or another control character\n  remove it",
                            line, printable_line(id)));
  if (const std::string blank = unseen_character(id); !blank.empty())
    throw Error(fmt::format("line {}: the id '{}' contains {}\n  remove it, or replace it by a plain one",
                            line, printable_line(id), blank));
}

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kArchiveEndings{".zip", ".tar",     ".tar.gz", ".tgz", ".tar.xz",
                                                          ".txz", ".tar.bz2", ".tbz2",   ".tbz"};

/// The length of ".tar.gz" and its like at the end; 0: it has none.
std::size_t archive_ending(const std::string& name) {
  const std::string small = base::lower_case(name);
  std::size_t length = 0;
  for (const std::string_view ending : kArchiveEndings) {
    if (small.size() > ending.size() && small.ends_with(ending)) length = std::max(length, ending.size());
  }
  return length;
}

/// Of archives, and of what compresses one file, that we don't open: libarchive would start programs for
/// some.
constexpr std::array<std::string_view, 19> kForeignEndings{
    ".7z",   ".rar", ".zst", ".tzst", ".lz",  ".lz4", ".gz",   ".xz",   ".bz2", ".z",
    ".lzma", ".cab", ".arj", ".iso",  ".dmg", ".jar", ".zipx", ".cpio", ".sit"};

}  // namespace

std::string better_id_column(std::string_view text, const RosterColumns& columns,
                             const std::vector<std::string>& names) {
  const std::vector<TextRow> rows = read_separated(text);
  if (rows.empty()) return "";
  const std::vector<std::string>& titles = rows.front().cells;
  std::set<std::string> wanted;
  for (const std::string& name : names) wanted.insert(base::lower_case(name));
  const auto found_in = [&](std::size_t column) {
    std::set<std::string> found;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const std::string id = base::lower_case(cell(rows[i], column));
      if (wanted.contains(id)) found.insert(id);
    }
    return found.size();
  };
  std::size_t best = id_column_of(titles, columns.id), most = found_in(best);
  const std::size_t taken = best;
  for (std::size_t column = 0; column < titles.size(); ++column) {
    if (const std::size_t found = found_in(column); found > most) {
      best = column;
      most = found;
    }
  }
  return best == taken ? "" : titles[best];
}

std::vector<Student> parse_roster(std::string_view text, const RosterColumns& columns) {
  const std::vector<TextRow> rows = read_separated(text);
  if (rows.empty()) throw Error("it is empty\n  expected a line of column names, then one line per student");
  const std::vector<std::string>& titles = rows.front().cells;
  const std::size_t id = id_column_of(titles, columns.id);
  const auto time =
      columns.submitted.empty() ? column_of(titles, kTimeColumns) : asked_column(titles, columns.submitted);
  const auto name = column_of(titles, kNameColumns);
  const auto first = column_of(titles, kFirstNames), last = column_of(titles, kLastNames);
  std::vector<Student> students;
  std::map<std::string, std::size_t> lines;  // by id in small letters: which student
  std::vector<std::size_t> row_lines;        // of each student
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const TextRow& row = rows[i];
    if (row.cells.size() != titles.size())
      throw Error(fmt::format(
          "line {} has {}, but the first line has {}\n  put a cell that contains the separator in quotes",
          row.line, report::counted(row.cells.size(), "cell"), titles.size()));
    const auto is_not_utf8 = [](const std::string& each) {  // what is cleaned gets U+FFFD
      return report::clean(each).find("\xef\xbf\xbd") != std::string::npos &&
             each.find("\xef\xbf\xbd") == std::string::npos;
    };
    if (std::ranges::any_of(row.cells, is_not_utf8))
      throw Error(fmt::format("line {} is not UTF-8 text\n  save the file as \"CSV UTF-8\"", row.line));
    Student student{cell(row, id), cell(row, name), std::nullopt};
    if (time) student.submitted = cell(row, time);
    if (student.name.empty()) {
      student.name = cell(row, first);
      if (!student.name.empty() && !cell(row, last).empty()) student.name += ' ';
      student.name += cell(row, last);
    }
    check_id(student.id, row.line);
    const auto [known, is_new] = lines.emplace(base::lower_case(student.id), students.size());
    if (!is_new) {
      const auto& [line, id] = std::pair(row_lines.at(known->second), students.at(known->second).id);
      throw Error(id == student.id
                      ? fmt::format("lines {} and {} have the same id '{}'\n  remove one of them", line,
                                    row.line, printable_line(id))
                      : fmt::format("lines {} and {} have ids that differ only in case, '{}' and '{}'\n  "
                                    "remove one of them; two students need ids with another difference",
                                    line, row.line, printable_line(id), printable_line(student.id)));
    }
    row_lines.push_back(row.line);
    students.push_back(std::move(student));
  }
  if (students.empty()) throw Error("it has column names but no student\n  add one line per student");
  return students;
}

std::string roster_text(const std::filesystem::path& file) {
  errno = 0;
  std::optional<std::string> text = base::read_file(file, kMostBytes);
  if (!text)
    throw Error(fmt::format("{}: {}\n  --roster takes a table with one line per student", file.string(),
                            std::generic_category().message(errno)));
  if (text->size() == kMostBytes) throw Error(fmt::format("{} is too large for a roster", file.string()));
  return *std::move(text);
}

std::vector<Student> read_roster(const std::filesystem::path& file, const RosterColumns& columns) {
  const std::string text = roster_text(file);
  try {
    return parse_roster(text, columns);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", file.string(), error.what()));
  }
}

std::string foreign_archive(const std::string& name) {
  const std::string ending = base::lower_case(fs::path(name).extension().string());
  const bool is_foreign = std::ranges::find(kForeignEndings, ending) != kForeignEndings.end();
  return is_foreign && !is_archive_name(name) ? ending.substr(1) : "";
}

bool is_archive_name(const std::string& name) { return archive_ending(name) > 0; }

Entry entry_at(const fs::path& path) {
  Entry entry{path.filename().string(), path, EntryKind::other, "", ""};
  entry.refusal = submission::look_at_source(path).refusal;
  entry.id = entry.name.substr(0, entry.name.size() - archive_ending(entry.name));
  if (entry.refusal == "is a folder") {
    entry.kind = EntryKind::folder;
    entry.id = entry.name;
    entry.refusal.clear();
  } else if (entry.refusal.empty() && is_archive_name(entry.name)) {
    entry.kind = EntryKind::archive;
  } else {
    if (entry.refusal.empty()) {
      entry.refusal = "is not a folder, zip or tar file";
      entry.id = path.stem().string();
      if (!foreign_archive(entry.name).empty() && entry.id.ends_with(".tar"))
        entry.id.resize(entry.id.size() - 4);
    }
  }
  return entry;
}

std::vector<Entry> list_entries(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator files(folder, error);
  if (error)
    throw Error(fmt::format("{}: {}\n  expected a folder with one folder or archive per student",
                            folder.string(), error.message()));
  std::vector<Entry> entries;
  for (const fs::directory_entry& file : files) {
    if (!file.path().filename().string().starts_with(".")) entries.push_back(entry_at(file.path()));
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

Matched match(const std::vector<Entry>& entries, const std::vector<Student>& students) {
  std::map<std::string, std::vector<std::string>> by_lower;  // ids
  for (const Student& student : students) by_lower[base::lower_case(student.id)].push_back(student.id);
  Matched matched;
  for (const Entry& entry : entries) {
    const auto near = by_lower.find(base::lower_case(entry.id));
    if (near == by_lower.end()) {
      matched.unknown.push_back(entry);
      continue;
    }
    const std::vector<std::string>& ids = near->second;
    if (std::ranges::find(ids, entry.id) != ids.end())
      matched.by_student[entry.id].push_back(entry);
    else if (ids.size() == 1)
      matched.by_student[ids.front()].push_back(entry);
    else
      matched.unknown.push_back(entry);
  }
  return matched;
}

std::vector<Student> students_of(const std::vector<Entry>& entries) {
  std::vector<Student> students;
  for (const Entry& entry : entries) {
    const bool is_known = std::ranges::any_of(students, [&](const Student& known) {
      return base::lower_case(known.id) == base::lower_case(entry.id);
    });
    const bool is_handed_in = entry.kind != EntryKind::other || !foreign_archive(entry.name).empty();
    if (is_handed_in && !is_known) students.push_back({entry.id, ""});
  }
  return students;
}

Content read_content(const Course& course, const std::filesystem::path& root) {
  Content content;
  std::uint64_t hash = base::kHashOfNothing;
  for (const Lab& lab : course.labs) {
    const submission::LabFile found = submission::find_lab_file(root, lab);
    if (found.state == submission::FileState::missing) continue;
    ContentFile file{lab.name, "", found.reason};
    if (found.state == submission::FileState::present) {
      submission::SourceFile source = submission::read_source(found.path);
      file.refusal = std::move(source.refusal);
      file.bytes = std::move(source.bytes);
    }
    for (const std::string* text : {&file.lab, &file.bytes, &file.refusal})
      hash = base::hash_text(hash, *text);
    content.files.push_back(std::move(file));
  }
  content.hash = fmt::format("{:016x}", hash);
  return content;
}

}  // namespace mergelab::batch
