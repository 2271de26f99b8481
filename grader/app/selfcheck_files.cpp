#include "app/selfcheck_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "app/settings.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLoses = " Loses: ", kOnGpu = " On a GPU: ";
constexpr std::string_view kTold = " Told: \"";
constexpr std::string_view kPartly = "partly ", kOthers = "others by chance";

std::string strip(std::string_view word) {
  const auto first = word.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(word.substr(first, word.find_last_not_of(' ') - first + 1));
}

/// The items that a name stands for: an item of its own, or all that a family of cases decides.
std::vector<std::string> items_called(const Lab& lab, const std::string& name) {
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
  std::istringstream names(list);
  for (std::string word; std::getline(names, word, ',');) {
    std::string name = strip(word);
    if (name == "nothing") continue;
    const bool partly = name.starts_with(kPartly);
    if (partly) name = strip(name.substr(kPartly.size()));
    const std::vector<std::string> called = items_called(lab, name);
    if (called.empty()) {
      std::vector<std::string> ids;
      for (const Item& item : lab.items) ids.push_back(item.id);
      const std::string near = course::nearest(name, ids);
      throw UsageError(fmt::format("{}: {} has no item '{}'{}", where, lab.name, name,
                                   near.empty() ? "" : fmt::format("\n  did you mean '{}'?", near)));
    }
    for (const std::string& id : called) losses[id] = partly ? Loss::partly : Loss::wholly;
  }
  return losses;
}

/// The list of a header that begins with `key`, to its full stop; nothing where the comment has no such line.
std::optional<std::string> find_list(const std::string& comment, std::string_view key) {
  const std::size_t begin = comment.find(key);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = comment.find('.', begin);
  if (end == std::string::npos) return std::nullopt;
  return comment.substr(begin + key.size(), end - begin - key.size());
}

Specimen read_specimen(const Lab& lab, const fs::path& file) {
  std::istringstream text(read_text(file));
  std::string first, comment;
  std::getline(text, first);
  // Lists go on over the lines of the comment.
  for (std::string line = first; line.starts_with("// ") && text; std::getline(text, line))
    comment += line.substr(2);
  const std::string where = fmt::format("{}:1", file.string());
  const std::optional<std::string> list = find_list(comment, kLoses);
  if (!list || !comment.starts_with(kLoses)) {
    throw UsageError(
        fmt::format("{}: expected '// Loses: <items>. <the bug in one sentence>', got '{}'", where, first));
  }
  Specimen specimen{file, read_losses(lab, *list, where)};
  if (const std::size_t begin = comment.find(kTold); begin != std::string::npos) {
    const std::size_t first = begin + kTold.size(), end = comment.find("\".", first);
    if (end == std::string::npos)
      throw UsageError(fmt::format("{}: expected '// Told: \"<words of a hint>\".'", where));
    specimen.told = comment.substr(first, end - first);
  }
  if (auto on_gpu = find_list(comment, kOnGpu)) {
    specimen.others_by_chance = on_gpu->ends_with(kOthers);
    if (specimen.others_by_chance)
      on_gpu->replace(on_gpu->size() - kOthers.size(), kOthers.size(), "nothing");
    specimen.on_gpu = read_losses(lab, *on_gpu, where);
  }
  return specimen;
}

}  // namespace

std::string read_text(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw UsageError(fmt::format("{} can't be read", file.string()));
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<Specimen> find_specimens(const Course& course, const Lab& lab) {
  std::vector<Specimen> specimens;
  for (const char* kind : {"variants", "wrong"}) {
    const fs::path folder = course.root / "solutions" / lab.name / kind;
    if (!fs::is_directory(folder)) continue;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == fs::path(lab.file).extension())
        specimens.push_back(read_specimen(lab, entry.path()));
    }
  }
  std::sort(specimens.begin(), specimens.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return specimens;
}

std::string without_regions(std::string_view text) {
  std::string result;
  bool inside = false;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const bool marker = line.find("// TODO ") != std::string::npos;
    const bool begins = marker && line.find(" begin") != std::string::npos;
    const bool ends = marker && line.find(" end") != std::string::npos;
    if (!inside || ends) result += line + "\n";
    inside = begins || (inside && !ends);
  }
  return result;
}

std::string skeleton_difference(const std::string& skeleton, const std::string& solution) {
  std::istringstream a(without_regions(skeleton)), b(without_regions(solution));
  std::string line_a, line_b;
  for (;;) {
    const bool more_a = static_cast<bool>(std::getline(a, line_a)),
               more_b = static_cast<bool>(std::getline(b, line_b));
    if (!more_a && !more_b) return "";
    if (more_a != more_b || line_a != line_b) return more_a ? line_a : line_b;
  }
}

}  // namespace mergelab::app
