// JSON from and to structs that list their fields once, for both directions:
//   void fields(auto& io, Is<Place> auto& value) { io("file", value.name); MERGELAB_EACH_FIELD(line, column)
//   }
#pragma once

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "finding/names.hpp"
#include "model/course.hpp"
#include "model/json_value.hpp"
#include "model/outcome.hpp"

namespace mergelab {

/// Whether `Value` is `Type`, const or not: a const struct is written, another is read.
template <class Value, class Type>
concept Is = std::same_as<std::remove_const_t<Value>, Type>;
/// Of what `fields` is given: whether it reads into it.
template <class Value>
inline constexpr bool is_read = !std::is_const_v<std::remove_reference_t<Value>>;

// The next fields of `value`, whose keys are their members' names.
#define MERGELAB_FIELD(member) io(#member, value.member);
#define MERGELAB_EACH_FIELD(...) NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(MERGELAB_FIELD, __VA_ARGS__))
/// `fields` of a struct that has no others.
#define MERGELAB_FIELDS(Type, ...) \
  void fields(auto& io, Is<Type> auto& value) { MERGELAB_EACH_FIELD(__VA_ARGS__) }

namespace finding {

// A finding as JSON: who did what to which element, and where; without what only its sentence needs.

void text_field(auto& io, const char* name, auto& text) {
  std::string value(text.view());
  io(name, value);
  if constexpr (is_read<decltype(text)>) text = value;
}

void fields(auto& io, Is<Site> auto& value) {
  text_field(io, "file", value.file);
  io("line", value.line);
}

MERGELAB_FIELDS(Coordinates, x, y, z)

void fields(auto& io, Is<Access> auto& value) {
  io("by", value.by.kind);
  io("thread", value.by.thread);
  io("in", value.by.in);
  io("block", value.by.block);
  io("does", value.verb);
  text_field(io, "memory", value.memory.name);
  io("index", value.memory.index);
  MERGELAB_EACH_FIELD(at, caller)
}

void fields(auto& io, Is<Finding> auto& value) {
  std::vector<std::int64_t> numbers(value.numbers.begin(), value.numbers.end());
  io("id", value.message);
  MERGELAB_EACH_FIELD(rule, access, other)
  text_field(io, "word", value.word);
  io("numbers", numbers);
  if constexpr (is_read<decltype(value)>)
    std::copy_n(numbers.begin(), std::min(numbers.size(), value.numbers.size()), value.numbers.begin());
}

MERGELAB_FIELDS(Statement, id, arguments)

void fields(auto& io, Is<Explanation> auto& value) {
  std::vector<Statement> statements = value.statements();
  std::vector<Finding> findings = value.findings();
  io("statements", statements);
  io("findings", findings);
  if constexpr (is_read<decltype(value)>) value = {std::move(statements), std::move(findings)};
}

}  // namespace finding

// What is written as its name, and the value of a name, has a from_name().
inline std::optional<const Kit*> from_name(std::string_view name, const Kit* const* /*which*/) {
  const Kit* const kit = find_kit(name);
  return name.empty() || kit ? std::optional(kit) : std::nullopt;
}

template <class Value>
concept Named = requires(const Value* value) {
  from_name("", value);
};
/// What is written as a text that says all of it.
template <class Value>
concept Written = std::constructible_from<Value, std::string_view> && requires(const Value& value) {
  { value.text() } -> std::same_as<const std::string&>;
};
template <class Value>
concept Optional = std::same_as<Value, std::optional<typename Value::value_type>>;
template <class Value>
concept Vector = std::same_as<Value, std::vector<typename Value::value_type>>;
template <class Value>
concept Map = std::same_as<Value, std::map<typename Value::key_type, typename Value::mapped_type>>;

/// Writes fields into an object, in their order.
class JsonWriter {
 public:
  template <class Value>
  void operator()(const char* name, const Value& value) {
    json_[name] = write(value);
  }

  template <class Value>
  [[nodiscard]] static Json write(const Value& value) {
    if constexpr (Named<Value>) {
      return std::string(to_string(value));
    } else if constexpr (Written<Value>) {
      return value.text();
    } else if constexpr (std::same_as<Value, Number>) {
      return std::visit([](const auto& each) { return written(each); }, value);
    } else if constexpr (std::same_as<Value, std::filesystem::path>) {
      return value.string();
    } else if constexpr (std::same_as<Value, finding::Argument>) {
      return std::visit([](const auto& each) { return Json(each); }, value);
    } else if constexpr (Optional<Value>) {
      return value ? write(*value) : Json();
    } else if constexpr (Vector<Value>) {
      Json list = Json::array();
      for (const auto& element : value) list.push_back(write(element));
      return list;
    } else if constexpr (Map<Value>) {
      Json object = Json::object();
      for (const auto& [key, element] : value)
        object[write(key).template get<std::string>()] = write(element);
      return object;
    } else if constexpr (requires(JsonWriter io) { fields(io, value); }) {
      JsonWriter io;
      fields(io, value);
      return std::move(io.json_);
    } else {
      return Json(value);
    }
  }

 private:
  static Json written(std::int64_t whole) { return whole; }
  /// In hexadecimal, "inf" or "nan": the same number again.
  static Json written(double real) { return fmt::format("{:a}", real); }

  Json json_ = Json::object();
};

/// Reads them back. Throws DataError where a field is missing or invalid.
class JsonReader {
 public:
  explicit JsonReader(const JsonValue& json) : json_(json) {}

  template <class Value>
  void operator()(const char* name, Value& value) const {
    // What is optional may be missing in a file of an older version.
    if constexpr (Optional<Value>) {
      if (!json_.has(name)) return;
    }
    value = read<Value>(json_.at(name));
  }

  template <class Value>
  [[nodiscard]] static Value read(const JsonValue& json) {
    if constexpr (Named<Value> || std::same_as<Value, std::string>) {
      return from_text<Value>(json, json.text_or_empty());
    } else if constexpr (Written<Value>) {
      return Value(json.text());
    } else if constexpr (std::same_as<Value, Number>) {
      if (json.is_integer()) return read<std::int64_t>(json);
      return std::strtod(json.text().c_str(), nullptr);
    } else if constexpr (std::same_as<Value, std::filesystem::path>) {
      return json.text_or_empty();
    } else if constexpr (std::same_as<Value, finding::Argument>) {
      if (json.is_text()) return json.text_or_empty();
      if (json.is_integer()) return read<std::int64_t>(json);
      return json.number();
    } else if constexpr (Optional<Value>) {
      return json.is_null() ? Value() : Value(read<typename Value::value_type>(json));
    } else if constexpr (Vector<Value>) {
      Value list;
      for (const JsonValue& element : json.elements())
        list.push_back(read<typename Value::value_type>(element));
      return list;
    } else if constexpr (Map<Value>) {
      Value map;
      for (const auto& [name, element] : json.members())
        map[from_text<typename Value::key_type>(element, name)] = read<typename Value::mapped_type>(element);
      return map;
    } else if constexpr (std::same_as<Value, bool>) {
      return json.boolean();
    } else if constexpr (std::unsigned_integral<Value>) {
      return static_cast<Value>(json.natural(std::numeric_limits<Value>::max()));
    } else if constexpr (std::signed_integral<Value>) {
      using Limits = std::numeric_limits<Value>;
      return static_cast<Value>(json.integer(Limits::min(), Limits::max()));
    } else if constexpr (std::same_as<Value, double> || std::same_as<Value, Points>) {
      return Value(json.number());
    } else {
      Value value;
      JsonReader io(json);
      fields(io, value);
      return value;
    }
  }

 private:
  template <class Value>
  [[nodiscard]] static Value from_text(const JsonValue& json, const std::string& text) {
    if constexpr (std::same_as<Value, std::string>) {
      return text;
    } else {
      const auto value = named<Value>(text);
      if (!value) json.fail("\"" + printable(text) + "\" is not known");
      return *value;
    }
  }

  const JsonValue& json_;
};

/// What a report shows of an observation, without a hidden test's duration.
void fields(auto& io, Is<Observation> auto& seen) {
  std::optional<double> duration_s;
  std::optional<Finding> finding;
  if (!seen.hidden) duration_s = seen.duration_s;
  std::optional<std::vector<Statement>> statements;
  const Explanation& why = seen.outcome.why;
  if (!seen.hidden && !why.statements().empty()) statements = why.statements();
  if (!seen.hidden && !why.findings().empty()) finding = why.findings().front();
  io("name", seen.test);
  io("status", seen.outcome.verdict);
  io("hidden", seen.hidden);
  io("duration_s", duration_s);
  io("message", seen.outcome.message);
  io("finding", finding);
  io("statements", statements);
  io("metrics", seen.outcome.metrics);
  io("backend", seen.backend);
  io("samples_ms", seen.outcome.samples);
  if constexpr (is_read<decltype(seen)>) {
    seen.duration_s = duration_s.value_or(0);
    std::vector<Finding> findings;
    if (finding) findings = {*finding};
    seen.outcome.why = {std::move(statements).value_or(std::vector<Statement>()), std::move(findings)};
  }
}

MERGELAB_FIELDS(TracedArray, name, space, elements, element_bytes, offset, type, shape, input, expected,
                output, wrong)
MERGELAB_FIELDS(TracedFile, name, lines)
MERGELAB_FIELDS(TracedPlace, file, line, function)
MERGELAB_FIELDS(TracedRequests, block, phase, warp, place, kind, array, sectors, turns, first)
MERGELAB_FIELDS(TracedEvents, lane, index, value)
MERGELAB_FIELDS(TracedLaunch, first_block, blocks, threads)
MERGELAB_FIELDS(TracedBarrier, block, phase, place)
MERGELAB_FIELDS(TracedViolation, rule, message, events)
MERGELAB_FIELDS(TracedWait, block, thread, place)
MERGELAB_FIELDS(TracedCounter, place, sectors, turns, loads, stores)
MERGELAB_FIELDS(TracedWrong, index, expected, got, event, block, thread, array)
MERGELAB_FIELDS(TracedNumber, name, value)

void fields(auto& io, Is<Trace> auto& value) {
  MERGELAB_EACH_FIELD(lab, title)
  io("case", value.case_name);
  MERGELAB_EACH_FIELD(kit, blocks, threads, on_host, verdict, message, numbers, first_wrong, arrays, files,
                      places, launches, requests, events, barriers, violations, waiting, counters, cut)
}

}  // namespace mergelab
