#include "judge/any_lab/compare.hpp"

#include <fmt/ranges.h>

#include <cstdlib>

#include "judge/image.hpp"

namespace mergelab::judge {
namespace {

constexpr std::int64_t kFewestWrong = 3;  // that make a pattern

/// Of a matrix of several rows and columns: lines of it that hold all wrong elements.
std::optional<Pattern> line_of(const std::string& name, const WrongElements& wrong,
                               std::span<const std::int64_t> shape, bool evenly) {
  const std::int64_t rows = shape[0], columns = shape[1];
  const std::int64_t row = wrong.first / columns, column = wrong.first % columns;
  const std::int64_t rows_on = wrong.last / columns - row, columns_on = wrong.last % columns - column;
  if (rows_on == 0 && wrong.count == columns)
    return Pattern{Statement(Sentence::one_row_wrong, row), "one_row"};
  if (wrong.step % columns == 0) {
    if (wrong.count == rows) return Pattern{Statement(Sentence::one_column_wrong, column), "one_column"};
    return Pattern{Statement(Sentence::in_one_column, column)};
  }
  if (evenly && rows_on == wrong.count - 1 && std::abs(columns_on) == rows_on)
    return Pattern{Statement(Sentence::wrong_diagonal, element_name(name, index_in(wrong.first, shape)),
                             element_name(name, index_in(wrong.last, shape)))};
  // Of evenly distant ones more is known.
  if (rows_on == 0 && !evenly) return Pattern{Statement(Sentence::in_one_row, row)};
  return std::nullopt;
}

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
  if constexpr (sizeof(Type) == 1) return fmt::format("{}", static_cast<int>(value));
  if constexpr (kIsReal<Type>) {
    if (std::isnan(value)) return "nan";  // whatever its sign
  }
  if constexpr (std::is_same_v<Type, Half>) {
    const float number = value;
    if (number == std::floor(number)) return fmt::format("{}", number);  // all of its digits
    for (int digits = 1;; ++digits) {
      std::string text = fmt::format("{:.{}g}", number, digits);
      if (Half(std::strtod(text.c_str(), nullptr)) == number) return text;
    }
  } else {
    return fmt::format("{}", value);
  }
}

/// Of how much a number is off, and of how much it may be off: as few digits as show that it is more.
std::pair<std::string, std::string> told_apart(double off, double allowed) {
  constexpr int kFewestDigits = 3;
  const auto text = [](double number, int digits) { return fmt::format("{:.{}g}", number, digits); };
  int digits = kFewestDigits;
  while (digits < std::numeric_limits<double>::max_digits10 && text(off, digits) == text(allowed, digits))
    ++digits;
  return {text(off, digits), text(allowed, digits)};
}

struct Array {
  const Argument& argument;
  std::vector<std::int64_t> shape;
  std::span<const std::byte> expected, got;

  [[nodiscard]] std::string name_of(std::size_t index) const {
    return element_name(argument.name, index_in(static_cast<std::int64_t>(index), shape));
  }
};

template <class Type>
Type filled_with(std::byte filler) {
  std::array<std::byte, sizeof(Type)> bytes{};
  bytes.fill(filler);
  return std::bit_cast<Type>(bytes);
}

/// Shorter elements can be of any bytes by chance.
template <class Type>
constexpr bool kTellsFiller = sizeof(Type) >= sizeof(int);

/// Whether an element is what outputs are filled with before the call, and should not be.
template <class Type>
bool is_untouched(const Array& array, std::size_t index) {
  const auto holds_poison = [&](std::span<const std::byte> values) {
    return is_poison(values.subspan(index * sizeof(Type), sizeof(Type)));
  };
  return array.argument.role == Argument::Role::out && holds_poison(array.got) &&
         !holds_poison(array.expected);
}

template <class Type>
bool is_wrong(const Array& array, std::size_t index) {
  // A tolerance may allow for what was there before. Other bytes that are the same number are no reason.
  const bool must_be_written = kTellsFiller<Type> && array.argument.compare.how != Compare::How::exact;
  return !is_same(element<Type>(array.got, index), element<Type>(array.expected, index),
                  array.argument.compare) ||
         (must_be_written && is_untouched<Type>(array, index));
}

template <class Type>
WrongElements wrong_elements(const Array& array) {
  WrongElements wrong;
  const std::size_t elements = array.expected.size() / sizeof(Type);
  for (std::size_t i = 0; i < elements; ++i) {
    if (is_wrong<Type>(array, i)) wrong.add(static_cast<std::int64_t>(i));
  }
  return wrong;
}

/// Whether an element holds `filler`, with neighbours if it is short: in more bytes than it does by chance.
bool holds_filler(std::span<const std::byte> array, std::size_t index, std::size_t bytes, std::byte filler) {
  std::size_t begin = index * bytes, end = begin;
  while (end < array.size() && end < begin + sizeof(std::int64_t) && array[end] == filler) ++end;
  if (end < begin + bytes) return false;
  while (begin > 0 && end - begin < sizeof(int) && array[begin - 1] == filler) --begin;
  return end - begin >= sizeof(int);
}

/// What fills arrays that nothing has written: empty for an element that holds something else.
std::optional<Statement> unwritten(const Array& array, std::size_t index, std::size_t bytes) {
  const auto holds = [&](std::byte filler) { return holds_filler(array.got, index, bytes, filler); };
  if (array.argument.role == Argument::Role::out && holds(kPoison)) return Statement(Sentence::never_written);
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
  std::ranges::sort(values);
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return 2 * static_cast<std::size_t>(distinct) > values.size();
}

/// The index of the one element that `is_it`; empty: there is none, or it may be there by chance.
template <class Type, class IsIt>
std::optional<std::size_t> only_place(std::span<const std::byte> array, IsIt is_it) {
  const std::size_t elements = array.size() / sizeof(Type);
  if (elements > kMostSearched) return std::nullopt;
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < elements; ++i) {
    if (!is_it(element<Type>(array, i))) continue;
    if (place) return std::nullopt;
    place = i;
  }
  return place && has_many_values<Type>(array) ? place : std::nullopt;
}

/// Whether `got` is the result `expected`, possibly rounded otherwise. Less close ones may be so by chance,
/// even where the comparison allows for more.
template <class Type>
bool is_that_result(Type got, Type expected, const Compare& compare) {
  constexpr std::uint64_t kMostSteps = 16;
  if constexpr (kIsReal<Type>) {
    if (!std::isfinite(got)) return false;
    return is_same(got, expected, compare) && steps_between(got, expected) <= kMostSteps;
  }
  return got == expected;
}

/// Whether `place` is `index` with row and column exchanged.
bool is_transposed(std::size_t place, std::size_t index, std::span<const std::int64_t> shape) {
  if (shape.size() != 2) return false;
  const auto columns = static_cast<std::size_t>(shape[1]);
  return place != index && place / columns == index % columns && place % columns == index / columns;
}

/// The element of all inputs of this type that has the value, if it is the only one.
template <class Type>
std::optional<Statement> input_with(Type value, const Interface& interface, const Inputs& inputs,
                                    std::string_view type) {
  std::optional<Statement> found;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const std::vector<Argument> columns = columns_of(interface.arguments[i]);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Argument& input = columns[c];
      if (!input.is_input() || input.type != type) continue;
      std::vector<std::byte> memory;
      const auto place = only_place<Type>(column_in(interface.arguments[i], c, inputs.arrays[i], memory),
                                          [&](Type each) { return each == value; });
      if (!place) continue;
      if (found) return std::nullopt;
      const Array array{input, inputs.shape_of(input), {}, {}};
      found = Statement(input.is_output() ? Sentence::value_before : Sentence::value_of_input,
                        array.name_of(*place));
    }
  }
  return found;
}

/// Of which other element a wrong one has the value: it may have been written to the wrong place, or not
/// computed at all. `before`: the array before the call, where it is known.
template <class Type>
void tell_origin(const Interface& interface, const Inputs& inputs, const Array& array,
                 std::span<const std::byte> before, std::size_t index, Outcome& outcome) {
  const Type got = element<Type>(array.got, index);
  if (before.empty() ? is_untouched<Type>(array, index) : element<Type>(before, index) == got) {
    outcome.why += Statement(Sentence::value_before, array.name_of(index));
    return;
  }
  const auto place = only_place<Type>(
      array.expected, [&](Type each) { return is_that_result(got, each, array.argument.compare); });
  if (place) {
    outcome.why += Statement(Sentence::value_of_other, array.name_of(*place));
    if (is_transposed(*place, index, array.shape)) outcome.clues.emplace_back("transposed");
  } else if (const auto input = input_with(got, interface, inputs, array.argument.type)) {
    outcome.why += *input;
  }
}

/// Elements as numbers in the same order, one for each value: -0 is 0, and all NaNs are the last.
template <class Type>
struct Rank {
  using Number = std::conditional_t<
      sizeof(Type) == 8, std::uint64_t,
      std::conditional_t<sizeof(Type) == 4, std::uint32_t,
                         std::conditional_t<sizeof(Type) == 2, std::uint16_t, std::uint8_t>>>;
  static constexpr Number kSign = static_cast<Number>(Number{1} << (8 * sizeof(Type) - 1));
  static constexpr bool kHasSign = kIsReal<Type> || std::is_signed_v<Type>;

  static Number of(Type value) {
    if constexpr (kIsReal<Type>) {
      if (std::isnan(value)) return std::numeric_limits<Number>::max();
      if (value == 0) value = Type(0);
    }
    const auto bits = std::bit_cast<Number>(value);
    if (kIsReal<Type> && (bits & kSign) != 0) return static_cast<Number>(~bits);
    return kHasSign ? static_cast<Number>(bits ^ kSign) : bits;
  }
  static Type value(Number rank) {
    if (kIsReal<Type> && (rank & kSign) == 0) return std::bit_cast<Type>(static_cast<Number>(~rank));
    return std::bit_cast<Type>(kHasSign ? static_cast<Number>(rank ^ kSign) : rank);
  }

  /// Sorted byte by byte.
  static std::vector<Number> sorted(std::span<const std::byte> array) {
    constexpr std::size_t kByte = 0xff;
    std::vector<Number> ranks(array.size() / sizeof(Type)), next(ranks.size());
    for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = of(element<Type>(array, i));
    for (unsigned shift = 0; shift < 8 * sizeof(Type); shift += 8) {
      std::array<std::size_t, kByte + 2> begins{};
      for (const Number each : ranks) ++begins[(each >> shift & kByte) + 1];
      std::partial_sum(begins.begin(), begins.end(), begins.begin());
      for (const Number each : ranks) next[begins[each >> shift & kByte]++] = each;
      ranks.swap(next);
    }
    return ranks;
  }
};

/// Which value an output lacks, and which is too much.
template <class Type>
Outcome check_set(const Array& array) {
  using Number = typename Rank<Type>::Number;
  const std::vector<Number> expected = Rank<Type>::sorted(array.expected),
                            got = Rank<Type>::sorted(array.got);
  if (expected == got) return {};
  const auto count = [](const std::vector<Number>& all, Number value) {
    const auto [from, to] = std::equal_range(all.begin(), all.end(), value);
    return to - from;
  };
  std::vector<Number> lacking, excess;
  std::set_difference(expected.begin(), expected.end(), got.begin(), got.end(), std::back_inserter(lacking));
  std::set_difference(got.begin(), got.end(), expected.begin(), expected.end(), std::back_inserter(excess));
  const Number less = lacking.front(), more = excess.front();
  const std::string few = in_words(Rank<Type>::value(less)), many = in_words(Rank<Type>::value(more));
  Outcome outcome{Verdict::wrong_answer, {}, "wrong_values"};
  outcome.why = count(got, less) == 0 ? Statement(Sentence::set_lacks, array.argument.name, few)
                                      : Statement(Sentence::set_holds_fewer, array.argument.name,
                                                  count(got, less), few, count(expected, less));
  const auto untouched = count(excess, Rank<Type>::of(filled_with<Type>(kPoison)));
  if (kTellsFiller<Type> && array.argument.role == Argument::Role::out && untouched > 0) {
    outcome.symptom = "unwritten";
    outcome.why += Statement(Sentence::set_unwritten, untouched);
  } else {
    outcome.why += count(expected, more) == 0
                       ? Statement(Sentence::set_has, many)
                       : Statement(Sentence::set_holds_more, count(got, more), many, count(expected, more));
  }
  outcome.why += Statement(Sentence::set_differs, lacking.size());
  return outcome;
}

template <class Type>
Outcome check_array(const Interface& interface, const Inputs& inputs, const Array& array,
                    std::span<const std::byte> before) {
  const Compare& compare = array.argument.compare;
  if (compare.how == Compare::How::as_set) return check_set<Type>(array);
  const WrongElements wrong = wrong_elements<Type>(array);
  if (wrong.count == 0) return {};
  const auto index = static_cast<std::size_t>(wrong.first);
  const Type got = element<Type>(array.got, index), expected = element<Type>(array.expected, index);
  Outcome outcome{Verdict::wrong_answer,
                  Statement(Sentence::expected_value, array.name_of(index), in_words(expected)),
                  "wrong_values"};
  if (const std::optional<Statement> filler = unwritten(array, index, sizeof(Type))) {
    outcome.why += *filler;
    if (filler->id == Sentence::never_written) outcome.symptom = "unwritten";
  } else {
    outcome.why += Statement(Sentence::got_value, in_words(got));
    const double off = distance(got, expected);
    if (compare.how == Compare::How::tolerance && std::isfinite(off)) {
      const auto [by, most] = told_apart(off, allowed_off(compare, static_cast<double>(expected)));
      outcome.why += Statement(Sentence::off_by, by, most);
    }
    if (compare.how == Compare::How::ulps && std::isfinite(off))
      outcome.why +=
          Statement(Sentence::off_by_ulps, fmt::format("{}", steps_between(got, expected)), compare.ulps);
    tell_origin<Type>(interface, inputs, array, before, index, outcome);
  }
  outcome.why += wrong.count == 1 ? Statement(Sentence::only_mismatch)
                                  : Statement(Sentence::first_mismatch, wrong.count);
  if (const std::optional<Pattern> pattern = pattern_of(array.argument.name, wrong, array.shape)) {
    outcome.why += pattern->words;
    if (!pattern->clue.empty()) outcome.clues.push_back(pattern->clue);
  }
  return outcome;
}

Outcome check_returned(const Interface& interface, const Outputs& expected, const Outputs& got) {
  if (interface.returns.empty()) return {};
  return with_type(element_type_named(interface.returns), [&](auto zero) -> Outcome {
    using Type = decltype(zero);
    const Type value = element<Type>(got.returned, 0), wanted = element<Type>(expected.returned, 0);
    if (is_same(value, wanted, interface.compare_returned)) return {};
    return {Verdict::wrong_answer, Statement(Sentence::returned_value, in_words(value), in_words(wanted)),
            "wrong_values"};
  });
}

}  // namespace

std::optional<Pattern> pattern_of(const std::string& name, const WrongElements& wrong,
                                  std::span<const std::int64_t> shape) {
  const std::int64_t elements =
      std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
  if (wrong.count < kFewestWrong) return std::nullopt;
  if (wrong.count == elements) return Pattern{Statement(Sentence::all_wrong), "all_wrong"};
  const bool evenly = wrong.last - wrong.first == wrong.step * (wrong.count - 1);  // all steps are this one
  if (shape.size() == 2 && shape[0] > 1 && shape[1] > 1) {
    if (std::optional<Pattern> line = line_of(name, wrong, shape, evenly)) return line;
  }
  if (!evenly) return std::nullopt;
  const std::string first = element_name(name, index_in(wrong.first, shape)),
                    last = element_name(name, index_in(wrong.last, shape));
  const bool to_end = wrong.last + wrong.step >= elements;
  if (wrong.step == 1) {
    if (to_end) return Pattern{Statement(Sentence::wrong_from_on, first), "from_on"};
    return Pattern{Statement(Sentence::wrong_from_to, first, last)};
  }
  if (to_end) return Pattern{Statement(Sentence::every_kth_wrong, wrong.step, first), "every_kth"};
  return Pattern{Statement(Sentence::every_kth_wrong_to, wrong.step, first, last)};
}

std::string index_in(std::int64_t element, std::span<const std::int64_t> shape) {
  std::string inner;
  std::int64_t rest = element;
  for (std::size_t i = shape.size(); i-- > 1;) {
    const std::int64_t extent = std::max<std::int64_t>(shape[i], 1);
    inner = fmt::format("[{}]{}", rest % extent, inner);
    rest /= extent;
  }
  return fmt::format("[{}]{}", rest, inner);
}

Explanation small_inputs(const Interface& interface, const Inputs& inputs) {
  std::size_t elements = 0;
  Explanation all;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!argument.is_input()) continue;
    const std::vector<Argument> columns = columns_of(argument);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string values = with_type(element_type_named(columns[c].type), [&](auto zero) {
        using Type = decltype(zero);
        std::vector<std::byte> memory;
        const std::span<const std::byte> bytes = column_in(argument, c, inputs.arrays[i], memory);
        std::vector<std::string> words;
        for (std::size_t e = 0; e < bytes.size() / sizeof(Type) && ++elements <= kMostListed; ++e)
          words.push_back(in_words(element<Type>(bytes, e)));
        return fmt::format("{}", fmt::join(words, ", "));
      });
      all += Statement(Sentence::values_of, columns[c].name, values);
    }
  }
  return elements <= kMostListed ? all : Explanation();
}

Outcome compare(const Interface& interface, const Inputs& inputs, const Outputs& expected,
                const Outputs& got) {
  Outcome first = check_returned(interface, expected, got);
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    if (!argument.is_output()) continue;
    const std::vector<Argument> columns = columns_of(argument);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      std::vector<std::byte> wanted, held, before;
      const Array array{columns[c], inputs.shape_of(argument),
                        column_in(argument, c, expected.arrays[i], wanted),
                        column_in(argument, c, got.arrays[i], held)};
      Outcome outcome = with_type(element_type_named(columns[c].type), [&](auto zero) {
        return check_array<decltype(zero)>(interface, inputs, array,
                                           column_in(argument, c, inputs.arrays[i], before));
      });
      if (outcome.passed()) continue;
      if (first.passed()) {
        first = std::move(outcome);
      } else {
        first.why += Statement(Sentence::also_wrong, columns[c].name);
      }
    }
  }
  if (!first.passed()) first.why += small_inputs(interface, inputs);
  return first;
}

void tell_unwritten(const Interface& interface, const Inputs& inputs, const Outputs& got, Outcome& outcome) {
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& argument = interface.arguments[i];
    const std::size_t bytes = argument.is_array() ? argument.element_bytes(0) : 0;
    if (argument.role != Argument::Role::out || bytes < sizeof(int)) continue;
    std::int64_t first = -1, count = 0;
    for (std::size_t at = 0; at < got.arrays[i].size() / bytes; ++at) {
      if (!is_poison(got.arrays[i].subspan(at * bytes, bytes))) continue;
      if (count++ == 0) first = static_cast<std::int64_t>(at);
    }
    if (count == 0) continue;
    const auto shape = inputs.shape_of(argument);
    std::string which = argument.name + index_in(first, shape);
    if (count > 1) which = say(Sentence::and_more, which, count - 1);
    outcome.why += Statement(Sentence::also_unwritten, which);
  }
}

std::optional<WrongPlace> first_wrong(const Interface& interface, const Outputs& expected,
                                      const Outputs& got) {
  if (!check_returned(interface, expected, got).passed()) return WrongPlace();
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    if (!interface.arguments[i].is_output()) continue;
    const std::vector<int> wrong = wrong_elements(interface.arguments[i], expected.arrays[i], got.arrays[i]);
    if (!wrong.empty()) return WrongPlace{static_cast<std::int64_t>(i), wrong.front()};
  }
  return std::nullopt;
}

std::optional<Difference> first_difference(const Interface& interface, const Inputs& inputs,
                                           const Outputs& one, const Outputs& other) {
  std::optional<Difference> found;
  const auto look = [&](const Argument& column, const Argument& array, std::span<const std::byte> a,
                        std::span<const std::byte> b) {
    with_type(element_type_named(column.type), [&](auto zero) {
      using Type = decltype(zero);
      const auto [in_a, in_b] = std::ranges::mismatch(a, b);
      if (found || in_a == a.end()) return;
      const std::size_t at = static_cast<std::size_t>(in_a - a.begin()) / sizeof zero;
      const auto shape = inputs.shape_of(array);
      const std::string index = array.is_array() ? index_in(static_cast<std::int64_t>(at), shape) : "";
      found = {element_name(column.name, index), in_words(element<Type>(a, at)),
               in_words(element<Type>(b, at)), *in_a, *in_b};
    });
  };
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const Argument& array = interface.arguments[i];
    std::size_t at = 0;
    for (const Argument& column : columns_of(array)) {
      std::vector<std::byte> a, b;
      if (array.is_output())
        look(column, array, column_in(array, at, one.arrays[i], a), column_in(array, at, other.arrays[i], b));
      ++at;
    }
  }
  const Argument returned{
      .name = "what it returns", .role = Argument::Role::parameter, .type = interface.returns};
  if (!interface.returns.empty()) look(returned, returned, one.returned, other.returned);
  return found;
}

bool is_poison(std::span<const std::byte> element) {
  return std::ranges::all_of(element, [](std::byte byte) { return byte == kPoison; });
}

std::vector<int> wrong_elements(const Argument& output, std::span<const std::byte> expected,
                                std::span<const std::byte> got) {
  std::vector<int> wrong;
  if (output.compare.how == Compare::How::as_set) return wrong;
  const std::vector<Argument> columns = columns_of(output);
  for (std::size_t c = 0; c < columns.size() && wrong.empty(); ++c) {
    std::vector<std::byte> wanted, held;
    const Array array{
        columns[c], {}, column_in(output, c, expected, wanted), column_in(output, c, got, held)};
    with_type(element_type_named(columns[c].type), [&](auto zero) {
      for (std::size_t i = 0; i < array.expected.size() / sizeof zero; ++i) {
        if (is_wrong<decltype(zero)>(array, i)) wrong.push_back(static_cast<int>(i));
      }
    });
  }
  return wrong;
}

}  // namespace mergelab::judge
