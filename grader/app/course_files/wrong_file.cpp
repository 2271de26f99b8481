#include "app/course_files/wrong_file.hpp"

#include <fmt/ranges.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/course_files/hand_out.hpp"
#include "base/did_you_mean.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"
#include "base/regex.hpp"
#include "course/patch.hpp"
#include "judge/image.hpp"

namespace mergelab::app {
namespace {

constexpr std::string_view kLoses = "Loses: ", kOnGpu = " On a GPU: ", kTold = " Told: \"",
                           kForDetective = " For detective.";
constexpr std::string_view kPartly = "partly ", kPerhaps = "perhaps ", kOthers = "others by chance";

/// A name's items: the item of that name, or all that the family decides.
std::vector<std::string> items_named(const Lab& lab, const std::string& name) {
  if (lab.find_item(name) != nullptr) return {name};
  std::vector<std::string> ids;
  for (const Item& item : lab.items) {
    if (item.family == name) ids.push_back(item.id);
  }
  return ids;
}

/// "ties, partly span" as items of the lab. `where` is named in complaints.
Losses read_losses(const Lab& lab, const std::string& list, const std::string& where) {
  Losses losses;
  for (const std::string& part : base::lines_of(list, ',')) {
    std::string name = base::trimmed(part, " ");
    if (name == "nothing") continue;
    Loss loss = Loss::wholly;
    for (const auto& [word, says] : {std::pair{kPartly, Loss::partly}, std::pair{kPerhaps, Loss::perhaps}}) {
      if (!name.starts_with(word)) continue;
      loss = says;
      name = base::trimmed(name.substr(word.size()), " ");
    }
    const std::vector<std::string> named = items_named(lab, name);
    if (named.empty()) {
      std::vector<std::string> ids;
      for (const Item& item : lab.items) ids.push_back(item.id);
      const std::string meant = base::did_you_mean(name, ids, "");
      throw UsageError(fmt::format("{}: {} has no item '{}'{}{}", where, lab.name, name,
                                   meant.empty() ? "" : "\n  ", meant));
    }
    for (const std::string& id : named) losses[id] = loss;
  }
  return losses;
}

/// The list in a header that follows `key`, to its full stop; nothing if the header has no such list.
std::optional<std::string> find_list(const std::string& header, std::string_view key) {
  const std::size_t begin = header.find(key);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = header.find('.', begin);
  if (end == std::string::npos) return std::nullopt;
  return header.substr(begin + key.size(), end - begin - key.size());
}

/// The lines of the comment with which a lab file begins, without their slashes.
std::vector<std::string> first_comment(const std::string& source) {
  std::vector<std::string> comment;
  for (const std::string& line : base::lines_of(source)) {
    if (!line.starts_with("// ")) break;
    comment.push_back(line.substr(3));
  }
  return comment;
}

/// The lab file that a patch makes: its header as the first comment, then the changed base.
std::string patched_source(const fs::path& file) {
  const course::Patch patch = course::read_patch(read_text(file), file.string());
  const fs::path base = file.parent_path().parent_path() / patch.base;
  std::string source;
  for (const std::string& line : base::lines_of(patch.header))
    source += line.empty() ? "\n" : "// " + line + "\n";
  return source + course::apply_patch(patch, read_text(base), file.string());
}

WrongFile read_wrong_file(const Lab& lab, const fs::path& file) {
  WrongFile wrong{file, file.extension() == WrongFile::kPatch ? patched_source(file) : read_text(file), {}};
  const std::vector<std::string> comment = first_comment(wrong.source);
  const std::string header = fmt::format("{}", fmt::join(comment, " "));
  const std::string where = fmt::format("{}:1", file.string());
  const std::optional<std::string> list = find_list(header, kLoses);
  if (!list || !header.starts_with(kLoses))
    throw UsageError(fmt::format("{}: expected 'Loses: <items>. <the bug in one sentence>', got '{}'", where,
                                 comment.empty() ? "" : comment.front()));
  wrong.loses = read_losses(lab, *list, where);
  wrong.for_detective = header.find(kForDetective) != std::string::npos;
  if (const std::size_t begin = header.find(kTold); begin != std::string::npos) {
    const std::size_t first = begin + kTold.size(), end = header.find("\".", first);
    if (end == std::string::npos)
      throw UsageError(fmt::format("{}: expected 'Told: \"<words of a hint>\".'", where));
    wrong.told = header.substr(first, end - first);
  }
  if (auto on_gpu = find_list(header, kOnGpu)) {
    wrong.others_by_chance = on_gpu->ends_with(kOthers);
    if (wrong.others_by_chance) on_gpu->replace(on_gpu->size() - kOthers.size(), kOthers.size(), "nothing");
    wrong.on_gpu = read_losses(lab, *on_gpu, where);
  }
  return wrong;
}

using nlohmann::json;

constexpr const char* kBugSchema = "mergelab.bug/1";

bool is_brace(const std::string& line) { return line.find_first_not_of(" {}") == std::string::npos; }

bool is_barrier(const std::string& line) { return line.find("__sync") != std::string::npos; }

/// The lines of `after` that no longest common subsequence with `before` holds, without braces that open or
/// close them; of lines that are gone, those around the gap. A barrier that is gone from their end leaves one
/// behind them: with it the lines go from the access before it to the one behind it.
std::vector<int> changed_lines(const std::vector<std::string>& before,
                               const std::vector<std::string>& after) {
  const std::size_t rows = before.size(), columns = after.size();
  std::vector<std::vector<int>> common(rows + 1, std::vector<int>(columns + 1));
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = columns; j-- > 0;)
      common[i][j] =
          before[i] == after[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  }
  std::vector<int> changed;
  const auto add = [&](std::size_t line) {
    const int number = static_cast<int>(line);
    if (number >= 1 && line <= columns && (changed.empty() || changed.back() < number))
      changed.push_back(number);
  };
  for (std::size_t i = 0, j = 0; i < rows || j < columns;) {
    if (i < rows && j < columns && before[i] == after[j]) {
      ++i, ++j;
      continue;
    }
    const std::size_t gap = j;
    bool barrier_added = false, barrier_gone = false;  // gone: as the last line
    while (i < rows || j < columns) {
      if (i < rows && j < columns && before[i] == after[j]) break;
      if (j < columns && (i == rows || common[i][j + 1] >= common[i + 1][j])) {
        barrier_added = is_barrier(after[j++]) || barrier_added;
      } else {
        barrier_gone = is_barrier(before[i++]);
      }
    }
    std::size_t first = gap, last = j;
    while (first < last && is_brace(after[first])) ++first;
    while (first < last && is_brace(after[last - 1])) --last;
    if (first == last) {
      add(gap);
      add(j + 1);
      continue;
    }
    for (std::size_t line = first + 1; line <= last; ++line) add(line);
    if (barrier_gone && !barrier_added) {
      for (std::size_t line = last + 1; line <= j + 1; ++line) add(line);
    }
  }
  return changed;
}

/// Without the comment in which a variant says what it loses: a bug that has it could be looked up.
std::string without_head(std::string source) {
  if (!source.starts_with("// Loses: ")) return source;
  while (source.starts_with("//")) source.erase(0, source.find('\n') + 1);
  while (source.starts_with("\n")) source.erase(0, 1);
  return source;
}

/// What the text above a patch says of the mistake itself.
std::string words_of(const std::string& header) {
  std::string text = base::regex_replace(header, base::Regex("\\s*\n\\s*"), " ");
  text = text.substr(std::min(text.size(), text.find(". ") + 2));
  for (const std::string_view behind : {kOnGpu, kTold, kForDetective})
    text = text.substr(0, text.find(behind));
  return base::regex_replace(text, base::Regex("; more than half, because[^.]*"), "");
}

}  // namespace

void write_source(const WrongFile& wrong, const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream stream(file, std::ios::binary);
  stream << wrong.source << std::flush;
  if (!stream)
    throw UsageError(
        fmt::format("{} can't be written: {}", file.string(), std::generic_category().message(errno)));
}

std::string read_text(const fs::path& file) {
  std::optional<std::string> text = base::read_file(file);
  if (text) return *std::move(text);
  std::error_code unknown;
  throw UsageError(file.string() + (fs::exists(file, unknown) ? " can't be read" : " is missing"));
}

std::vector<WrongFile> find_wrong_files(const Course& course, const Lab& lab) {
  std::vector<WrongFile> found;
  for (const char* kind : {"variants", "wrong"}) {
    const fs::path folder = course.root / "solutions" / lab.name / kind;
    if (!fs::is_directory(folder)) continue;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const fs::path extension = entry.path().extension();
      if (extension == WrongFile::kPatch || extension == fs::path(lab.file).extension())
        found.push_back(read_wrong_file(lab, entry.path()));
    }
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) { return a.file < b.file; });
  return found;
}

// Bugs to hand out.

std::vector<Bug> find_bugs(const Course& course, const Lab& lab) {
  std::vector<Bug> bugs;
  if (!is_hand_out(course.root)) {
    for (const WrongFile& wrong : find_wrong_files(course, lab)) {
      if (wrong.for_detective) bugs.push_back(make_bug(lab, wrong));
    }
    return bugs;
  }
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(course.root / "detective" / lab.name, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    try {
      const json top = json::parse(read_text(file));
      if (top.at("schema") != kBugSchema) throw std::runtime_error("another schema");
      Bug bug{"", top.at("lines"), top.at("words")};
      for (const std::string line : top.at("source")) bug.source += line + "\n";
      if (bug.lines.empty() || bug.source.empty()) throw std::runtime_error("no source, or no lines");
      bugs.push_back(std::move(bug));
    } catch (const UsageError&) {
      throw;
    } catch (const std::exception& why) {
      throw UsageError(fmt::format("{} is not a valid bug file: {}\n  docs/formats.md describes its format",
                                   file.string(), why.what()));
    }
  }
  return bugs;
}

LinePlace place_of(const Bug& bug, int line) {
  LinePlace place = LinePlace::elsewhere;
  for (const int each : bug.lines) {
    if (each == line) return LinePlace::there;
    if (std::abs(each - line) == 1) place = LinePlace::beside;
  }
  return place;
}

std::string words_for_lines(const Bug& bug) {
  const std::vector<int>& lines = bug.lines;
  if (lines.size() == 1) return fmt::format("line {}", lines.front());
  if (lines.size() == 2) return fmt::format("lines {} and {}", lines.front(), lines.back());
  const bool has_all = std::ssize(lines) == lines.back() - lines.front() + 1;
  return has_all ? fmt::format("lines {} to {}", lines.front(), lines.back())
                 : fmt::format("lines {}", fmt::join(lines, ", "));
}

Bug make_bug(const Lab& lab, const WrongFile& wrong) {
  if (!lab.kit || lab.kit->small_problems(lab, 1).empty())
    throw UsageError(
        fmt::format("{}: detective looks for a small input that shows a bug, and its kit lists none for {}",
                    wrong.file.string(), lab.name));
  if (!wrong.is_patch())
    throw UsageError(
        fmt::format("{} is a complete file, which does not say which lines are wrong\n  a bug to hand out "
                    "must be a patch",
                    wrong.file.string()));
  const std::string name = wrong.file.string();
  const course::Patch patch = course::read_patch(read_text(wrong.file), name);
  const std::string base = read_text(wrong.file.parent_path().parent_path() / patch.base);
  const std::string right = without_head(base);
  Bug bug;
  bug.source = without_head(course::apply_patch(patch, base, name));
  bug.lines = changed_lines(base::lines_of(right), base::lines_of(bug.source));
  bug.words = words_of(patch.header);
  while (!bug.words.empty() && (bug.words.back() == ' ' || bug.words.back() == '\n')) bug.words.pop_back();
  return bug;
}

std::string to_json(const Bug& bug) {
  const json top = {{"schema", kBugSchema},
                    {"lines", bug.lines},
                    {"words", bug.words},
                    {"source", base::lines_of(bug.source)}};
  return top.dump(1, ' ', false, json::error_handler_t::replace) + '\n';
}

std::vector<Bug> bugs_of(const Course& course, const Lab& lab) {
  std::vector<Bug> bugs = find_bugs(course, lab);
  if (!bugs.empty()) return bugs;
  std::vector<int> having;
  for (const Lab& other : course.labs) {
    if (!find_bugs(course, other).empty()) having.push_back(lab_number(other));
  }
  if (having.empty() && is_hand_out(course.root))
    throw in_a_hand_out(
        "it contains no bugs to find\n  your course's staff can add them: release --with-detective");
  throw UsageError(
      having.empty()
          ? std::string("this course has no bugs to hand out: a wrong solution with 'For detective.' in its "
                        "header is one")
          : fmt::format("this course has no bugs of lab {} to hand out\n  labs with bugs: {}",
                        lab_number(lab), fmt::join(having, ", ")));
}

}  // namespace mergelab::app
