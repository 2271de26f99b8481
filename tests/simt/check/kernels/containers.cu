// Host code with containers and functions whose code the C++ library has compiled.
#include <cuda_runtime.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

constexpr int kKeys = 64;

/// The same on each machine.
int next_number(unsigned& state, int below) {
  state = state * 1664525 + 1013904223;
  return static_cast<int>((state >> 8) % static_cast<unsigned>(below));
}

/// The black nodes on each way down, or less than 0: not the same on all, or a red node under a red one.
int black_height(const std::_Rb_tree_node_base* node) {
  if (node == nullptr) return 0;
  const bool is_red = node->_M_color == std::_S_red;
  for (const auto* below : {node->_M_left, node->_M_right}) {
    if (below != nullptr && (below->_M_parent != node || (is_red && below->_M_color == std::_S_red)))
      return -1000;
  }
  const int left = black_height(node->_M_left), right = black_height(node->_M_right);
  return left == right ? left + (is_red ? 0 : 1) : -1000;
}

}  // namespace

/// How often a set differs from a table of its keys, over insertions and removals in an order of their own.
extern "C" int run_tree(int steps, unsigned state) {
  std::set<int> set;
  bool table[kKeys] = {};
  int wrong = 0;
  for (int step = 0; step < steps; ++step) {
    const int key = next_number(state, kKeys);
    if (next_number(state, 2) == 0) {
      wrong += set.insert(key).second == table[key];
      table[key] = true;
    } else {
      wrong += set.erase(key) != (table[key] ? 1U : 0U);
      table[key] = false;
    }
    if (step % 8 != 0) continue;
    auto at = set.begin();
    for (int i = 0; i < kKeys; ++i) {
      if (!table[i]) continue;
      wrong += at == set.end() || *at != i;
      if (at != set.end()) ++at;
    }
    wrong += at != set.end();
    auto back = set.rbegin();
    for (int i = kKeys - 1; i >= 0; --i) {
      if (!table[i]) continue;
      wrong += back == set.rend() || *back != i;
      if (back != set.rend()) ++back;
    }
    wrong += back != set.rend() || black_height(set.end()._M_node->_M_parent) < 0;
  }
  return wrong;
}

extern "C" int run_list(int count) {
  std::list<int> one, two;
  for (int i = 0; i < count; ++i) (i % 2 == 0 ? one : two).push_front(i);
  one.sort();
  two.sort();
  one.merge(two);
  one.reverse();
  two.swap(one);
  one.push_back(count);
  one.swap(two);
  two.splice(two.begin(), one);
  two.remove(0);
  int wrong = !one.empty(), expected = count;
  std::vector<int> all(two.begin(), two.end());
  std::sort(all.begin(), all.end(), [](int a, int b) { return a > b; });
  for (const int value : all) wrong += value != expected--;
  return wrong + expected;
}

extern "C" int run_hash(int count) {
  std::unordered_map<std::string, int> map;
  for (int i = 0; i < count; ++i) map["key " + std::to_string(i)] = i;
  for (int i = 0; i < count; i += 2) map.erase("key " + std::to_string(i));
  int wrong = static_cast<int>(map.size()) != count / 2;
  for (int i = 0; i < count; ++i) {
    const auto found = map.find("key " + std::to_string(i));
    wrong += (found != map.end()) != (i % 2 == 1) || (found != map.end() && found->second != i);
  }
  return wrong;
}

extern "C" int run_functions() {
  static const std::vector<int> lasts = {1, 2, 3};  // to the end
  srand(7);
  const int first = rand();
  srand(7);
  const auto begin = std::chrono::steady_clock::now();
  const auto end = std::chrono::steady_clock::now();
  const std::string text = "a grid of blocks";
  int wrong = first != rand() || first < 0 || !(begin < end) || lasts.size() != 3;
  wrong += std::stoi("0012", nullptr, 0) != 10 || std::stof("1.5") != 1.5F;
  try {
    wrong += std::stoi("99999999999999999999") != 0 || 1;
  } catch (const std::out_of_range&) {
  }
  wrong += std::getenv("PATH") != nullptr;
  wrong += std::strstr(text.c_str(), "of") != text.c_str() + 7 || std::strstr(text.c_str(), "off") != nullptr;
  return wrong;
}

/// What C's text functions give for all characters, and for a few texts; the same as those of the library
/// outside of the engine.
extern "C" int run_texts() {
  int (*const functions[])(int) = {isalpha, isupper, islower, isdigit, isxdigit, isalnum,
                                   isspace, isblank, ispunct, isgraph, isprint,  iscntrl};
  unsigned sum = 0, place = 0;
  for (int c = -1; c < 256; ++c) {
    for (const auto function : functions) sum = sum * 31 + (function(c) != 0 ? ++place : 0);
    sum = sum * 31 + static_cast<unsigned>(tolower(c) * 3 + toupper(c));
  }
  char text[40] = "blocks";
  strcat(text, ", ");
  strncat(text, "warps and lanes", 5);
  sum = sum * 31 + static_cast<unsigned>(strlen(text));
  char* copy = strdup(text);
  for (char* part = strtok(copy, ", "); part != nullptr; part = strtok(nullptr, ", ")) {
    while (*part != '\0') sum = sum * 31 + static_cast<unsigned char>(*part++);
  }
  free(copy);
  sum = sum * 31 +
        static_cast<unsigned>(strspn(text, "blok") + 8 * strcspn(text, " ,") + 64 * strnlen(text, 3));
  sum = sum * 31 + static_cast<unsigned>(strpbrk(text, "w,") - text);
  return static_cast<int>(sum * 31 + (strpbrk(text, "xyz") == nullptr ? 1 : 0));
}

/// How many of the sorted elements are out of order or can't be found.
extern "C" int run_sort(int count) {
  const auto compare = [](const void* a, const void* b) {
    const int left = *static_cast<const int*>(a), right = *static_cast<const int*>(b);
    return left < right ? -1 : left > right ? 1 : 0;
  };
  std::vector<int> values(count);
  unsigned state = 5;
  long sum = 0, sorted_sum = 0;
  for (int& value : values) sum += value = 2 * next_number(state, 50);
  qsort(values.data(), values.size(), sizeof(int), compare);
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    sorted_sum += values[i];
    wrong += i > 0 && values[i - 1] > values[i];
    const auto* found =
        static_cast<int*>(bsearch(&values[i], values.data(), values.size(), sizeof(int), compare));
    wrong += found == nullptr || *found != values[i];
    const int missing = values[i] + 1;
    wrong += bsearch(&missing, values.data(), values.size(), sizeof(int), compare) != nullptr;
  }
  const auto [quotient, remainder] = std::div(-17, 5);
  return wrong + (sum != sorted_sum) + (quotient != -3 || remainder != -2);
}

/// A list's link in other memory.
extern "C" void run_forged(int* memory) {
  auto& list = *new std::list<int>{1};
  auto* link = reinterpret_cast<std::__detail::_List_node_base*>(memory);
  link->_M_hook(list.begin()._M_node);
}

namespace {
__global__ void draws(int* out) { out[0] = rand(); }
}  // namespace
extern "C" void run_kernel_that_draws(int* out) { draws<<<1, 1>>>(out); }
