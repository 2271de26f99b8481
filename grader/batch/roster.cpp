#include "batch/roster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "base/did_you_mean.hpp"
#include "base/read_file.hpp"
#include "batch/text.hpp"
#include "report/phrases.hpp"
#include "report/plain_text.hpp"

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
    const auto found = std::find_if(titles.begin(), titles.end(),
                                    [&](const std::string& title) { return plain(title) == plain(name); });
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
  if (std::any_of(id.begin(), id.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; })) {
    throw Error(fmt::format("line {}: the id '{}' has a line break or another control character\n  remove it",
                            line, printable_line(id)));
  }
  if (const std::string blank = unseen_character(id); !blank.empty())
    throw Error(fmt::format("line {}: the id '{}' contains {}\n  remove it, or replace it by a plain one",
                            line, printable_line(id), blank));
}

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
    if (row.cells.size() != titles.size()) {
      throw Error(fmt::format(
          "line {} has {}, but the first line has {}\n  put a cell that contains the separator in quotes",
          row.line, report::counted(row.cells.size(), "cell"), titles.size()));
    }
    const auto is_not_utf8 = [](const std::string& each) {  // what is cleaned gets U+FFFD
      return report::clean(each).find("\xef\xbf\xbd") != std::string::npos &&
             each.find("\xef\xbf\xbd") == std::string::npos;
    };
    if (std::any_of(row.cells.begin(), row.cells.end(), is_not_utf8))
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
  if (!text) {
    throw Error(fmt::format("{}: {}\n  --roster takes a table with one line per student", file.string(),
                            std::generic_category().message(errno)));
  }
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

}  // namespace mergelab::batch
