// Hostile submissions: what each tries, the expected result, and its whole file.
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
  std::string name, text;             // of the file that it is
  std::vector<std::string> verdicts;  // of the lab, one of them
  double points = 0;                  // what an honest file with the same algorithm gets; a cheat gets 0
  double seconds = 0;                 // until mergelab has ended
  std::string lab = "01_merge";       // of the tiny course, else of the real one
  bool is_built = true;               // it gets past the compiler, and is called
};

/// "// Attack: TEXT." and on the next line "// Verdict: WORD[ or WORD][ of the compiler]. Points: P. Ends
/// within: S s.[ Lab: NAME.]"
inline Attack read_attack(const std::string& file) {
  static const std::regex head(
      R"(^// Attack: (.+)\.\n// Verdict: (\w+)( or (\w+))?( of the compiler)?\. Points: ([0-9.]+)\. Ends within: ([0-9]+) s\.( Lab: (\w+)\.)?\n)");
  std::smatch found;
  if (!std::regex_search(file, found, head, std::regex_constants::match_continuous)) {
    throw std::runtime_error("no head of an attack: " + file.substr(0, file.find('\n')));
  }
  Attack attack{"", file, {found[2]}, std::stod(found[6]), std::stod(found[7])};
  if (found[4].matched) attack.verdicts.push_back(found[4]);
  if (found[9].matched) attack.lab = found[9];
  attack.is_built = !found[5].matched && found[2] != "forbidden" && found[2] != "build_failed";
  return attack;
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

/// The attacks in a folder, in order of their names.
inline std::vector<Attack> attacks_in(const std::filesystem::path& folder, const std::string& merge) {
  std::vector<Attack> attacks;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    attacks.push_back(read_attack(attack_source(folder, name, merge)));
    attacks.back().name = name;
  }
  std::sort(attacks.begin(), attacks.end(), [](const auto& x, const auto& y) { return x.name < y.name; });
  return attacks;
}

}  // namespace mergelab::hostile
