#include "judge/any_lab/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "judge/any_lab/pattern.hpp"
#include "judge/any_lab/same.hpp"
#include "judge/image.hpp"

namespace mergelab::judge {
namespace {

constexpr std::size_t kMostKept = 1U << 20;      // wrong elements that a pattern is looked for in
constexpr std::size_t kMostSearched = 1U << 20;  // elements that a wrong one's value is looked for in
constexpr std::size_t kMostListed = 16;          // elements of all inputs that a message shows

template <class Type>
Type element(std::span<const std::byte> array, std::size_t index) {
  Type value;
  std::memcpy(&value, array.data() + index * sizeof value, sizeof value);
  return value;
}

/// The shortest text that is this number and no other of its type.
template <class Type>
std::string in_words(Type value) {
  if constexpr (sizeof(Type) == 1) {
    return fmt::format("{}", static_cast<int>(value));
  } else {
    return fmt::format("{}", value);
  }
}

struct Array {
  const Argument& argument;
  std::vector<std::int64_t> shape;
  std::span<const std::byte> expected, got;

  [[nodiscard]] std::string name_of(std::size_t index) const {
    return argument.name + index_in(static_cast<std::int64_t>(index), shape);
  }
};

template <class Type>
std::vector<std::int64_t> wrong_elements(const Array& array, std::size_t& count) {
  std::vector<std::int64_t> wrong;
  const std::size_t elements = array.expected.size() / sizeof(Type);
  for (std::size_t i = 0; i < elements; ++i) {
    if (is_same(element<Type>(array.got, i), element<Type>(array.expected, i), array.argument.compare))
      continue;
    if (++count <= kMostKept) wrong.push_back(static_cast<std::int64_t>(i));
  }
  return wrong;
}

/// What fills arrays that nothing has written: empty for an element that holds something else.
std::optional<Statement> unwritten(const Array& array, std::size_t index, std::size_t bytes) {
  const auto holds = [&](std::byte filler) {
    const auto held = array.got.subspan(index * bytes, bytes);
    return std::all_of(held.begin(), held.end(), [&](std::byte b) { return b == filler; });
  };
  if (array.argument.role == Argument::Role::out && holds(kPoison)) return Statement(Sentence::never_written);
  if (bytes < sizeof(int)) return std::nullopt;  // data can be so
  if (holds(kSharedPoison)) return Statement(Sentence::got_unwritten_shared);
  if (holds(kInputMargin)) return Statement(Sentence::got_outside);
  return std::nullopt;
}

/// Whether most elements are different numbers: then two that are equal are hardly so by chance.
template <class Type>
bool has_many_values(std::span<const std::byte> array) {
  std::vector<Type> values(array.size() / sizeof(Type));
  if (!values.empty()) std::memcpy(values.data(), array.data(), values.size() * sizeof(Type));
  std::erase_if(values, [](Type value) { return value != value; });
  std::sort(values.begin(), values.end());
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return 2 * static_cast<std::size_t>(distinct) > values.size();
}

/// The index of the one element that is `value`; empty: there is none, or it may be there by chance.
template <class Type>
std::optional<std::size_t> only_place(std::span<const std::byte> array, Type value) {
  const std::size_t elements = array.size() / sizeof(Type);
  if (elements > kMostSearched || !has_many_values<Type>(array)) return std::nullopt;
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < elements; ++i) {
    if (element<Type>(array, i) != value) continue;
    if (place) return std::nullopt;
    place = i;
  }
  return place;
}

/// Of which other element a wrong one has the value: it may have been written to the wrong place, or not
/// computed at all.
template <class Type>
void tell_origin(const Interface& interface, const Inputs& inputs, const Array& array, std::size_t index,
                 Outcome& outcome) {
  const Type got = element<Type>(array.got, index);
  if (const auto place = only_place(array.expected, got)) {
    outcome.why += Statement(Sentence::value_of_other, array.name_of(*place));
    if (array.shape.size() != 2) return;
    const auto rows = static_cast<std::size_t>(array.shape[0]),
               columns = static_cast<std::size_t>(array.shape[1]);
    if (*place == index % columns * columns + index / columns && rows > index % columns && *place != index)
      outcome.clues.emplace_back("transposed");
    return;
  }
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& input = interface.arguments[i];
    if (input.role != Argument::Role::in || input.type != array.argument.type) continue;
    const auto place = only_place(std::span<const std::byte>(inputs.arrays[i]), got);
    if (!place) continue;
    const std::vector<std::int64_t> shape =
        shape_of(input, [&](std::string_view name) { return inputs.number(name); });
    outcome.why +=
        Statement(Sentence::value_of_input, input.name + index_in(static_cast<std::int64_t>(*place), shape));
    return;
  }
}

/// What elements of a set lack, and what they have instead.
template <class Type>
Outcome check_set(const Array& array) {
  const auto in_order = [](std::span<const std::byte> bytes) {
    std::vector<Type> values(bytes.size() / sizeof(Type));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Type));
    std::sort(values.begin(), values.end(), [](Type a, Type b) {
      if constexpr (std::is_floating_point_v<Type>) {
        if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
      }
      return a < b;
    });
    return values;
  };
  const std::vector<Type> expected = in_order(array.expected), got = in_order(array.got);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (is_same(got[i], expected[i], {})) continue;
    const bool lacks = expected[i] < got[i];
    return {Verdict::wrong_answer,
            Statement(lacks ? Sentence::set_lacks : Sentence::set_has, array.argument.name,
                      in_words(lacks ? expected[i] : got[i])),
            "wrong_values",
            {}};
  }
  return {};
}

template <class Type>
Outcome check_array(const Interface& interface, const Inputs& inputs, const Array& array) {
  const Compare& compare = array.argument.compare;
  if (compare.how == Compare::How::as_set) return check_set<Type>(array);
  std::size_t count = 0;
  const std::vector<std::int64_t> wrong = wrong_elements<Type>(array, count);
  if (count == 0) return {};
  const auto index = static_cast<std::size_t>(wrong.front());
  const Type got = element<Type>(array.got, index), expected = element<Type>(array.expected, index);
  Outcome outcome{Verdict::wrong_answer,
                  Statement(Sentence::expected_value, array.name_of(index), in_words(expected)),
                  "wrong_values",
                  {}};
  if (const std::optional<Statement> filler = unwritten(array, index, sizeof(Type))) {
    outcome.why += *filler;
    if (filler->id == Sentence::never_written) outcome.symptom = "unwritten";
  } else {
    outcome.why += Statement(Sentence::got_value, in_words(got));
    const double off = std::abs(static_cast<double>(got) - static_cast<double>(expected));
    if (compare.how == Compare::How::tolerance && std::isfinite(off))
      outcome.why += Statement(Sentence::off_by, off, allowed_off(compare, static_cast<double>(expected)));
    if (compare.how == Compare::How::ulps && std::isfinite(off))
      outcome.why +=
          Statement(Sentence::off_by_ulps, fmt::format("{}", steps_between(got, expected)), compare.ulps);
    tell_origin<Type>(interface, inputs, array, index, outcome);
  }
  outcome.why += count == 1 ? Statement(Sentence::only_mismatch)
                            : Statement(Sentence::first_mismatch, static_cast<std::int64_t>(count));
  if (count > wrong.size()) return outcome;
  if (const std::optional<Pattern> pattern = pattern_of(array.argument.name, wrong, array.shape)) {
    outcome.why += pattern->words;
    outcome.clues.push_back(pattern->clue);
  }
  return outcome;
}

Outcome check_returned(const Interface& interface, const Outputs& expected, const Outputs& got) {
  if (interface.returns.empty()) return {};
  return with_type(element_type_named(interface.returns), [&](auto zero) -> Outcome {
    using Type = decltype(zero);
    const Type value = element<Type>(got.returned, 0), wanted = element<Type>(expected.returned, 0);
    if (is_same(value, wanted, interface.compare_returned)) return {};
    return {Verdict::wrong_answer,
            Statement(Sentence::returned_value, in_words(value), in_words(wanted)),
            "wrong_values",
            {}};
  });
}

/// What all inputs hold, where that is little.
Explanation small_inputs(const Interface& interface, const Inputs& inputs) {
  std::size_t elements = 0;
  Explanation all;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!argument.is_input()) continue;
    const std::string values = with_type(element_type_named(argument.type), [&](auto zero) {
      using Type = decltype(zero);
      const std::span<const std::byte> bytes(inputs.arrays[i]);
      std::vector<std::string> words;
      for (std::size_t e = 0; e < bytes.size() / sizeof(Type) && ++elements <= kMostListed; ++e)
        words.push_back(in_words(element<Type>(bytes, e)));
      return fmt::format("{}", fmt::join(words, ", "));
    });
    all += Statement(Sentence::values_of, argument.name, values);
  }
  return elements <= kMostListed ? all : Explanation();
}

}  // namespace

Outcome compare(const Interface& interface, const Inputs& inputs, const Outputs& expected,
                const Outputs& got) {
  Outcome first = check_returned(interface, expected, got);
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!argument.is_output()) continue;
    const Array array{argument,
                      shape_of(argument, [&](std::string_view name) { return inputs.number(name); }),
                      expected.arrays[i], got.arrays[i]};
    Outcome outcome = with_type(element_type_named(argument.type), [&](auto zero) {
      return check_array<decltype(zero)>(interface, inputs, array);
    });
    if (outcome.passed()) continue;
    if (first.passed()) {
      first = std::move(outcome);
    } else {
      first.why += Statement(Sentence::also_wrong, argument.name);
    }
  }
  if (!first.passed()) first.why += small_inputs(interface, inputs);
  return first;
}

}  // namespace mergelab::judge
