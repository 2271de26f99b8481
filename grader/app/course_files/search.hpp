// Looks for pieces of solutions in other files, also with other text around them: comment marks, quotes of
// JSON or C++, a patch's signs, other line breaks, other names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mergelab::app::releases {

/// A place in a file with a piece of a solution. Lines count from 1.
struct Leak {
  int first_line = 0, last_line = 0;
  std::string solution;
  int solution_line = 0;
};

/// A piece is three lines in a row that say something, a TODO region that has fewer, kTokens tokens in a row,
/// or kRenamedTokens where names may differ. Text that is also public is not a piece.
class SolutionSearch {
 public:
  static constexpr std::size_t kTokens = 20, kRenamedTokens = 40;

  void add_solution(const std::string& name, std::string_view text);
  /// A text that everybody may see, such as a skeleton; to be added after all solutions.
  void allow(std::string_view text);
  /// What of the solutions a text holds, in its order; pieces that overlap are one.
  [[nodiscard]] std::vector<Leak> find(std::string_view text) const;

 private:
  struct Place {
    int solution, line;
  };
  using Pieces =
      std::map<std::size_t, std::unordered_map<std::uint64_t, Place>>;  // by their length in tokens

  std::vector<std::string> solutions_;
  Pieces pieces_, renamed_;
};

}  // namespace mergelab::app::releases
