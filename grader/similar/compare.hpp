// Which files of a lab share code that was not handed out, and how much to expect.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mergelab::similar {

// A source file as it is compared: its tokens without what is changed most easily, such as names and layout,
// and few fingerprints of them, so chosen that files with a long enough run in common have one in common.
// That is winnowing (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document
// Fingerprinting", SIGMOD 2003).

/// Names that stay themselves: a lab's functions, which everybody calls by their names.
using KeptNames = std::set<std::string, std::less<>>;

struct CodeToken {
  std::uint64_t hash = 0;           // equal for tokens that count as equal
  std::size_t offset = 0, end = 0;  // half-open, in the source
  int line = 1;
};

/// The tokens of any text, C++ or not. Comments, preprocessor lines, braces, `const` and the like are left
/// out. All names count as equal, except keywords, CUDA's names and `kept`; so do all integer types and all
/// string literals. Numbers stay.
[[nodiscard]] std::vector<CodeToken> code_of(std::string_view source, const KeptNames& kept);

/// Tokens of a k-gram, and k-grams of a window. Runs of kGram + kWindow - 1 = 16 tokens, about two lines, are
/// found wherever they are; runs of fewer than kGram never are. Chosen by what independent solutions of the
/// labs have in common: docs/instructor.md has the figures.
inline constexpr std::size_t kGram = 12, kWindow = 5;

/// The hashes of all runs of kGram tokens, in order; empty for a shorter file.
[[nodiscard]] std::vector<std::uint64_t> grams_of(const std::vector<CodeToken>& code);

/// Runs that say nothing of who wrote them, since they were handed out.
using BaseGrams = std::unordered_set<std::uint64_t>;

struct Fingerprint {
  std::uint64_t hash = 0;
  std::size_t at = 0;  // of its first token
  bool operator==(const Fingerprint&) const = default;
};

/// Of each window of `window` grams the least hash that is not of the base, the rightmost of several; each
/// position once, in order. Fewer grams than a window are one window.
[[nodiscard]] std::vector<Fingerprint> winnow(const std::vector<std::uint64_t>& grams, const BaseGrams& base,
                                              std::size_t window = kWindow);

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
