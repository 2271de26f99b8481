// Arguments and constants that a user gives by hand, in place of a case of the course.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"
#include "judge/image.hpp"
#include "model/course.hpp"

namespace mergelab::app {

/// The words as they were typed.
struct ByHand {
  std::vector<std::string> arguments;  // NAME=VALUE
  /// "--arg", of a verb that tries a lab.
  void add_to(CommandOptions& command);
  [[nodiscard]] bool empty() const { return arguments.empty(); }
  /// " --arg x=1,4 --arg block=8": what repeats them, behind a command; "..." for what is too long to be
  /// shown.
  [[nodiscard]] std::string again() const;
};

/// What these words are in a lab.
struct OwnArguments {
  std::map<std::string, std::string> words;  // of arrays, and of the numbers of a lab without a kit
  Numbers constants;                         // in place of the lab's
  Numbers chosen;                            // of Kit::chosen_numbers()
};
/// Throws UsageError for what the lab's function does not take, and for a lab that runs on ranks.
[[nodiscard]] OwnArguments own_arguments(const Lab& lab, const ByHand& by_hand);

/// The words for arrays and constants.
[[nodiscard]] ByHand by_hand(const std::map<std::string, std::vector<int>>& arrays, const Numbers& constants);

/// Throws UsageError for a lab that runs on ranks.
void require_traceable(const Lab& lab, const std::string& what);

/// Throws UsageError for a lab without a kit: nobody knows what to ask or to draw there.
void require_kit(const Lab& lab);

/// A lab whose one item is the arguments given, worth no points.
[[nodiscard]] Lab own_lab(const Lab& lab);
/// Its family. Throws UsageError or course::Error.
[[nodiscard]] Family own_family(const Lab& lab, const std::map<std::string, std::string>& words);
[[nodiscard]] Family own_family(const Lab& lab, const std::map<std::string, std::vector<int>>& arrays);

/// The problems of a case whose sizes don't follow from a launch.
[[nodiscard]] judge::ProblemSet problems_of_case(const Lab& lab, const Family& family, const CaseSpec& spec,
                                                 std::uint64_t seed);

/// The arrays that a call gets: "A of 3 and B of 2 elements".
[[nodiscard]] std::string arrays_in_words(const Lab& lab, const judge::Inputs& inputs);

}  // namespace mergelab::app
