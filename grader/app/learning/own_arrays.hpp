// Arrays and shapes that a user gives by hand, in place of a case of the course.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"
#include "model/course.hpp"

namespace mergelab::app {

/// The words as they were typed; empty if they were not.
struct ByHand {
  std::optional<std::string> a, b;
  std::string section, tile, k;
  std::vector<std::string> arguments;  // NAME=VALUE
  /// "--a", "--b", "--section", "--tile" and "--arg", of a verb that tries a lab.
  void add_to(CommandOptions& command);
  [[nodiscard]] bool has_arrays() const { return a.has_value() || !arguments.empty(); }
  /// Throws UsageError for one array without the other, and for what the lab's function does not take.
  void check(const Lab& lab) const;
  /// " --a 1,4 --b 2 --tile 8": what repeats them, behind a command; "..." for what is too long to be shown.
  [[nodiscard]] std::string again() const;
};

/// Throws UsageError unless the lab's function merges two sorted arrays or finds ranks in them: `what`, a
/// verb or options, knows nothing else.
void require_merge_or_ranks(const Lab& lab, const std::string& what);

/// Throws UsageError for a lab that runs on ranks.
void require_traceable(const Lab& lab, const std::string& what);

/// Throws UsageError for a lab whose kit has no program around its function.
void require_program(const Lab& lab, const std::string& what);

/// Sorted keys from a word: "1,4,6", "" for none, or the name of a .npy file. Throws UsageError or
/// course::Error. `option` is named in messages.
[[nodiscard]] std::vector<int> keys_from(const std::string& word, const char* option);

/// The lab in the shape that was asked for. Throws UsageError for invalid numbers, and for options that the
/// lab's function can't use.
[[nodiscard]] Lab shaped(const Lab& lab, const ByHand& by_hand, bool with_case);
/// k, where it was given. Throws UsageError as shaped() does; `total`: the keys of both arrays, if known.
[[nodiscard]] std::optional<std::int64_t> asked_rank(const Lab& lab, const ByHand& by_hand,
                                                     std::optional<std::int64_t> total);

/// A lab whose one item is the two arrays given, worth no points, and its family.
[[nodiscard]] Lab own_arrays_lab(const Lab& lab);
[[nodiscard]] Family own_arrays_family(const Lab& lab, std::vector<int> a, std::vector<int> b);
/// Of such a case: how many keys it has, and "arrays, 3 + 2 keys".
[[nodiscard]] std::size_t own_keys(const CaseSpec& spec);
[[nodiscard]] std::string own_keys_in_words(const Lab& lab, const CaseSpec& spec);
/// Of the arrays, or the arguments, given by hand. Throws UsageError or course::Error.
[[nodiscard]] Family own_family(const Lab& lab, const ByHand& by_hand);

}  // namespace mergelab::app
