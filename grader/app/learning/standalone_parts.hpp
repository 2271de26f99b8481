// The parts of a standalone program that are the same for every lab: its text, in CUDA.
#pragma once

#include <string_view>

namespace mergelab::app {

inline constexpr std::string_view kIncludes = R"cu(
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <mergelab/half.hpp>
)cu";

inline constexpr std::string_view kBeginning = R"cu(
namespace standalone {

template <class Type>
constexpr bool is_real = std::is_floating_point<Type>::value || std::is_same<Type, mergelab::Half>::value;

using Words = std::map<std::string, std::string>;

void stop(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(2);
}

std::set<std::string> typed;  // names of the words that were given

/// NAME=VALUE, as `usual` has them.
Words read_words(int argc, char** argv, const Words& usual, const char* expected) {
  Words words = usual;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], name = word.substr(0, word.find('='));
    if (name == word || usual.count(name) == 0) stop(std::string("expected ") + expected + ", got " + word);
    words[name] = word.substr(name.size() + 1);
    typed.insert(name);
  }
  return words;
}

template <class Type>
Type number(const Words& words, const char* name) {
  return static_cast<Type>(std::strtod(words.at(name).c_str(), nullptr));
}

/// The array in a .npy file: its bytes.
std::string npy_bytes(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const std::size_t begin =
      bytes.size() < 10 ? bytes.size() + 1
                        : 10 + static_cast<unsigned char>(bytes[8]) + 256 * static_cast<unsigned char>(bytes[9]);
  if (begin > bytes.size()) stop(file + " is not a .npy file");
  return bytes.substr(begin);
}

/// The length of an array: as it was given, or else as the array's file has it.
template <class Type>
Type length(const Words& words, const char* name, const char* array, std::size_t element_bytes) {
  const std::string& file = words.at(array);
  if (typed.count(name) > 0 || file.empty()) return number<Type>(words, name);
  return static_cast<Type>(npy_bytes(file).size() / element_bytes);
}

/// The elements of a .npy file, as `mergelab data` writes them, or else some that are drawn: real numbers from -1
/// to 1, integers from 0 to 9.
template <class Type>
std::vector<Type> elements(const Words& words, const char* name, long long count, std::mt19937& random) {
  std::vector<Type> all(static_cast<std::size_t>(count));
  const std::string& file = words.at(name);
  if (file.empty()) {
    for (Type& each : all) {
      if (is_real<Type>) each = static_cast<Type>(random() / 2147483648.0 - 1);
      else each = static_cast<Type>(random() % 10);
    }
    return all;
  }
  const std::string bytes = npy_bytes(file);
  if (bytes.size() != all.size() * sizeof(Type))
    stop(file + " is not a .npy file of " + std::to_string(count) + " elements of " + name);
  if (!all.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

/// One field of each struct, as a number of this program.
template <class Type, class Struct, class Field>
std::vector<Type> column(const std::vector<Struct>& structs, Field Struct::*field) {
  static_assert(sizeof(Type) == sizeof(Field), "the field is of another type");
  std::vector<Type> all(structs.size());
  for (std::size_t i = 0; i < all.size(); ++i) std::memcpy(&all[i], &(structs[i].*field), sizeof(Type));
  return all;
}

template <class Type, class Struct, class Field>
void set_column(std::vector<Struct>& structs, Field Struct::*field, const std::vector<Type>& all) {
  static_assert(sizeof(Type) == sizeof(Field), "the field is of another type");
  for (std::size_t i = 0; i < all.size(); ++i) std::memcpy(&(structs[i].*field), &all[i], sizeof(Type));
}

/// "C[3]", or of a field "C[3].x".
std::string element_name(const std::string& array, std::size_t index) {
  const std::size_t dot = std::min(array.find('.'), array.size());
  return array.substr(0, dot) + "[" + std::to_string(index) + "]" + array.substr(dot);
}
)cu";

inline constexpr std::string_view kDevice = R"cu(
void check_cuda(cudaError_t status, const char* what) {
  if (status != cudaSuccess) stop(std::string(what) + ": " + cudaGetErrorString(status));
}

template <class Type>
Type* on_device(const std::vector<Type>& elements, bool is_input) {
  Type* memory = nullptr;
  const std::size_t bytes = elements.size() * sizeof(Type);
  check_cuda(cudaMalloc(reinterpret_cast<void**>(&memory), bytes), "cudaMalloc");
  if (is_input) check_cuda(cudaMemcpy(memory, elements.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  return memory;
}

template <class Type>
void from_device(std::vector<Type>& elements, const Type* memory) {
  check_cuda(cudaMemcpy(elements.data(), memory, elements.size() * sizeof(Type), cudaMemcpyDeviceToHost),
             "cudaMemcpy");
}

#if !defined(__CUDACC__)  // a debugger then knows their types
[[gnu::used]] const void* const built_in[] = {&threadIdx, &blockIdx, &blockDim, &gridDim};
#endif
)cu";

// Of labs with a kit.
inline constexpr std::string_view kValues = R"cu(
// value_t is Record with -DMERGELAB_VALUE_RECORD: an element that remembers where it came from.
#if defined(MERGELAB_VALUE_RECORD)
value_t element(int key, int origin) { return {key, origin}; }
bool same(value_t a, value_t b) { return a.key == b.key && a.origin == b.origin; }
int key_of(value_t v) { return v.key; }
std::string text(value_t v) { return std::to_string(v.key) + " (origin " + std::to_string(v.origin) + ")"; }
#else
value_t element(int key, int) { return key; }
bool same(value_t a, value_t b) { return a == b; }
int key_of(value_t v) { return v; }
std::string text(value_t v) { return std::to_string(v); }
#endif

std::vector<value_t> values(const Words& words, const char* name, long long count, std::mt19937& random) {
  std::vector<int> keys = elements<int>(words, name, count, random);
  if (words.at(name).empty()) {
    for (int& key : keys) key = static_cast<int>(random() % (2 * keys.size() + 1));
  }
  std::vector<value_t> all;
  for (const int key : keys) all.push_back(element(key, 0));
  return all;
}

/// Gives each element another origin; `next`: the first one's.
void number_elements(std::vector<value_t>& all, int& next) {
  for (value_t& each : all) each = element(key_of(each), next++);
}

long long compare_values(const char* name, const std::vector<value_t>& got, const std::vector<value_t>& right) {
  long long wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (same(got[i], right[i]) || wrong++ > 0) continue;
    std::printf("%s[%zu] is %s, expected %s\n", name, i, text(got[i]).c_str(), text(right[i]).c_str());
  }
  return wrong;
}
)cu";

inline constexpr std::string_view kComparison = R"cu(
/// Its place in the order of the numbers of its type.
template <class Type>
long long place(Type number) {
  if (!is_real<Type>) return static_cast<long long>(number);
  constexpr int kUnused = 8 * (sizeof(long long) - sizeof(Type));
  long long bits = 0;  // of a number below zero they count down
  std::memcpy(reinterpret_cast<char*>(&bits) + kUnused / 8, &number, sizeof number);
  bits >>= kUnused;
  return bits < 0 ? (std::numeric_limits<long long>::min() >> kUnused) - bits : bits;
}

/// How many numbers of the type lie between two, with one of them.
template <class Type>
unsigned long long steps_between(Type one, Type other) {
  using Whole = unsigned long long;
  const Whole a = static_cast<Whole>(place(one)), b = static_cast<Whole>(place(other));
  return one > other ? a - b : b - a;
}

/// |one - other|; of integers from all their digits.
template <class Type>
double distance(Type one, Type other) {
  if (is_real<Type>) return std::abs(static_cast<double>(one) - static_cast<double>(other));
  return static_cast<double>(steps_between(one, other));
}

template <class Type>
std::string text(Type number) {
  using Printed = std::conditional_t<is_real<Type>, double, Type>;
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.9g", static_cast<double>(number));
  return is_real<Type> ? digits : std::to_string(static_cast<Printed>(number));
}

/// How many elements are wrong; the first is printed.
template <class Type>
long long compare(const char* name, std::vector<Type> got, std::vector<Type> right, double absolute,
                  double relative, unsigned long long ulps, bool as_set) {
  const auto is_nan = [](Type one) { return one != one; };
  if (as_set) {
    const auto is_less = [&](Type one, Type other) {
      return is_nan(one) || is_nan(other) ? !is_nan(one) && is_nan(other) : one < other;
    };
    std::sort(got.begin(), got.end(), is_less);
    std::sort(right.begin(), right.end(), is_less);
  }
  long long wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double expected = static_cast<double>(right[i]), found = static_cast<double>(got[i]);
    if (got[i] == right[i] || (is_nan(got[i]) && is_nan(right[i]))) continue;
    if (std::isfinite(expected) && std::isfinite(found) &&
        (distance(got[i], right[i]) <= absolute + relative * std::abs(expected) ||
         steps_between(got[i], right[i]) <= ulps))
      continue;
    if (wrong++ == 0)
      std::printf("%s is %s, expected %s\n", element_name(name, i).c_str(), text(got[i]).c_str(),
                  text(right[i]).c_str());
  }
  return wrong;
}
)cu";

inline constexpr std::string_view kNoComparison = R"cu(
template <class Type>
void print(const char* name, const std::vector<Type>& elements) {
  std::printf("%s:", name);
  for (std::size_t i = 0; i < std::min<std::size_t>(elements.size(), 8); ++i)
    std::printf(" %.9g", static_cast<double>(elements[i]));
  std::printf("%s\n", elements.size() > 8 ? " ..." : "");
}
)cu";

}  // namespace mergelab::app
