#include "similar/compare.hpp"

#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/hash.hpp"
#include "base/lines.hpp"
#include "base/source_tokens.hpp"

namespace mergelab::similar {
namespace {

using base::SourceToken;
using base::TokenKind;

/// Says nothing of how the program goes.
bool is_left_out(const SourceToken& token) {
  static constexpr std::array<std::string_view, 12> kWords{
      "{",      "}",        "const",        "constexpr", "inline",        "static",
      "extern", "volatile", "__restrict__", "restrict",  "__forceinline", "__forceinline__"};
  return token.kind != TokenKind::literal && base::is_one_of(kWords, token.text);
}

bool is_integer_type(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kTypes{
      "int",     "unsigned", "long",    "short",    "signed",    "auto",   "size_t",
      "int32_t", "uint32_t", "int64_t", "uint64_t", "ptrdiff_t", "ssize_t"};
  return base::is_one_of(kTypes, word);
}

/// Words of the language, and names of CUDA and the standard library that say what is done.
bool is_known(std::string_view word) {
  static constexpr std::array<std::string_view, 37> kWords{
      "if",       "else",     "for",     "while",     "do",     "switch",      "case",     "default",
      "break",    "continue", "return",  "goto",      "sizeof", "static_cast", "struct",   "class",
      "template", "typename", "using",   "namespace", "new",    "delete",      "true",     "false",
      "nullptr",  "void",     "bool",    "char",      "float",  "double",      "operator", "threadIdx",
      "blockIdx", "blockDim", "gridDim", "min",       "max"};
  return base::is_one_of(kWords, word) || word.starts_with("__") || word.starts_with("cuda");
}

std::string_view normalised(const SourceToken& token, const KeptNames& kept) {
  switch (token.kind) {
    case TokenKind::literal:
      return "\"\"";
    case TokenKind::name:
      if (is_integer_type(token.text)) return "int";
      return is_known(token.text) || kept.contains(token.text) ? token.text : "a name";
    case TokenKind::number:
    case TokenKind::sign:
      break;
  }
  return token.text;
}

constexpr std::size_t kLeastCommon = 10, kCommonTenth = 10;
constexpr double kMostPairs = 0.95;

struct Printed {
  std::vector<std::uint64_t> tokens;
  std::vector<std::uint64_t> hashes;  // of its fingerprints, sorted, each once
};

void add_grams(const std::string& text, const KeptNames& kept, BaseGrams& base) {
  for (const std::uint64_t gram : grams_of(code_of(text, kept))) base.insert(gram);
}

Printed printed(const std::string& text, const KeptNames& kept, const BaseGrams& base) {
  Printed result;
  const std::vector<CodeToken> code = code_of(text, kept);
  result.tokens.reserve(code.size());
  for (const CodeToken& token : code) result.tokens.push_back(token.hash);
  for (const Fingerprint& print : winnow(grams_of(code), base)) result.hashes.push_back(print.hash);
  std::ranges::sort(result.hashes);
  result.hashes.erase(std::unique(result.hashes.begin(), result.hashes.end()), result.hashes.end());
  return result;
}

std::size_t shared_hashes(const std::vector<std::uint64_t>& one, const std::vector<std::uint64_t>& other) {
  std::vector<std::uint64_t> both;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
  return both.size();
}

/// The greatest part that one of the course's solutions shares with another, when each pair is compared as
/// two students' files are: all other solutions are base code.
void compare_solutions(const LabCode& lab, Expected& expected) {
  expected.solutions = lab.solutions.size();
  for (std::size_t i = 0; i < lab.solutions.size(); ++i) {
    for (std::size_t j = i + 1; j < lab.solutions.size(); ++j) {
      BaseGrams base;
      for (const std::string& text : lab.base) add_grams(text, lab.kept, base);
      for (std::size_t other = 0; other < lab.solutions.size(); ++other) {
        if (other != i && other != j) add_grams(lab.solutions[other], lab.kept, base);
      }
      const Printed one = printed(lab.solutions[i], lab.kept, base);
      const Printed two = printed(lab.solutions[j], lab.kept, base);
      Pair pair{i, j, shared_hashes(one.hashes, two.hashes), one.hashes.size(), two.hashes.size()};
      expected.most_of_solutions = std::max(expected.most_of_solutions, pair.greater_part());
      expected.most_shared = std::max(expected.most_shared, pair.shared);
    }
  }
}

/// Of the parts of all pairs, of which those that share nothing are not in `shared`.
void look_at_pairs(const std::vector<Pair>& shared, std::size_t files, Expected& expected) {
  expected.pairs = files < 2 ? 0 : files * (files - 1) / 2;
  std::vector<double> parts;
  for (const Pair& pair : shared) parts.push_back(pair.greater_part());
  std::ranges::sort(parts);
  const auto at = [&](double quantile) {
    const auto rank = static_cast<std::size_t>(quantile * static_cast<double>(expected.pairs));
    const std::size_t zeros = expected.pairs - parts.size();
    return rank < zeros || parts.empty() ? 0 : parts[std::min(rank - zeros, parts.size() - 1)];
  };
  if (expected.pairs == 0) return;
  expected.half = at(0.5);
  expected.most = at(kMostPairs);
}

// Of a run that a file repeats over and over, the first places will do.
constexpr std::size_t kMostPlaces = 64;

struct Side {
  explicit Side(const std::string& text, const KeptNames& kept)
      : code(code_of(text, kept)), grams(grams_of(code)), taken(code.size()) {}
  /// Whether a run may begin at this token, or go on with the gram there.
  [[nodiscard]] bool is_free(std::size_t at) const {
    return at + kGram <= code.size() && !taken[at] && !taken[at + kGram - 1];
  }
  void take(std::size_t begin, std::size_t length) {
    std::fill_n(taken.begin() + static_cast<std::ptrdiff_t>(begin), length, true);
  }
  std::vector<CodeToken> code;
  std::vector<std::uint64_t> grams;
  std::vector<bool> taken;
};

/// How many grams in a row are the same in both, free, and no base code.
std::size_t grams_in_common(const Side& one, std::size_t i, const Side& other, std::size_t j,
                            const BaseGrams& base) {
  std::size_t count = 0;
  while (one.is_free(i + count) && other.is_free(j + count) &&
         one.grams[i + count] == other.grams[j + count] && !base.contains(one.grams[i + count]))
    ++count;
  return count;
}

/// Tokens in common, as places in both.
struct Run {
  std::size_t first, second, length;
};

/// Whether only a little base code, the same in both, is between a run and the one at i and j.
bool is_one_with(const Run& run, const Side& one, std::size_t i, const Side& other, std::size_t j) {
  const std::size_t first = run.first + run.length, second = run.second + run.length;
  if (j < second || i - first != j - second || i - first > kGram) return false;
  return std::equal(one.code.begin() + static_cast<std::ptrdiff_t>(first),
                    one.code.begin() + static_cast<std::ptrdiff_t>(i),
                    other.code.begin() + static_cast<std::ptrdiff_t>(second),
                    [](const CodeToken& x, const CodeToken& y) { return x.hash == y.hash; });
}

}  // namespace

std::vector<CodeToken> code_of(std::string_view source, const KeptNames& kept) {
  std::vector<CodeToken> code;
  for (const SourceToken& token : base::source_tokens(source)) {
    if (is_left_out(token)) continue;
    code.push_back({base::hash_text(base::kHashOfNothing, normalised(token, kept)), token.offset, token.end(),
                    token.line});
  }
  return code;
}

std::vector<std::uint64_t> grams_of(const std::vector<CodeToken>& code) {
  constexpr std::uint64_t kFactor = base::kSplitMixStep;  // odd, so that no token's part is lost
  std::uint64_t leaving = 1;                              // the factor of the token that leaves the run
  for (std::size_t i = 1; i < kGram; ++i) leaving *= kFactor;
  std::vector<std::uint64_t> grams;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i >= kGram) sum -= code[i - kGram].hash * leaving;
    sum = sum * kFactor + code[i].hash;
    if (i + 1 >= kGram) grams.push_back(base::mix(sum));
  }
  return grams;
}

std::vector<Fingerprint> winnow(const std::vector<std::uint64_t>& grams, const BaseGrams& base,
                                std::size_t window) {
  std::vector<Fingerprint> chosen;
  if (grams.empty()) return chosen;
  const std::size_t size = std::min(window, grams.size());
  for (std::size_t begin = 0; begin + size <= grams.size(); ++begin) {
    std::optional<std::size_t> least;
    for (std::size_t i = begin; i < begin + size; ++i) {
      if (!base.contains(grams[i]) && (!least || grams[i] <= grams[*least])) least = i;
    }
    if (least && (chosen.empty() || chosen.back().at != *least)) chosen.push_back({grams[*least], *least});
  }
  return chosen;
}

BaseGrams base_of(const LabCode& lab) {
  BaseGrams base;
  for (const std::string& text : lab.base) add_grams(text, lab.kept, base);
  for (const std::string& text : lab.solutions) add_grams(text, lab.kept, base);
  return base;
}

Comparison compare(const LabCode& lab, std::size_t most_files) {
  Comparison result;
  compare_solutions(lab, result.expected);
  const BaseGrams base = base_of(lab);

  // Of files with the same bytes only the first counts.
  std::map<std::string_view, std::vector<std::size_t>> by_text;
  for (std::size_t i = 0; i < lab.files.size(); ++i) by_text[lab.files[i].text].push_back(i);
  std::vector<std::size_t> files;
  for (const auto& [text, same] : by_text) files.push_back(same.front());
  std::ranges::sort(files);

  std::map<std::size_t, Printed> prints;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> having;
  for (const std::size_t file : files) {
    Printed& print = prints[file] = printed(lab.files[file].text, lab.kept, base);
    const std::vector<std::size_t>& same = by_text.at(lab.files[file].text);
    if (print.hashes.empty()) {
      result.too_short.insert(result.too_short.end(), same.begin(), same.end());
    } else if (same.size() > 1) {
      result.identical.push_back(same);
    }
    for (const std::uint64_t hash : print.hashes) having[hash].push_back(file);
  }
  std::ranges::sort(result.too_short);

  result.most_files = most_files != 0 ? most_files : std::max(kLeastCommon, files.size() / kCommonTenth);
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
  std::map<std::size_t, std::size_t> own;
  for (const auto& [hash, holders] : having) {
    if (holders.size() > result.most_files) {
      ++result.common;
      continue;
    }
    for (std::size_t i = 0; i < holders.size(); ++i) {
      ++own[holders[i]];
      for (std::size_t j = i + 1; j < holders.size(); ++j) ++counts[{holders[i], holders[j]}];
    }
  }
  for (const auto& [both, shared] : counts) {
    const auto [first, second] = both;
    result.pairs.push_back(
        {first, second, shared, own[first], own[second], prints[first].tokens == prints[second].tokens});
  }
  look_at_pairs(result.pairs, files.size(), result.expected);
  std::ranges::stable_sort(result.pairs, [](const Pair& one, const Pair& other) {
    if (one.shared != other.shared) return one.shared > other.shared;
    return one.greater_part() > other.greater_part();
  });
  return result;
}

std::vector<Stretch> stretches_of(const LabCode& lab, const BaseGrams& base, std::size_t first,
                                  std::size_t second) {
  Side one(lab.files.at(first).text, lab.kept), other(lab.files.at(second).text, lab.kept);
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> places;
  for (std::size_t j = 0; j < other.grams.size(); ++j) {
    std::vector<std::size_t>& of_gram = places[other.grams[j]];
    if (of_gram.size() < kMostPlaces) of_gram.push_back(j);
  }
  std::vector<Run> runs;
  for (std::size_t i = 0; i < one.grams.size();) {
    std::size_t longest = 0, at = 0;
    if (const auto found = places.find(one.grams[i]); found != places.end()) {
      for (const std::size_t j : found->second) {
        const std::size_t count = grams_in_common(one, i, other, j, base);
        if (count > longest) {
          longest = count;
          at = j;
        }
      }
    }
    if (longest == 0) {
      ++i;
      continue;
    }
    const std::size_t length = longest + kGram - 1;
    one.take(i, length);
    other.take(at, length);
    if (!runs.empty() && is_one_with(runs.back(), one, i, other, at)) {
      runs.back().length = i + length - runs.back().first;
    } else {
      runs.push_back({i, at, length});
    }
    i += length;
  }
  std::vector<Stretch> stretches;
  for (const Run& run : runs) {
    stretches.push_back({one.code[run.first].offset, one.code[run.first + run.length - 1].end,
                         other.code[run.second].offset, other.code[run.second + run.length - 1].end,
                         run.length});
  }
  return stretches;
}

}  // namespace mergelab::similar
