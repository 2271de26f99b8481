#include "submission/gather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "submission/near_name.hpp"
#include "submission/source_file.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

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
      const NameMatch match = match_name(name, lab.file);
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
