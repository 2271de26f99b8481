#include "submission/source_file.hpp"

#include <set>

#include "base/did_you_mean.hpp"
#include "base/lexing.hpp"
#include "base/read_file.hpp"
#include "base/regex.hpp"
#include "base/source_tokens.hpp"
#include "submission/submission.hpp"

namespace mergelab::submission {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;

std::string refusal_of_kind(mode_t mode) {
  if (S_ISREG(mode)) return {};
  if (S_ISLNK(mode)) return "is a symbolic link";
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISFIFO(mode)) return "is a named pipe";
  if (S_ISSOCK(mode)) return "is a socket";
  return "is a device";
}

SourceFile unreadable(int error) {
  SourceFile source;
  source.unreadable = true;
  source.refusal = fmt::format("can't be read ({})", std::strerror(error));
  return source;
}

/// By its mark, or as every second byte of plain English is 0.
bool is_utf16(const std::string& bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) (i % 2 == 0 ? even : odd) += bytes[i] == '\0' ? 1 : 0;
  const std::size_t half = bytes.size() / 2;
  return half > 1 && ((even == 0 && odd * 10 > half * 9) || (odd == 0 && even * 10 > half * 9));
}

/// Letters of any encoding are allowed; bytes that no editor writes into source are not.
std::string refusal_of_bytes(const std::string& bytes) {
  if (bytes.size() > kMostBytes) return "is larger than 1 MiB";
  if (bytes.empty()) return "is empty";
  if (is_utf16(bytes)) return "is UTF-16 text: save it as UTF-8";
  if (bytes.find('\0') != std::string::npos) return "contains NUL bytes";
  const bool binary = std::ranges::any_of(
      bytes, [](unsigned char c) { return (c < 0x20 && (c < '\t' || c > '\r')) || c == 0x7f; });
  return binary ? "contains control characters" : "";
}

constexpr int kMostTold = 5;

struct Range {
  char32_t first, last;
};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t code) {
  return std::ranges::any_of(ranges,
                             [&](const Range& range) { return code >= range.first && code <= range.last; });
}

constexpr std::array<Range, 8> kBlanks{{{0x85, 0x85},
                                        {0xA0, 0xA0},
                                        {0x1680, 0x1680},
                                        {0x2000, 0x200A},
                                        {0x2028, 0x2029},
                                        {0x202F, 0x202F},
                                        {0x205F, 0x205F},
                                        {0x3000, 0x3000}}};
constexpr std::array<Range, 6> kInvisible{
    {{0xAD, 0xAD}, {0x180E, 0x180E}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}}};
/// Punctuation and signs; without those that Unicode allows in names (XID_Continue).
constexpr std::array<Range, 30> kSigns{
    {{0xA1, 0xA9},     {0xAB, 0xAC},     {0xAE, 0xB4},     {0xB6, 0xB6},     {0xB8, 0xB9},
     {0xBB, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},     {0x2D2, 0x2DF},   {0x37E, 0x37E},
     {0x55A, 0x55F},   {0x589, 0x58A},   {0x60C, 0x60D},   {0x61B, 0x61B},   {0x61F, 0x61F},
     {0x2010, 0x2027}, {0x2030, 0x203E}, {0x2041, 0x2053}, {0x2055, 0x205E}, {0x207A, 0x207E},
     {0x208A, 0x208E}, {0x20A0, 0x20CF}, {0x2190, 0x2BFF}, {0x2E00, 0x2E2E}, {0x3001, 0x3003},
     {0x3008, 0x3020}, {0xFE10, 0xFE1F}, {0xFE50, 0xFE6F}, {0xFF5F, 0xFF65}, {0xFFE0, 0xFFEE}}};
constexpr Range kFullWidth{0xFF01, 0xFF5E};  // ASCII's signs, digits and letters in the same order

struct Meant {
  char32_t code;
  const char* ascii;
};
constexpr std::array<Meant, 45> kMeant{
    {{0xAB, "<<"},   {0xAC, "!"},    {0xB4, "'"},    {0xB8, ","},     {0xBB, ">>"},  {0xD7, "*"},
     {0xF7, "/"},    {0x2DC, "~"},   {0x37E, ";"},   {0x589, ":"},    {0x60C, ","},  {0x61B, ";"},
     {0x2010, "-"},  {0x2011, "-"},  {0x2012, "-"},  {0x2013, "-"},   {0x2014, "-"}, {0x2015, "-"},
     {0x2016, "||"}, {0x2018, "'"},  {0x2019, "'"},  {0x201A, ","},   {0x201B, "'"}, {0x201C, "\""},
     {0x201D, "\""}, {0x201E, "\""}, {0x201F, "\""}, {0x2026, "..."}, {0x2032, "'"}, {0x2033, "\""},
     {0x2039, "<"},  {0x203A, ">"},  {0x2044, "/"},  {0x2192, "->"},  {0x2212, "-"}, {0x2215, "/"},
     {0x2217, "*"},  {0x2223, "|"},  {0x2227, "&&"}, {0x2228, "||"},  {0x223C, "~"}, {0x2260, "!="},
     {0x2264, "<="}, {0x2265, ">="}, {0x3001, ","}}};

constexpr const char* kNoMeaning = "is not C++: delete it, or type what is meant";

bool is_letter_or_digit(char c) { return base::continues_name(c) && c != '_' && c != '$'; }

/// What to do about a character; empty for one that may be part of a name. `begins`: whether it begins a
/// token, or is in a number.
std::string advice(char32_t code, bool begins) {
  if (is_in(kBlanks, code)) return "is not a plain blank: type one";
  if (is_in(kInvisible, code)) return "can't be seen: delete it";
  if (code >= kFullWidth.first && code <= kFullWidth.last) {
    const char meant = static_cast<char>(code - kFullWidth.first + '!');
    const bool may_stand = is_letter_or_digit(meant) ? !(base::is_digit(meant) && begins) : meant == '_';
    if (may_stand) return "";
    return meant == '`' || meant == '@' ? kNoMeaning : fmt::format("is not C++: type `{}`", meant);
  }
  if (!is_in(kSigns, code)) return "";
  const auto* const meant =
      std::ranges::find_if(kMeant, [&](const Meant& each) { return each.code == code; });
  return meant == kMeant.end() ? kNoMeaning : fmt::format("is not C++: type `{}`", meant->ascii);
}

/// One character of UTF-8.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool is_utf8 = true;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  if (lead < 0x80) return {lead};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + bytes > text.size()) return {lead, 1, false};
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) return {lead, 1, false};
    code = (code << 6U) | (byte(at + i) & 0x3FU);
  }
  return {code, bytes};
}

std::size_t column_of(std::string_view source, std::size_t offset) {
  const std::size_t start = offset == 0 ? 0 : source.rfind('\n', offset - 1) + 1;  // 0 in the first line
  const std::string_view before = source.substr(start, offset - start);
  return 1 + static_cast<std::size_t>(
                 std::ranges::count_if(before, [](unsigned char c) { return (c & 0xC0U) != 0x80; }));
}

/// The word of a line's preprocessor directive; empty without one.
std::string_view directive_of(std::string_view line, std::size_t& sign) {
  sign = line.find_first_not_of(" \t");
  if (sign == std::string_view::npos || line[sign] != '#') return {};
  const std::size_t begin = std::min(line.find_first_not_of(" \t", sign + 1), line.size());
  return line.substr(begin, std::min(line.find_first_of(" \t\r", begin), line.size()) - begin);
}

/// The source with directives as code, since their tokens are read too, and without what a condition may
/// leave out, which can hold anything; include guards (#ifndef) are none. Every byte keeps its place.
std::string without_directives(std::string_view source) {
  std::string code(source);
  int open = 0;  // conditions since one that is left out, with that one
  for (std::size_t begin = 0, end = 0; begin < code.size(); begin = end + 1) {
    end = std::min(code.find('\n', begin), code.size());
    std::size_t sign = 0;
    const std::string_view word = directive_of(source.substr(begin, end - begin), sign);
    if (word == "if" || word == "ifdef" || (open > 0 && word == "ifndef")) ++open;
    if (open > 0) {
      std::fill(code.begin() + static_cast<std::ptrdiff_t>(begin),
                code.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      if (word == "endif") --open;
      continue;
    }
    const bool is_prose = word == "error" || word == "warning" || word == "pragma";
    if (!word.empty() && !is_prose) code[begin + sign] = ' ';
  }
  return code;
}

constexpr std::size_t kMostEdits = 2;

/// Without its last ending, if that is one of source or text.
std::string_view without_ending(std::string_view name) {
  for (const std::string_view ending : {".cuh", ".cu", ".txt", ".hpp", ".h", ".cpp", ".cc"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

/// "copy of merge_tiled (1)" -> "merge_tiled (1)" -> "merge_tiled"
std::string without_addition(const std::string& name) {
  static const base::Regex before("^(copy of|kopie von|copie de|copia de) +"),
      behind(R"(([ _-]*\([0-9]+\)|[ _-]+(copy|kopie|copie|copia)|[ _-]+v?[0-9]+)$)");
  std::string shorter = base::regex_replace(name, before, "");
  return shorter != name ? shorter : base::regex_replace(name, behind, "");
}

/// Blanks, hyphens and underscores are one.
std::string words_of(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, ' ', '_');
  std::ranges::replace(words, '-', '_');
  return words;
}

/// "lab4.cuh" of 04_tiled_kernel.
bool is_called_by_number(std::string_view name, std::string_view lab) {
  static const base::Regex by_number("lab[ _-]*0*([0-9]{1,4})[.](cuh?|txt|cpp|h|hpp)");
  const std::string lower = base::lower_case(name);
  std::smatch number;
  if (!base::regex_match(lower, number, by_number)) return false;
  return lab.substr(std::min(lab.find_first_not_of('0'), lab.size())).starts_with(number.str(1) + "_");
}

namespace fs = std::filesystem;

/// Follows `relative` from `root`. A link on the way would lead outside the submission, to a solution for
/// example.
LabFile look_at(const fs::path& root, const fs::path& relative) {
  LabFile file;
  file.path = root;
  for (const fs::path& part : relative.parent_path()) {
    file.path /= part;
    const SourceFile folder = look_at_source(file.path);
    if (folder.refusal.empty()) return file;  // nothing there, or a file in place of the folder
    if (folder.refusal != "is a folder") {
      file.state = FileState::refused;
      file.unreadable = folder.unreadable;
      file.reason = "lies in '" + part.string() + "', which " + folder.refusal;
      return file;
    }
  }
  file.path /= relative.filename();
  SourceFile source = read_source(file.path);
  if (source.missing) return file;
  file.state = source.good() ? FileState::present : FileState::refused;
  file.reason = std::move(source.refusal);
  file.unreadable = source.unreadable;
  return file;
}

/// Files in a folder of the submission, by how their names relate to the lab's file.
std::map<NameMatch, std::vector<std::string>> names_near(const fs::path& root, const fs::path& relative,
                                                         const Lab& lab) {
  std::map<NameMatch, std::vector<std::string>> names;
  fs::path folder = root;
  for (const fs::path& part : relative) {
    folder /= part;
    if (look_at_source(folder).refusal != "is a folder") return names;
  }
  std::error_code error;
  for (fs::directory_iterator each(folder, error); !error && each != fs::directory_iterator();
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (!each->is_directory(error)) names[match_name(name, lab)].push_back(name);
  }
  for (auto& [match, found] : names) std::ranges::sort(found);
  return names;
}

/// The lab's file under another name, if any; else a reason that names candidates.
LabFile find_near(const fs::path& root, const Lab& lab, const fs::path& place) {
  const fs::path folder = place.parent_path();
  std::map<NameMatch, std::vector<std::string>> names = names_near(root, folder, lab);
  const std::vector<std::string>&variants = names[NameMatch::variant], &similar = names[NameMatch::similar];
  LabFile file;
  if (!variants.empty()) {
    file = look_at(root, folder / variants.front());
    const std::string bytes = read_source(file.path).bytes;
    const auto is_same = [&](const std::string& name) {
      return read_source(root / folder / name).bytes == bytes;
    };
    if (std::ranges::all_of(variants, is_same)) return file;
    file.state = FileState::refused;
    file.reason = fmt::format("does not exist, but {} and {} do, and they differ: keep one, called {}",
                              quoted_name(variants[0]), quoted_name(variants[1]), lab.file);
  } else if (!similar.empty()) {
    file.reason =
        fmt::format("there is {}: if that is it, rename it to {}", quoted_name(similar.front()), lab.file);
  }
  return file;
}

}  // namespace

SourceFile look_at_source(const std::filesystem::path& path) {
  SourceFile source;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    source.missing = errno == ENOENT || errno == ENOTDIR;
    return source.missing ? source : unreadable(errno);
  }
  source.refusal = refusal_of_kind(status.st_mode);
  return source;
}

bool may_include(std::string_view text, const std::string& file) {
  const std::string name = file + '"';
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    std::size_t at = 0, named = line.find(name), comment = line.find("//"), block = line.find("/*");
    while (named != std::string_view::npos) {
      if (named < std::min(comment, block)) return true;
      if (comment < block || (at = line.find("*/", block + 2)) == std::string_view::npos) break;
      // Searched again only where `at` has passed it, so that a long line is not searched often.
      if (named < at) named = line.find(name, at);
      if (comment < at) comment = line.find("//", at);
      block = line.find("/*", at);
    }
  }
  return false;
}

SourceFile read_source(const std::filesystem::path& path) {
  SourceFile source = look_at_source(path);  // before opening, because opening a device may have an effect
  if (!source.good()) return source;
  struct stat status {};
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file && errno != ELOOP) return unreadable(errno);
  if (!file) {
    source.refusal = "is a symbolic link";
    return source;
  }
  if (::fstat(file.get(), &status) != 0) return unreadable(errno);
  source.refusal = refusal_of_kind(status.st_mode);
  if (!source.refusal.empty()) return source;
  std::optional<std::string> bytes = base::read_all(file.get(), kMostBytes + 1);
  if (!bytes) return unreadable(errno);
  source.refusal = refusal_of_bytes(*bytes);
  source.bytes = *std::move(bytes);
  return source;
}

std::string odd_characters_in(std::string_view source, const std::string& file) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";  // of UTF-8, which compilers pass over
  const std::string code = without_directives(source);
  const std::size_t skipped = code.starts_with(kMark) ? kMark.size() : 0;
  std::string told;
  int count = 0;
  for (const base::SourceToken& token : base::source_tokens(std::string_view(code).substr(skipped))) {
    if (token.kind != base::TokenKind::name && token.kind != base::TokenKind::number) continue;
    Character character;
    for (std::size_t at = 0; at < token.text.size(); at += character.bytes) {
      character = character_at(token.text, at);
      if (character.is_utf8 && character.code < 0x80) continue;
      const std::string what = character.is_utf8
                                   ? advice(character.code, at == 0 || token.kind == base::TokenKind::number)
                                   : "is not UTF-8: type it again, or save the file as UTF-8";
      if (what.empty()) continue;
      if (++count > kMostTold) return told;
      const std::string place =
          fmt::format("{}:{}:{}", file, token.line, column_of(source, skipped + token.offset + at));
      const bool is_seen =
          character.is_utf8 && !is_in(kBlanks, character.code) && !is_in(kInvisible, character.code);
      told += fmt::format("{}: error: the {} {}{:0{}X}{} {}\n", place,
                          character.is_utf8 ? "character" : "byte", character.is_utf8 ? "U+" : "0x",
                          static_cast<unsigned>(character.code), character.is_utf8 ? 4 : 2,
                          is_seen ? fmt::format(" ({})", token.text.substr(at, character.bytes)) : "", what);
    }
  }
  return told;
}

NameMatch match_name(std::string_view name, std::string_view wanted) {
  static const base::Regex no_break("\xC2\xA0|\xE2\x80\xAF"), dash("\xE2\x80[\x90-\x95]");
  constexpr std::size_t kLongest = 255, kShort = 6;
  if (name == wanted) return NameMatch::exact;
  if (name.size() > kLongest || name.starts_with('.')) return NameMatch::none;
  const std::string target = words_of(without_ending(base::lower_case(wanted)));
  const std::string lower =
      base::regex_replace(base::regex_replace(base::lower_case(name), no_break, " "), dash, "-");
  // The ending may be before an addition: "merge_tiled.cuh (1)".
  const std::string named = without_ending(lower) == lower ? without_addition(lower) : lower,
                    first{without_ending(named)};
  const bool has_target = words_of(lower).find(target) != std::string::npos;
  if (first == named) return has_target ? NameMatch::similar : NameMatch::none;
  std::string rest = first;
  for (std::string before; rest != before;) {
    if (words_of(rest) == target) return NameMatch::variant;
    before = rest;
    rest = without_ending(rest);
    if (rest == before) rest = without_addition(rest);
  }
  const std::size_t most = target.size() < kShort ? 1 : kMostEdits;
  const std::string words = words_of(first);
  const bool is_end = words.size() >= kShort - 1 && target.ends_with("_" + words);
  return has_target || is_end || base::edit_distance(words, target) <= most ? NameMatch::similar
                                                                            : NameMatch::none;
}

NameMatch match_name(std::string_view name, const Lab& lab) {
  const NameMatch match = match_name(name, lab.file);
  return match == NameMatch::none && is_called_by_number(name, lab.name) ? NameMatch::similar : match;
}

std::string quoted_name(std::string_view name) {
  std::string text = "'";
  for (const char c : name) text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return text + "'";
}

// Finds a lab's file in what a student handed in.

std::vector<const Lab*> used_labs(const Course& course, const Lab& lab) {
  std::set<std::string> names{lab.name};
  std::vector<const Lab*> used;
  for (auto each = course.labs.rbegin(); each != course.labs.rend(); ++each) {
    if (!names.contains(each->name)) continue;
    if (each->name != lab.name) used.insert(used.begin(), &*each);
    names.insert(each->uses.begin(), each->uses.end());
  }
  return used;
}

std::vector<const Lab*> included_labs(const Course& course, const Lab& lab, const fs::path& file,
                                      const fs::path& root) {
  const std::vector<const Lab*> used = used_labs(course, lab);
  std::set<std::string> names{lab.name};
  for (const Lab* each : used) names.insert(each->name);
  std::vector<const Lab*> included;
  for (auto each = course.labs.rbegin(); each != course.labs.rend(); ++each) {
    if (!names.contains(each->name)) continue;
    const LabFile found = find_lab_file(root, *each);
    const bool is_own = each->name == lab.name;
    const bool is_there = is_own || found.state == FileState::present;
    const std::string text = is_there ? read_source(is_own ? file : found.path).bytes : "";
    if (!is_own && std::ranges::find(used, &*each) == used.end()) included.insert(included.begin(), &*each);
    for (auto earlier = std::next(each); earlier != course.labs.rend(); ++earlier) {
      if (may_include(text, earlier->file)) names.insert(earlier->name);
    }
  }
  return included;
}

std::vector<std::string> references_in(const Sources& sources) {
  std::vector<std::string> labs;
  for (const auto& [name, source] : sources) {
    if (source.is_reference) labs.push_back(name);
  }
  return labs;
}

LabFile find_lab_file(const fs::path& root, const Lab& lab) {
  const std::array<fs::path, 3> places{fs::path(lab.name) / lab.file, fs::path("labs") / lab.name / lab.file,
                                       lab.file};
  for (const fs::path& place : places) {
    LabFile file = look_at(root, place);
    if (file.state != FileState::missing) return file;
  }
  LabFile missing{FileState::missing, root / places.front(), {}};
  for (const fs::path& place : places) {
    LabFile file = find_near(root, lab, place);
    if (file.state != FileState::missing) return file;
    if (missing.reason.empty()) missing.reason = file.reason;
  }
  return missing;
}

std::string unreadable_lab_file(const Course& course, const fs::path& root) {
  for (const Lab& lab : course.labs) {
    const LabFile file = find_lab_file(root, lab);
    if (file.unreadable) return lab.file + " " + file.reason;
  }
  return "";
}

namespace {

constexpr std::size_t kMostEntries = 200'000;
constexpr int kDeepest = 32;

bool is_passed_over(const std::string& folder) {
  static constexpr std::array<const char*, 6> kNames{"skeletons", "solutions", "build",
                                                     "detective", "datasets",  "__MACOSX"};
  return folder.starts_with('.') || std::ranges::find(kNames, folder) != kNames.end();
}

/// Everything below `folder` that may be a lab's file, by its name.
void look_through(const fs::path& folder, std::multimap<std::string, fs::path>& files, std::size_t& entries) {
  fs::recursive_directory_iterator entry(folder);
  for (; entry != fs::recursive_directory_iterator(); ++entry) {
    if (++entries > kMostEntries)
      throw std::runtime_error(
          fmt::format("{} contains more than {} files and folders", folder.string(), kMostEntries));
    const std::string name = entry->path().filename().string();
    if (!entry->is_directory() || entry->is_symlink()) {
      files.emplace(name, entry->path());
    } else if (is_passed_over(name) || entry.depth() >= kDeepest) {
      entry.disable_recursion_pending();
    }
  }
}

/// Less is better.
std::tuple<bool, std::ptrdiff_t> rank(const fs::path& file, const Lab& lab) {
  return {file.parent_path().filename() != lab.name, std::distance(file.begin(), file.end())};
}

/// Whether two files would be graded alike.
bool is_same(const fs::path& a, const fs::path& b) {
  const SourceFile first = read_source(a), second = read_source(b);
  return first.good() && second.good() && first.bytes == second.bytes;
}

}  // namespace

std::vector<Gathered> gather(const std::vector<fs::path>& folders, const Course& course) {
  std::multimap<std::string, fs::path> files;
  std::size_t entries = 0;
  for (const fs::path& folder : folders) look_through(folder, files, entries);
  std::vector<Gathered> all;
  std::set<std::string> names;
  for (const Lab& lab : course.labs) names.insert(lab.file);
  for (const Lab& lab : course.labs) {
    std::vector<fs::path> found;
    const auto [begin, end] = files.equal_range(lab.file);
    std::transform(begin, end, std::back_inserter(found), [](const auto& each) { return each.second; });
    Gathered gathered{&lab, {}, ""};
    for (const auto& [name, path] : files) {
      if (begin != end || names.contains(name)) continue;  // of another lab
      const NameMatch match = match_name(name, lab);
      if (match == NameMatch::variant) found.push_back(path);
      if (match == NameMatch::similar) gathered.similar = name;
    }
    std::ranges::sort(found, [&](const fs::path& a, const fs::path& b) {
      return std::tuple(rank(a, lab), a) < std::tuple(rank(b, lab), b);
    });
    const auto is_worse = [&](const fs::path& file) { return rank(file, lab) > rank(found.front(), lab); };
    found.erase(std::ranges::find_if(found, is_worse), found.end());
    const auto is_first = [&](const fs::path& file) { return is_same(found.front(), file); };
    if (!found.empty() && std::all_of(std::next(found.begin()), found.end(), is_first)) found.resize(1);
    gathered.found = std::move(found);
    all.push_back(std::move(gathered));
  }
  return all;
}

std::string stand_in(const std::string& reason) {
  std::string text = reason;
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c > 0x7e || c == '"' || c == '\\'; }, '?');
  std::string line = "#error \"";
  line += text;
  line += "\"\n";
  return line;
}

}  // namespace mergelab::submission
