// The shared runs of two files, to show side by side.
#include <algorithm>
#include <unordered_map>

#include "similar/compare.hpp"

namespace mergelab::similar {
namespace {

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
