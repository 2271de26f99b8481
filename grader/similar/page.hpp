// The page that shows pairs side by side, and the table of all pairs.
#pragma once

#include "similar/compare.hpp"

namespace mergelab::similar {

/// A lab, and the findings in it.
struct Compared {
  LabCode code;
  Comparison found;
};

/// A pair of some lab.
struct Listed {
  const Compared* lab = nullptr;
  const Pair* pair = nullptr;
  /// No more alike than the course's own solutions.
  [[nodiscard]] bool is_expected() const {
    return pair->shared <= lab->found.expected.most_shared &&
           pair->greater_part() <= lab->found.expected.most_of_solutions;
  }
};

/// The pairs of all labs: those that share more fingerprints come first.
[[nodiscard]] std::vector<Listed> ranked(const std::vector<Compared>& labs);

/// Sentences about what to expect in a lab: how much the course's solutions and all pairs of files share.
[[nodiscard]] std::string expected_text(const Compared& lab);
/// "12 %": never rounded up to all, or down to nothing.
[[nodiscard]] std::string percent(double part);

/// One page of HTML that needs no other file, with the first `most` of the pairs side by side and what they
/// share marked. `notes` say what was not compared.
[[nodiscard]] std::string page_of(const std::vector<Compared>& labs, std::size_t most,
                                  const std::vector<std::string>& notes = {});

/// A row for each pair, and for each two files with the same bytes, as spreadsheets read it.
[[nodiscard]] std::string table_of(const std::vector<Compared>& labs);

}  // namespace mergelab::similar
