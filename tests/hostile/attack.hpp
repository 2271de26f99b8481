// Hostile submissions: what each tries, the expected result, and its whole file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/regex.hpp"
#include "course/patch.hpp"
#include "support/places.hpp"
#include "support/sections.hpp"
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
  static const base::Regex head(
      R"(^// Attack: (.+)\.\n// Verdict: (\w+)( or (\w+))?( of the compiler)?\. Points: ([0-9.]+)\. Ends within: ([0-9]+) s\.( Lab: (\w+)\.)?\n)");
  std::smatch found;
  if (!base::regex_search(file, found, head, std::regex_constants::match_continuous)) {
    throw std::runtime_error("no head of an attack: " + file.substr(0, file.find('\n')));
  }
  Attack attack{"", file, {found[2]}, std::stod(found[6]), std::stod(found[7])};
  if (found[4].matched) attack.verdicts.push_back(found[4]);
  if (found[9].matched) attack.lab = found[9];
  attack.is_built = !found[5].matched && found[2] != "forbidden" && found[2] != "build_failed";
  return attack;
}

/// `merge`, a right answer, with what an attack puts at the line "// The attack." or else before the
/// function, and after a line "// merge begins with:" at its beginning. `text` is its section of a file
/// *.attacks.
inline std::string attacked(std::string merge, const std::string& text) {
  const std::string marker = "// merge begins with:\n";
  const std::size_t head = text.find('\n', text.find('\n') + 1) + 1;
  const std::size_t before_marker = std::min(text.find(marker), text.size());
  const std::size_t function = std::min(merge.find("// The attack.\n"), merge.find("__host__")),
                    body = merge.find("{\n", function);
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

/// A whole file, below the two lines of its head: with the lines that each begins with, if it has none.
inline std::string whole(std::string text) {
  const std::string begins = "#pragma once\n";
  const std::size_t head = text.find('\n', text.find('\n') + 1) + 1;
  if (text.compare(head, begins.size(), begins) != 0)
    text.insert(head, begins + "\n#include <mergelab/lab.cuh>\n\n");
  return text;
}

/// The attacks in a folder, in order of their names. Each is a section of a file, below a line "//! NAME": of
/// *.files a whole file, of *.patches a lab's solution with changes, of *.attacks what is put into `merge`,
/// or into the section "//! base" above it.
inline std::vector<Attack> attacks_in(const std::filesystem::path& folder, const std::string& merge) {
  std::vector<Attack> attacks;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string kind = entry.path().extension();
    std::string base = merge;
    for (const auto& [name, text] : sections_of(read_text(entry.path()), "//! ")) {
      if (name == "base") {
        base = text;
        continue;
      }
      const std::string file = kind == ".files"     ? whole(text)
                               : kind == ".patches" ? patched(text, name)
                                                    : attacked(base, text);
      attacks.push_back(read_attack(file));
      attacks.back().name = name;
    }
  }
  std::sort(attacks.begin(), attacks.end(), [](const auto& x, const auto& y) { return x.name < y.name; });
  return attacks;
}

// Which attacks are graded together, and those in every run of the tests.

inline const std::vector<Attack>& attacks() {
  static const std::filesystem::path tests = std::filesystem::path(MERGELAB_SOURCE_DIR) / "tests";
  static const std::vector<Attack> all = attacks_in(
      tests / "hostile" / "submissions", read_text(tests / "fake_course/solutions/01_merge/merge.cuh"));
  return all;
}

inline const Attack& attack_named(const std::string& name) {
  for (const Attack& attack : attacks()) {
    if (attack.name == name) return attack;
  }
  throw std::runtime_error("no attack " + name);
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
