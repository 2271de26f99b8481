// Hostile submissions: what each tries, what must come of it, and its whole file.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "course/patch.hpp"
#include "support/places.hpp"

namespace mergelab::hostile {

struct Attack {
  std::string about;
  std::vector<std::string> verdicts;  // of the lab, one of them
  double points = 0;                  // what an honest file with the same algorithm gets; a cheat gets 0
  double seconds = 0;                 // until mergelab has ended
  std::string lab = "01_merge";       // of the tiny course, else of the real one
};

/// "// Attack: TEXT." and on the next line "// Verdict: WORD[ or WORD]. Points: P. Ends within: S s.[ Lab:
/// NAME.]"
inline Attack read_attack(const std::string& file) {
  static const std::regex head(
      R"(^// Attack: (.+)\.\n// Verdict: (\w+)( or (\w+))?\. Points: ([0-9.]+)\. Ends within: ([0-9]+) s\.( Lab: (\w+)\.)?\n)");
  std::smatch found;
  if (!std::regex_search(file, found, head, std::regex_constants::match_continuous)) {
    throw std::runtime_error("no head of an attack: " + file.substr(0, file.find('\n')));
  }
  Attack attack{found[1], {found[2]}, std::stod(found[5]), std::stod(found[6])};
  if (found[4].matched) attack.verdicts.push_back(found[4]);
  if (found[8].matched) attack.lab = found[8];
  return attack;
}

/// The names of the attacks in a folder, in order.
inline std::vector<std::string> attacks_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path kind = entry.path().extension();
    if (kind == ".cuh" || kind == ".attack" || kind == ".patch")
      names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The whole file of an attack: NAME.cuh; the lab's solution with the changes of NAME.patch; or `merge`, a
/// right answer, with what NAME.attack puts before the function and, after a line "// merge begins with:", at
/// its beginning.
inline std::string attack_source(const std::filesystem::path& folder, const std::string& name,
                                 std::string merge) {
  const auto content = [](const std::filesystem::path& file) {
    std::ifstream stream(file);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  const auto read = [&](const char* kind) { return content(folder / (name + kind)); };
  if (const std::string changes = read(".patch"); !changes.empty()) {
    const course::Patch patch = course::read_patch(changes, name + ".patch");
    const auto solutions = std::filesystem::path(MERGELAB_SOURCE_DIR) / "solutions";
    const std::string base = content(solutions / read_attack(changes).lab / patch.base);
    return patch.header + course::apply_patch(patch, base, name + ".patch");
  }
  const std::string text = read(".attack"), marker = "// merge begins with:\n";
  if (text.empty()) return read(".cuh");
  const std::size_t head = text.find('\n', text.find('\n') + 1) + 1;
  const std::size_t before_marker = std::min(text.find(marker), text.size());
  const std::size_t function = merge.find("__host__"), body = merge.find("{\n", function);
  if (body == std::string::npos) throw std::runtime_error("no function to attack in:\n" + merge);
  if (before_marker < text.size()) merge.insert(body + 2, text.substr(before_marker + marker.size()));
  merge.insert(function, text.substr(head, before_marker - head));
  return text.substr(0, head) + merge;
}

}  // namespace mergelab::hostile
