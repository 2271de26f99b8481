// Which questions are asked, in which order; and what their makers share.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "base/hash.hpp"
#include "kits/pairs/stable_merge.hpp"
#include "kits/questions/kinds.hpp"

namespace mergelab::predict {
namespace {

using Maker = Question (*)(Random&);

const std::map<std::string, Maker>& makers() {
  static const std::map<std::string, Maker> table{{"comparisons", comparisons},
                                                  {"origin", origin},
                                                  {"split", split},
                                                  {"search_range", search_range},
                                                  {"candidate", candidate},
                                                  {"share", share},
                                                  {"grid", grid},
                                                  {"section", section},
                                                  {"tiles", tiles},
                                                  {"consumed", consumed},
                                                  {"tile_share", tile_share},
                                                  {"refill", refill},
                                                  {"ring_start", ring_start},
                                                  {"sectors", sectors},
                                                  {"turns", turns},
                                                  {"race", race}};
  return table;
}

void shuffle(std::vector<std::string>& words, Random& random) {
  for (std::size_t left = words.size(); left > 1; --left)
    std::swap(words[left - 1], words[random.below(left)]);
}

}  // namespace

int between(Random& random, int least, int most) {
  return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least) + 1));
}

int size(const std::vector<int>& keys) { return static_cast<int>(keys.size()); }

Arrays draw_arrays(Random& random, int m, int n) {
  const int largest = std::max(4, (m + n) * 2 / 3);
  const auto draw = [&](int count) {
    std::vector<int> keys(static_cast<std::size_t>(count));
    for (int& key : keys) key = between(random, 1, largest);
    std::sort(keys.begin(), keys.end());
    return keys;
  };
  Arrays arrays;
  arrays.a = draw(m);
  arrays.b = draw(n);
  return arrays;
}

std::string show(const Arrays& arrays) {
  std::string text = "  index  ";
  for (int i = 0; i < std::max(size(arrays.a), size(arrays.b)); ++i) text += fmt::format("{:3}", i);
  const auto add = [&](char name, char length, const std::vector<int>& keys) {
    text += fmt::format("\n  {}      ", name);
    for (const int key : keys) text += fmt::format("{:3}", key);
    text += fmt::format("    {} = {}", length, keys.size());
  };
  add('A', 'm', arrays.a);
  add('B', 'n', arrays.b);
  return text + "\n";
}

int rank(const Arrays& arrays, int k) {
  judge::StableMerge expected(arrays);
  for (int q = 0; q < k; ++q) expected.next();
  return static_cast<int>(expected.taken_of_a());
}

std::string element(char array, const std::vector<int>& keys, int index) {
  return fmt::format("{}[{}] = {}", array, index, keys.at(static_cast<std::size_t>(index)));
}

std::vector<Question> make_questions(const std::vector<std::string>& kinds, std::size_t count,
                                     std::uint64_t seed) {
  Random random(base::mix(seed));
  std::vector<std::string> order;
  std::vector<Question> questions;
  while (questions.size() < count) {
    if (order.empty()) {
      order = kinds;
      shuffle(order, random);
    }
    const auto maker = makers().find(order.back());
    if (maker == makers().end())
      throw std::invalid_argument(fmt::format("unknown kind of question '{}'", order.back()));
    order.pop_back();
    questions.push_back(maker->second(random));
    questions.back().kind = maker->first;
  }
  return questions;
}

}  // namespace mergelab::predict
