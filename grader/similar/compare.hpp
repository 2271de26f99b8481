// Which files of a lab share code that was not handed out, and how much to expect.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "similar/fingerprints.hpp"

namespace mergelab::similar {

/// One student's file.
struct Handed {
  std::string student, text;
};

/// All that is compared of one lab.
struct LabCode {
  std::string lab, title, file;
  std::vector<Handed> files;
  std::vector<std::string> base;       // what was handed out, and the solutions of other labs
  std::vector<std::string> solutions;  // the course's, of this lab: the reference and its variants
  KeptNames kept;
};

struct Pair {
  std::size_t first = 0, second = 0;        // indices into LabCode::files, first < second
  std::size_t shared = 0;                   // fingerprints that both have
  std::size_t of_first = 0, of_second = 0;  // fingerprints that each has
  bool same_tokens = false;                 // the same but for names, comments and layout
  [[nodiscard]] double part_of_first() const { return part(of_first); }
  [[nodiscard]] double part_of_second() const { return part(of_second); }
  /// Of the file of which it is more.
  [[nodiscard]] double greater_part() const { return std::max(part_of_first(), part_of_second()); }

 private:
  [[nodiscard]] double part(std::size_t of) const {
    return of == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(of);
  }
};

/// How much to expect if no one looks at another's file.
struct Expected {
  std::size_t solutions = 0;     // the course's; each two are compared with the others as base code
  double most_of_solutions = 0;  // the greatest part of one that another has
  std::size_t most_shared = 0;   // the most fingerprints that two of them share
  std::size_t pairs = 0;         // of all files that differ
  double half = 0, most = 0;     // no greater part in half of all pairs, and in 95 of 100
};

struct Comparison {
  /// Indices of files with the same bytes, at least two each, in order; without files that have only base
  /// code.
  std::vector<std::vector<std::size_t>> identical;
  /// Pairs that share a fingerprint; those that share more come first. Of identical files only the first is
  /// in them.
  std::vector<Pair> pairs;
  std::vector<std::size_t> too_short;  // files with too little own code for a fingerprint
  std::size_t common = 0;              // fingerprints left out, since more files have them than `most_files`
  std::size_t most_files = 0;
  Expected expected;
};

/// Fingerprints that are in more than `most_files` different files are taken for common knowledge; 0: in more
/// than a tenth of them, and in more than ten.
[[nodiscard]] Comparison compare(const LabCode& lab, std::size_t most_files = 0);

/// A run of tokens that two files have in common, as places in their texts: half-open bytes.
struct Stretch {
  std::size_t first_begin = 0, first_end = 0, second_begin = 0, second_end = 0, tokens = 0;
};
/// The common parts of two files of a lab: runs of at least kGram tokens that are not base code, with little
/// of it between two; each token in one at most, in the first file's order.
[[nodiscard]] std::vector<Stretch> stretches_of(const LabCode& lab, const BaseGrams& base, std::size_t first,
                                                std::size_t second);

/// The runs of tokens of `base` and `solutions`.
[[nodiscard]] BaseGrams base_of(const LabCode& lab);

}  // namespace mergelab::similar
