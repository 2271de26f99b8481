// Hostile submissions: what each tries, the expected result, and its whole file.
#pragma once

#include <algorithm>
#include <filesystem>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "course/patch.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

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

/// `merge`, a right answer, with what an attack puts before the function and, after a line "// merge begins
/// with:", at its beginning. `text` is its section of a file *.attacks.
inline std::string attacked(std::string merge, const std::string& text) {
  const std::string marker = "// merge begins with:\n";
  const std::size_t head = text.find('\n', text.find('\n') + 1) + 1;
  const std::size_t before_marker = std::min(text.find(marker), text.size());
  const std::size_t function = merge.find("__host__"), body = merge.find("{\n", function);
  if (body == std::string::npos) throw std::runtime_error("no function to attack in:\n" + merge);
  if (before_marker < text.size()) merge.insert(body + 2, text.substr(before_marker + marker.size()));
  merge.insert(function, text.substr(head, before_marker - head));
  return text.substr(0, head) + merge;
}

/// A lab's solution with the changes of a patch.
inline std::string patched(const std::string& changes, const std::string& name) {
  const course::Patch patch = course::read_patch(changes, name);
  const auto solutions = std::filesystem::path(MERGELAB_SOURCE_DIR) / "solutions";
  const std::string base = read_text(solutions / read_attack(changes).lab / patch.base);
  return patch.header + course::apply_patch(patch, base, name);
}

/// The attacks in a folder, in order of their names: whole files NAME.cuh, and sections of files, each below
/// a line "//! NAME".
inline std::vector<Attack> attacks_in(const std::filesystem::path& folder, const std::string& merge) {
  std::vector<Attack> attacks;
  const auto add = [&](const std::string& name, const std::string& source) {
    attacks.push_back(read_attack(source));
    attacks.back().name = name;
  };
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path& file = entry.path();
    const std::string text = read_text(file), section = "//! ";
    if (file.extension() == ".cuh") {
      add(file.stem(), text);
      continue;
    }
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = text.find('\n', at) + 1, end = text.find("\n" + section, begin);
      const std::string name = text.substr(at + section.size(), begin - at - section.size() - 1);
      at = std::min(end, text.size() - 1) + 1;
      const std::string body = text.substr(begin, at - begin);
      add(name, file.extension() == ".patches" ? patched(body, name) : attacked(merge, body));
    }
  }
  std::sort(attacks.begin(), attacks.end(), [](const auto& x, const auto& y) { return x.name < y.name; });
  return attacks;
}

}  // namespace mergelab::hostile
