#include "app/learning/standalone.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

#include "app/grading/setup.hpp"
#include "app/learning/traced_case.hpp"
#include "base/read_file.hpp"
#include "model/oracle_call.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

fs::path whole_path(const fs::path& file) { return fs::absolute(file).lexically_normal(); }

using Role = Argument::Role;

constexpr std::string_view kIncludes = R"cu(
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

constexpr std::string_view kBeginning = R"cu(
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

constexpr std::string_view kDevice = R"cu(
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
constexpr std::string_view kValues = R"cu(
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

constexpr std::string_view kComparison = R"cu(
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

constexpr std::string_view kNoComparison = R"cu(
template <class Type>
void print(const char* name, const std::vector<Type>& elements) {
  std::printf("%s:", name);
  for (std::size_t i = 0; i < std::min<std::size_t>(elements.size(), 8); ++i)
    std::printf(" %.9g", static_cast<double>(elements[i]));
  std::printf("%s\n", elements.size() > 8 ? " ..." : "");
}
)cu";

/// An array's element. The program has halves as the oracle has them.
std::string spelling(const std::string& type) {
  return type == "half" ? "mergelab::Half" : std::string(element_type_named(type).spelling);
}
std::string spelling(const Argument& argument) {
  return argument.fields.empty() ? spelling(argument.type) : argument.type;
}

/// A column of an array as a vector of numbers, in the program.
std::string column_of(const std::string& array, const Argument& argument, const Argument& column) {
  if (argument.fields.empty()) return array;
  return fmt::format("column<{}>({}, &{}::{})", spelling(column), array, argument.type,
                     column.name.substr(argument.name.size() + 1));
}

/// A pointer to an array, as the oracle takes it: it has its own structs.
std::string for_oracle(const Argument& argument, const std::string& vector) {
  if (argument.fields.empty()) return vector + ".data()";
  return fmt::format("reinterpret_cast<{0}oracle::{1}*>({2}.data())",
                     argument.role == Role::in || vector.ends_with("_before") ? "const " : "", argument.type,
                     vector);
}

/// As the lab's function takes what is `word` in the program.
std::string given(const Argument& argument, const std::string& word) {
  if (argument.type != "half") return word;
  if (argument.is_array()) return fmt::format("reinterpret_cast<__half*>({})", word);
  return fmt::format("__half(static_cast<float>({}))", word);
}

/// "rows * (inner + 1)": formulas are C++, too.
std::string count_of(const Argument& array) {
  std::vector<std::string> extents;
  for (const std::string& extent : array.extents) extents.push_back(fmt::format("({})", extent));
  return fmt::format("1LL * {}", fmt::join(extents, " * "));
}

/// The call of `function`, with `word(argument)` for each argument.
template <class Word>
std::string call(const Interface& interface, std::string_view function, Word word) {
  std::vector<std::string> words;
  for (const Argument& argument : interface.arguments) words.push_back(word(argument));
  return fmt::format("{}({})", function, fmt::join(words, ", "));
}

/// The last arguments of the program's compare().
std::string tolerance(const Compare& compare) {
  const bool has_tolerance = compare.how == Compare::How::tolerance;
  return fmt::format(
      "{:.17g}, {:.17g}, {}, {}", has_tolerance ? compare.absolute : 0, has_tolerance ? compare.relative : 0,
      compare.how == Compare::How::ulps ? compare.ulps : 0, compare.how == Compare::How::as_set);
}

/// What includes the oracle. It has a namespace, where halves are numbers of plain C++.
std::string oracle_of(const Lab& lab) {
  static const std::regex include(R"(\s*#\s*include\s*<.*)");
  std::string includes;
  std::istringstream lines(base::read_file(lab.oracle).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, include)) includes += line + "\n";
  }
  return fmt::format(
      "\n{}\nnamespace oracle {{\nusing half = mergelab::Half;\nusing __half = mergelab::Half;\n"
      "#include \"{}\"\n}}  // namespace oracle\n",
      includes, whole_path(lab.oracle).string());
}

class Main {
 public:
  Main(const Lab& lab, const judge::Inputs& usual)
      : lab_(lab),
        usual_(usual),
        kit_(lab.kit ? lab.kit->program(lab) : Program()),
        has_check_(defines(base::read_file(lab.oracle).value_or(""), OracleCall::check)) {}

  [[nodiscard]] std::string run() const {
    std::string text =
        "\nint run(int argc, char** argv) {\n"
        "  mergelab::hooks.todo = [](const char* file, int number) {\n"
        "    std::fprintf(stderr, \"TODO %d in %s is not done\\n\", number, file);\n    std::_Exit(1);\n  "
        "};\n";
    text += fmt::format("  const Words words = read_words(argc, argv, {{{}}},\n    \"{}\");\n",
                        fmt::join(usual_words(), ", "), words());
    text += "  std::mt19937 random(number<unsigned>(words, \"seed\"));\n";
    for (const auto& [name, value] : lab_.constants) {
      if (!lab_.interface.has(name))
        text += fmt::format("  [[maybe_unused]] const long long {} = {};\n", name, value);
    }
    text += numbers_and_arrays();
    if (lab_.kit) text += prepared();
    if (!kit_.body.empty()) return text + kit_.body + ended() + "}\n";
    if (has_check_)
      text += before();
    else if (has_right())
      text += right();
    text += lab_.on_host() ? on_host() : on_device();
    return text + (has_check_ ? checked() : has_right() ? compared() : printed()) + "}\n";
  }

  /// "n=1000 seed=1", and `between` before what reads files: " x=FILE".
  [[nodiscard]] std::string words(std::string_view between = "") const {
    std::string numbers, files;
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_array() && is_standalone_word(lab_, argument))
        numbers += fmt::format("{}={} ", argument.name, word_of(usual_.numbers.at(argument.name)));
      for (const Argument& column : columns_of(argument)) {
        if (argument.is_input()) files += fmt::format(" {}=FILE.npy", column.name);
      }
    }
    return numbers + "seed=1" + (files.empty() ? "" : std::string(between)) + files;
  }

  /// Whether it knows what is right, by comparison.
  [[nodiscard]] bool has_right() const { return lab_.kit != nullptr || !lab_.oracle.empty(); }

 private:
  [[nodiscard]] std::vector<std::string> usual_words() const {
    std::vector<std::string> all{R"({"seed", "1"})"};
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_array() ? !argument.is_input() : !is_standalone_word(lab_, argument)) continue;
      const std::string value = argument.is_array() ? "" : word_of(usual_.numbers.at(argument.name));
      for (const Argument& column : columns_of(argument))
        all.push_back(fmt::format("{{\"{}\", \"{}\"}}", column.name, value));
    }
    return all;
  }
  /// The first column of inputs whose only extent is this number; empty: there is none.
  [[nodiscard]] std::optional<Argument> array_of_length(const std::string& number) const {
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_input() && argument.extents == std::vector<std::string>{number})
        return columns_of(argument).front();
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string numbers_and_arrays() const {
    std::string text;
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_array() || !is_standalone_word(lab_, argument)) continue;
      if (const std::optional<Argument> array = array_of_length(argument.name))
        text += fmt::format("  const {0} {1} = length<{0}>(words, \"{1}\", \"{2}\", sizeof({3}));\n",
                            spelling(argument), argument.name, array->name,
                            array->type == "value" ? "int" : spelling(*array));
      else
        text += fmt::format("  const {0} {1} = number<{0}>(words, \"{1}\");\n", spelling(argument),
                            argument.name);
    }
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_array()) continue;
      text += argument.is_input() && argument.type == "value"
                  ? fmt::format("  std::vector<value_t> {0} = values(words, \"{0}\", {1}, random);\n",
                                argument.name, count_of(argument))
              : argument.is_input() && argument.fields.empty()
                  ? fmt::format("  std::vector<{0}> {1} = elements<{0}>(words, \"{1}\", {2}, random);\n",
                                spelling(argument), argument.name, count_of(argument))
                  : fmt::format("  std::vector<{}> {}(static_cast<std::size_t>({}));\n", spelling(argument),
                                argument.name, count_of(argument));
      for (const Argument& column : columns_of(argument)) {
        if (!argument.is_input() || argument.fields.empty()) continue;
        text += fmt::format("  set_column({0}, &{1}::{2}, elements<{3}>(words, \"{4}\", {5}, random));\n",
                            argument.name, argument.type, column.name.substr(argument.name.size() + 1),
                            spelling(column), column.name, count_of(argument));
      }
    }
    return text;
  }
  /// The kit's arrays, where none was read from a file.
  [[nodiscard]] std::string prepared() const {
    std::vector<std::string> all_drawn;
    std::string numbered = "  [[maybe_unused]] int origin = 0;\n";
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_input()) continue;
      all_drawn.push_back(fmt::format("words.at(\"{}\").empty()", argument.name));
      if (argument.type == "value")
        numbered += fmt::format("  number_elements({}, origin);\n", argument.name);
    }
    return kit_.prepare.empty() ? numbered
                                : fmt::format("  if ({}) {{\n{}  }}\n{}", fmt::join(all_drawn, " && "),
                                              kit_.prepare, numbered);
  }
  /// What is right, in copies of the arrays.
  [[nodiscard]] std::string right() const {
    std::string text;
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_array()) text += fmt::format("  auto right_{0} = {0};\n", argument.name);
    }
    if (lab_.kit) return text + kit_.expected;
    if (!lab_.interface.returns.empty()) text += "  const auto right_returned =";
    return text + "  " +
           call(lab_.interface, "oracle::expected",
                [](const Argument& argument) {
                  return argument.is_array() ? for_oracle(argument, "right_" + argument.name) : argument.name;
                }) +
           ";\n";
  }
  /// Copies of what the call changes, for the oracle's check.
  [[nodiscard]] std::string before() const {
    std::string text;
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.role == Role::inout)
        text += fmt::format("  const auto {0}_before = {0};\n", argument.name);
    }
    return text;
  }
  /// By the oracle's check.
  [[nodiscard]] std::string checked() const {
    std::vector<std::string> words;
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.role == Role::scratch) continue;
      if (argument.role == Role::inout) words.push_back(for_oracle(argument, argument.name + "_before"));
      words.push_back(argument.is_array() ? for_oracle(argument, argument.name) : argument.name);
    }
    if (!lab_.interface.returns.empty()) words.emplace_back("returned");
    return fmt::format(
        "  const std::string why = oracle::check({});\n"
        "  std::printf(\"%s\\n\", why.empty() ? \"ok\" : why.c_str());\n  return why.empty() ? 0 : 1;\n",
        fmt::join(words, ", "));
  }
  [[nodiscard]] std::string called(std::string_view function, std::string_view suffix) const {
    const std::string made = call(lab_.interface, function, [&](const Argument& argument) {
      return given(argument, !argument.is_array() ? argument.name
                             : suffix.empty()     ? "device_" + argument.name
                                                  : fmt::format("{}{}", argument.name, suffix));
    });
    const std::string& type = lab_.interface.returns;
    if (type.empty()) return fmt::format("  {};\n", made);
    const std::string returned = type == "half" ? fmt::format("static_cast<float>({})", made) : made;
    return fmt::format("  const {} returned = {};\n", spelling(type), returned);
  }
  [[nodiscard]] std::string on_host() const { return called(lab_.function, ".data()"); }
  [[nodiscard]] std::string on_device() const {
    std::string text, back;
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_array()) continue;
      text += fmt::format("  auto* const device_{0} = on_device({0}, {1});\n", argument.name,
                          argument.is_input());
      if (argument.is_output()) back += fmt::format("  from_device({0}, device_{0});\n", argument.name);
    }
    return text + called(lab_.function, "") +
           fmt::format(
               "  check_cuda(cudaGetLastError(), \"{0}\");\n  check_cuda(cudaDeviceSynchronize(), \"{0}\");\n"
               "  char file[60];\n  if (const int todo = mergelab::take_device_todo(file, sizeof file)) "
               "mergelab::hooks.todo(file, todo);\n",
               lab_.function) +
           back;
  }
  [[nodiscard]] std::string compared() const {
    std::string text = "  long long wrong = 0;\n";
    for (const Argument& argument : lab_.interface.arguments) {
      if (argument.is_output() && argument.type == "value")
        text += fmt::format("  wrong += compare_values(\"{0}\", {0}, right_{0});\n", argument.name);
      else if (argument.is_output())
        for (const Argument& column : columns_of(argument))
          text +=
              fmt::format("  wrong += compare(\"{}\", {}, {}, {});\n", column.name,
                          column_of(argument.name, argument, column),
                          column_of("right_" + argument.name, argument, column), tolerance(column.compare));
    }
    if (const std::string& type = lab_.interface.returns; !type.empty()) {
      text += fmt::format(
          "  wrong += compare(\"the returned value\", std::vector<{0}>{{returned}}, "
          "std::vector<{0}>{{right_returned}}, {1});\n",
          spelling(type), tolerance(lab_.interface.compare_returned));
    }
    return text + ended();
  }
  [[nodiscard]] static std::string ended() {
    return "  if (wrong == 0) std::printf(\"ok\\n\");\n  else std::printf(\"%lld wrong\\n\", wrong);\n"
           "  return wrong == 0 ? 0 : 1;\n";
  }
  [[nodiscard]] std::string printed() const {
    std::string text;
    for (const Argument& argument : lab_.interface.arguments) {
      if (!argument.is_output()) continue;
      for (const Argument& column : columns_of(argument))
        text +=
            fmt::format("  print(\"{}\", {});\n", column.name, column_of(argument.name, argument, column));
    }
    if (!lab_.interface.returns.empty())
      text += "  std::printf(\"returned %.9g\\n\", static_cast<double>(returned));\n";
    return text + "  return 0;\n";
  }

  const Lab& lab_;
  const judge::Inputs& usual_;
  Program kit_;
  bool has_check_;  // whether oracle.cpp has one
};

}  // namespace

StandaloneFiles standalone_files(const Course& course, const Lab& lab, const fs::path& folder) {
  StandaloneFiles files;
  for (const auto& [name, source] : own_sources(course, lab, folder)) {
    if (name == lab.name) {
      files.file = whole_path(source.file);
    } else {
      files.folders.push_back(whole_path(source.file.parent_path()));
    }
  }
  return files;
}

std::vector<std::string> engine_command(const StandaloneFiles& files, const Programs& programs,
                                        const fs::path& main_file, const fs::path& object) {
  std::vector<std::string> command{whole_path(programs.toolchain.simt_cc).string(), "-O0", "-g"};
  const auto add = [&](const char* option, const fs::path& folder) {
    command.insert(command.end(), {option, folder.string()});
  };
  add("-I", whole_path(programs.toolchain.include_dir));
  for (const fs::path& folder : files.folders) add("-I", folder);
  // Where kernels are launched.
  for (const fs::path& file : {main_file, files.file}) add("--user-folder", whole_path(file).parent_path());
  for (const fs::path& folder : files.folders) add("--user-folder", folder);
  command.insert(command.end(), {"-o", object.string(), main_file.string()});
  return command;
}

std::string word_of(const Number& number) {
  return std::visit([](auto value) { return fmt::format("{}", value); }, number);
}

bool is_standalone_word(const Lab& lab, const Argument& argument) {
  return argument.role != Role::parameter || !lab.kit || lab.kit->program(lab).body.empty();
}

judge::Inputs standalone_numbers(const Course& course, const Lab& lab) {
  if (!lab.kit) return usual_inputs(course, lab);
  constexpr std::int64_t kUsualLength = 1000, kUsualNumber = 8;
  judge::Inputs usual;
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_array()) continue;
    const auto constant = lab.constants.find(argument.name);
    const bool is_length = std::any_of(
        lab.interface.arguments.begin(), lab.interface.arguments.end(),
        [&](const Argument& array) { return array.extents == std::vector<std::string>{argument.name}; });
    usual.numbers[argument.name] = constant != lab.constants.end() ? constant->second
                                   : is_length                     ? kUsualLength
                                                                   : kUsualNumber;
  }
  return usual;
}

std::string standalone_words(const Lab& lab, const judge::Inputs& usual) { return Main(lab, usual).words(); }

std::string standalone_source(const Lab& lab, const StandaloneFiles& files, const judge::Inputs& usual,
                              const std::string& about) {
  std::string text = about;
  text += kIncludes;
  if (!lab.oracle.empty()) text += oracle_of(lab);
  text += fmt::format("\n#include \"{}\"\n", files.file.string());
  text += kBeginning;
  if (!lab.on_host()) text += kDevice;
  if (lab.kit) text += kValues;
  text += lab.kit ? "" : lab.oracle.empty() ? kNoComparison : kComparison;
  return text + Main(lab, usual).run() +
         "\n}  // namespace standalone\n\nint main(int argc, char** argv) { return standalone::run(argc, "
         "argv); "
         "}\n";
}

}  // namespace mergelab::app
