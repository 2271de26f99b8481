#include "submission/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <tuple>

#include "base/did_you_mean.hpp"
#include "submission/source_file.hpp"
#include "submission/submission.hpp"

namespace mergelab::submission {
namespace {

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
  static const std::regex before("^(copy of|kopie von|copie de|copia de) +"),
      behind(R"(([ _-]*\([0-9]+\)|[ _-]+(copy|kopie|copie|copia)|[ _-]+v?[0-9]+)$)");
  std::string shorter = std::regex_replace(name, before, "");
  return shorter != name ? shorter : std::regex_replace(name, behind, "");
}

/// Blanks, hyphens and underscores are one.
std::string words_of(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), ' ', '_');
  std::replace(words.begin(), words.end(), '-', '_');
  return words;
}

}  // namespace

NameMatch match_name(std::string_view name, std::string_view wanted) {
  static const std::regex no_break("\xC2\xA0|\xE2\x80\xAF"), dash("\xE2\x80[\x90-\x95]");
  constexpr std::size_t kLongest = 255, kShort = 6;
  if (name == wanted) return NameMatch::exact;
  if (name.size() > kLongest || name.starts_with('.')) return NameMatch::none;
  const std::string target = words_of(without_ending(base::lower_case(wanted)));
  const std::string lower =
      std::regex_replace(std::regex_replace(base::lower_case(name), no_break, " "), dash, "-");
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

namespace {

/// "lab4.cuh" of 04_tiled_kernel.
bool is_called_by_number(std::string_view name, std::string_view lab) {
  static const std::regex by_number("lab[ _-]*0*([0-9]{1,4})[.](cuh?|txt|cpp|h|hpp)");
  const std::string lower = base::lower_case(name);
  std::smatch number;
  if (!std::regex_match(lower, number, by_number)) return false;
  return lab.substr(std::min(lab.find_first_not_of('0'), lab.size())).starts_with(number.str(1) + "_");
}

}  // namespace

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

namespace {

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
  for (auto& [match, found] : names) std::sort(found.begin(), found.end());
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
    if (std::all_of(variants.begin(), variants.end(), is_same)) return file;
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
    if (!is_own && std::find(used.begin(), used.end(), &*each) == used.end())
      included.insert(included.begin(), &*each);
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
  return folder.starts_with('.') || std::find(kNames.begin(), kNames.end(), folder) != kNames.end();
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
    std::sort(found.begin(), found.end(), [&](const fs::path& a, const fs::path& b) {
      return std::tuple(rank(a, lab), a) < std::tuple(rank(b, lab), b);
    });
    const auto is_worse = [&](const fs::path& file) { return rank(file, lab) > rank(found.front(), lab); };
    found.erase(std::find_if(found.begin(), found.end(), is_worse), found.end());
    const auto is_first = [&](const fs::path& file) { return is_same(found.front(), file); };
    if (!found.empty() && std::all_of(std::next(found.begin()), found.end(), is_first)) found.resize(1);
    gathered.found = std::move(found);
    all.push_back(std::move(gathered));
  }
  return all;
}

std::string stand_in(const std::string& reason) {
  std::string text = reason;
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c > 0x7e || c == '"' || c == '\\'; },
      '?');
  std::string line = "#error \"";
  line += text;
  line += "\"\n";
  return line;
}

}  // namespace mergelab::submission
