// Questions about the merge of one thread and about co-ranks.
#include <fmt/ranges.h>

#include "kits/pairs/merged.hpp"
#include "kits/questions/kinds.hpp"
#include "kits/ranks/check.hpp"

namespace mergelab::predict {
namespace {

Arrays small_arrays(Random& random) {
  const int m = between(random, 3, 6), n = between(random, 3, 6);
  return draw_arrays(random, m, n);
}

/// "A[0] B[0] A[1]": where the first k outputs come from.
std::string sources(const Arrays& arrays, int k) {
  judge::StableMerge expected(arrays);
  std::vector<std::string> words;
  for (int q = 0; q < k; ++q) {
    expected.next();
    words.push_back(expected.source());
  }
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

Question comparisons(Random& random) {
  const Arrays arrays = small_arrays(random);
  const int m = size(arrays.a), n = size(arrays.b);
  judge::StableMerge expected(arrays);
  int made = 0;
  while (static_cast<int>(expected.taken_of_a()) < m && static_cast<int>(expected.taken_of_b()) < n) {
    expected.next();
    ++made;
  }
  const bool a_first = static_cast<int>(expected.taken_of_a()) == m;
  Question question;
  question.text = show(arrays) +
                  "\nThe merge compares two heads as long as both arrays have one, and copies the rest.\n"
                  "How many comparisons does it make?\n";
  question.wanted = {"comparisons"};
  question.answer = {made};
  question.explanation = fmt::format(
      "{} runs out first, after {} outputs, and each of them took one comparison. The rest of {}, {} of the "
      "{} "
      "outputs, is copied without one.",
      a_first ? 'A' : 'B', made, a_first ? 'B' : 'A', m + n - made, m + n);
  return question;
}

Question origin(Random& random) {
  const Arrays arrays = small_arrays(random);
  const int total = size(arrays.a) + size(arrays.b), k = between(random, 1, total - 2);
  judge::StableMerge expected(arrays);
  for (int q = 0; q < k; ++q) expected.next();
  const int i = static_cast<int>(expected.taken_of_a()), j = static_cast<int>(expected.taken_of_b());
  const int key = expected.next();
  Question question;
  question.text = show(arrays) + fmt::format(
                                     "\nC is their stable merge, and ties take A first. Which "
                                     "element becomes C[{}]? C begins with C[0].\n",
                                     k);
  question.wanted = {"letter"};
  std::vector<std::string> near;
  for (const auto& [name, index, length] : {std::tuple{'A', i, size(arrays.a)}, {'B', j, size(arrays.b)}}) {
    for (int other = index - 1; other <= index + 1; ++other) {
      if (other >= 0 && other < length) near.push_back(fmt::format("{}[{}]", name, other));
    }
  }
  question.choices = near;
  question.answer = {std::ranges::find(near, expected.source()) - near.begin()};
  const std::string why =
      i == size(arrays.a) ? "A has run out"
      : j == size(arrays.b)
          ? "B has run out"
          : fmt::format("the heads are {} and {}", element('A', arrays.a, i), element('B', arrays.b, j));
  const bool tie = i < size(arrays.a) && j < size(arrays.b) &&
                   arrays.a[static_cast<std::size_t>(i)] == arrays.b[static_cast<std::size_t>(j)];
  question.explanation =
      fmt::format("Before it come {}. Then {}{}: C[{}] is {}, the key {}.", sources(arrays, k), why,
                  tie ? ", and ties take A first" : "", k, expected.source(), key);
  return question;
}

Question split(Random& random) {
  const Arrays arrays = small_arrays(random);
  const int m = size(arrays.a), n = size(arrays.b), k = between(random, 2, m + n - 2);
  const int i = rank(arrays, k), j = k - i;
  Question question;
  question.text =
      show(arrays) + fmt::format(
                         "\nOf the first k = {} outputs of their stable merge, i come from A and j "
                         "from B. What are i and j?\n",
                         k);
  question.wanted = {"i", "j"};
  question.answer = {i, j};
  std::vector<std::string> tests;
  if (i > 0 && j < n)
    tests.push_back(
        fmt::format("{} may go before {} (<=)", element('A', arrays.a, i - 1), element('B', arrays.b, j)));
  if (j > 0 && i < m)
    tests.push_back(
        fmt::format("{} goes before {} (<)", element('B', arrays.b, j - 1), element('A', arrays.a, i)));
  question.explanation =
      fmt::format("The first {} outputs are {}, so co_rank({}) = {} and j = {} - {} = {}. The test: {}.", k,
                  sources(arrays, k), k, i, k, i, j, fmt::join(tests, ", and "));
  return question;
}

Question search_range(Random& random) {
  const int m = between(random, 3, 20), n = between(random, 3, 20), k = between(random, 1, m + n - 1);
  const int low = std::max(0, k - n), high = std::min(k, m);
  Question question;
  question.text = fmt::format(
      "A has m = {} elements, B has n = {}. The search for the co-rank of k = {} begins with the least and\n"
      "the greatest possible i, whatever the keys are. What are they, low and high?\n",
      m, n, k);
  question.wanted = {"low", "high"};
  question.answer = {low, high};
  question.explanation = fmt::format(
      "B gives at most n = {} of the {} outputs, so at least {} - {} = {} come from A{}: low = {}. A gives "
      "at most m and at most k: high = min(k, m) = min({}, {}) = {}.",
      n, k, k, n, k - n, k < n ? ", which is below 0" : "", low, k, m, high);
  return question;
}

Question candidate(Random& random) {
  const Arrays arrays = small_arrays(random);
  const int m = size(arrays.a), n = size(arrays.b), k = between(random, 2, m + n - 2);
  const int low = std::max(0, k - n), high = std::min(k, m);
  // The right one as often as each neighbour, where there are neighbours.
  const int i = std::clamp(rank(arrays, k) + between(random, -1, 1), low, high), j = k - i;
  const std::array<int, 1> asked{k}, given{i};
  const Outcome outcome = judge::check_ranks(arrays, asked, given);
  Question question;
  question.text =
      show(arrays) + fmt::format(
                         "\nA search for the co-rank of k = {} tries i = {}, so j = {}. Ties take A "
                         "first. This i is\n",
                         k, i, j);
  question.wanted = {"letter"};
  question.choices = {"the co-rank", "too small", "too large"};
  const int right = rank(arrays, k);
  question.answer = {i == right ? 0 : i < right ? 1 : 2};
  const bool same_keys = outcome.symptom == "split_not_stable";
  if (outcome.passed()) {
    question.explanation =
        fmt::format("The first {} outputs are {}: {} of them come from A.", k, sources(arrays, k), right);
  } else {
    std::string why = text_of(judge::why_not_the_split(arrays, k, i));
    why.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(why.front())));
    question.explanation =
        fmt::format("{}{} So i is too {}: the co-rank is {}.", why,
                    same_keys ? ", and ties take A first." : ".", i < right ? "small" : "large", right);
  }
  return question;
}

}  // namespace mergelab::predict
