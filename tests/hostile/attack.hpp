// The head of a hostile submission: what it tries, and what must come of it.
#pragma once

#include <algorithm>
#include <filesystem>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

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

/// The names of the attacks in a folder, without ".cuh", in order.
inline std::vector<std::string> attacks_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".cuh") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace mergelab::hostile
