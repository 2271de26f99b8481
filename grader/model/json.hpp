// JSON from and to structs that list their fields once, for both directions:
//   void fields(auto& io, Is<Shape> auto& shape) { io("section", shape.section); io("tile", shape.tile); }
#pragma once

#include <concepts>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "model/backend.hpp"
#include "model/catalog.hpp"
#include "model/finding_json.hpp"
#include "model/observation.hpp"
#include "model/rubric.hpp"
#include "model/signature.hpp"
#include "model/size_expr.hpp"
#include "model/verdict.hpp"

namespace mergelab {

using Json = nlohmann::ordered_json;

/// Whether `Value` is `Type`, const or not: a const struct is written, another is read.
template <class Value, class Type>
concept Is = std::same_as<std::remove_const_t<Value>, Type>;

// What is written as its name, and the value of a name.
inline auto from_name(std::string_view name, const Verdict*) { return verdict_from_string(name); }
inline auto from_name(std::string_view name, const Backend*) { return backend_from_string(name); }
inline auto from_name(std::string_view name, const Backends*) { return backends_from_string(name); }
inline auto from_name(std::string_view name, const ValueType*) { return value_type_from_string(name); }
inline auto from_name(std::string_view name, const BuildKind*) { return build_kind_from_string(name); }
inline auto from_name(std::string_view name, const RunOrder*) { return run_order_from_string(name); }
inline auto from_name(std::string_view name, const ItemKind*) { return item_kind_from_string(name); }
inline auto from_name(std::string_view name, const CheckerRule*) { return checker_rule_from_string(name); }
inline auto from_name(std::string_view name, const Signature*) {
  return std::optional(signature_named(name));
}

template <class Value>
concept Named = requires(const Value* value) {
  from_name("", value);
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
    } else if constexpr (std::same_as<Value, SizeExpr>) {
      return value.text();
    } else if constexpr (std::same_as<Value, std::filesystem::path>) {
      return value.string();
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
  Json json_ = Json::object();
};

/// Reads them back. Throws std::exception if a field is missing or invalid.
class JsonReader {
 public:
  explicit JsonReader(const Json& json) : json_(json) {}

  template <class Value>
  void operator()(const char* name, Value& value) const {
    value = read<Value>(json_.at(name));
  }

  template <class Value>
  [[nodiscard]] static Value read(const Json& json) {
    if constexpr (Named<Value>) {
      const auto name = json.get<std::string>();
      const auto value = from_name(name, static_cast<const Value*>(nullptr));
      if (!value) throw std::runtime_error("'" + name + "' is not known");
      return *value;
    } else if constexpr (std::same_as<Value, SizeExpr> || std::same_as<Value, std::filesystem::path>) {
      return Value(json.get<std::string>());
    } else if constexpr (Optional<Value>) {
      return json.is_null() ? Value() : Value(read<typename Value::value_type>(json));
    } else if constexpr (Vector<Value>) {
      Value list;
      for (const Json& element : json.get_ref<const Json::array_t&>())
        list.push_back(read<typename Value::value_type>(element));
      return list;
    } else if constexpr (Map<Value>) {
      Value map;
      for (const auto& [name, element] : json.get_ref<const Json::object_t&>()) {
        map[read<typename Value::key_type>(name)] = read<typename Value::mapped_type>(element);
      }
      return map;
    } else if constexpr (requires(JsonReader io, Value value) { fields(io, value); }) {
      Value value;
      JsonReader io(json);
      fields(io, value);
      return value;
    } else {
      return json.get<Value>();
    }
  }

 private:
  const Json& json_;
};

/// What a report shows of an observation, without a hidden test's duration.
void fields(auto& io, Is<Observation> auto& seen) {
  std::optional<double> duration_s;
  std::optional<Finding> finding;
  if (!seen.hidden) duration_s = seen.duration_s;
  if (!seen.hidden && !seen.outcome.findings.empty()) finding = seen.outcome.findings.front();
  io("name", seen.test);
  io("status", seen.outcome.verdict);
  io("hidden", seen.hidden);
  io("duration_s", duration_s);
  io("message", seen.outcome.message);
  io("finding", finding);
  io("metrics", seen.outcome.metrics);
  io("backend", seen.backend);
  io("samples_ms", seen.outcome.samples);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(seen)>>) {
    seen.duration_s = duration_s.value_or(0);
    if (finding) seen.outcome.findings = {*finding};
  }
}

}  // namespace mergelab
