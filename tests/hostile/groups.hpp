// Which attacks are graded together, and those in every run of the tests.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "attack.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace mergelab::hostile {

inline const std::vector<Attack>& attacks() {
  static const std::filesystem::path tests = std::filesystem::path(MERGELAB_SOURCE_DIR) / "tests";
  static const std::vector<Attack> all = attacks_in(
      tests / "hostile" / "submissions", read_text(tests / "fake_course/solutions/01_merge/merge.cuh"));
  return all;
}

/// Attacks on one lab that are graded together, so that each meets what the others left.
struct Group {
  std::string name;
  std::vector<Attack> attacks;
  friend void PrintTo(const Group& group, std::ostream* out) { *out << group.name; }
};

inline std::vector<Group> groups() {
  constexpr std::size_t kMost = 12;
  std::map<std::string, std::vector<Attack>> by_kind;
  for (const Attack& attack : attacks())
    by_kind[attack.lab + (attack.is_built ? "" : "_refused")].push_back(attack);
  std::vector<Group> all;
  for (const auto& [kind, some] : by_kind) {
    const std::size_t parts = (some.size() + kMost - 1) / kMost;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t begin = part * some.size() / parts, end = (part + 1) * some.size() / parts;
      all.push_back({kind + "_" + std::to_string(part + 1), {&some[begin], &some[0] + end}});
    }
  }
  return all;
}

/// One of each kind that is soon over, for the run of every change.
inline std::vector<Group> some() {
  std::map<std::string, Group> by_kind;
  const std::set<std::string> chosen{
      // built: the verdicts that come soon
      "answers_todo", "does_nothing", "exit_in_the_call", "forged_file",
      // refused: by the text, a symbol, what runs unasked, a definition, and the compiler
      "asm_label", "constexpr_bomb", "dlsym", "exit_before_main", "include_through_proc", "main_replaced",
      "std_merge_glued", "pragma_optimize",
      // of a lab's counters
      "counts_back_by_copy"};
  for (const Attack& attack : attacks()) {
    if (!chosen.contains(attack.name)) continue;
    const std::string kind = attack.lab + (attack.is_built ? "" : "_refused");
    Group& group = by_kind[kind];
    group.name = kind;
    group.attacks.push_back(attack);
  }
  std::vector<Group> found;
  for (const auto& [kind, group] : by_kind) found.push_back(group);
  return found;
}

}  // namespace mergelab::hostile
