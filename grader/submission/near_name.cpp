#include "submission/near_name.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include "base/did_you_mean.hpp"
#include "base/lower_case.hpp"

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
  static const std::regex no_break("\xC2\xA0|\xE2\x80\xAF");
  constexpr std::size_t kLongest = 255, kShort = 6;
  if (name == wanted) return NameMatch::exact;
  if (name.size() > kLongest || name.starts_with('.')) return NameMatch::none;
  const std::string target = words_of(without_ending(base::lower_case(wanted)));
  const std::string lower = base::lower_case(name), first{without_ending(lower)};
  if (first == lower) return lower == target ? NameMatch::similar : NameMatch::none;
  std::string rest = std::regex_replace(first, no_break, " ");
  for (std::string before; rest != before;) {
    if (words_of(rest) == target) return NameMatch::variant;
    before = rest;
    rest = without_ending(rest);
    if (rest == before) rest = without_addition(rest);
  }
  const std::size_t most = target.size() < kShort ? 1 : kMostEdits;
  const bool is_similar =
      words_of(rest).ends_with("_" + target) || base::edit_distance(words_of(first), target) <= most;
  return is_similar ? NameMatch::similar : NameMatch::none;
}

std::string quoted_name(std::string_view name) {
  std::string text = "'";
  for (const char c : name) text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return text + "'";
}

}  // namespace mergelab::submission
