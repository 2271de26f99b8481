// What a lab's file is compiled for, and where it runs.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mergelab {

template <class Value, std::size_t kCount>
using Names = std::array<std::pair<Value, std::string_view>, kCount>;

template <class Value, std::size_t kCount>
[[nodiscard]] constexpr std::string_view name_of(const Names<Value, kCount>& names, Value value) {
  for (const auto& [candidate, name] : names) {
    if (candidate == value) return name;
  }
  return "?";
}

template <class Value, std::size_t kCount>
[[nodiscard]] constexpr std::optional<Value> value_of(const Names<Value, kCount>& names,
                                                      std::string_view name) {
  for (const auto& [value, candidate] : names) {
    if (candidate == name) return value;
  }
  return std::nullopt;
}

/// The element type of one build. `record` shows stability; `counted` counts comparisons, host only.
enum class ValueType { int32, record, counted };
[[nodiscard]] std::string_view to_string(ValueType type);
[[nodiscard]] std::optional<ValueType> value_type_from_string(std::string_view name);

enum class Backend { cpu, gpu };
[[nodiscard]] std::string_view to_string(Backend backend);
[[nodiscard]] std::optional<Backend> backend_from_string(std::string_view name);

/// A set of backends: those that a grading uses, or that an item runs on.
class Backends {
 public:
  constexpr Backends() = default;
  constexpr Backends(std::initializer_list<Backend> backends) {
    for (const Backend backend : backends) add(backend);
  }
  constexpr void add(Backend backend) { (backend == Backend::cpu ? cpu_ : gpu_) = true; }
  constexpr void remove(Backend backend) { (backend == Backend::cpu ? cpu_ : gpu_) = false; }
  [[nodiscard]] constexpr bool has(Backend backend) const { return backend == Backend::cpu ? cpu_ : gpu_; }
  [[nodiscard]] constexpr bool empty() const { return !cpu_ && !gpu_; }
  /// In the order of the enumeration.
  [[nodiscard]] std::vector<Backend> all() const;
  [[nodiscard]] bool operator==(const Backends&) const = default;

 private:
  bool cpu_ = false, gpu_ = false;
};
/// "cpu", "gpu", "both"
[[nodiscard]] std::string_view to_string(Backends backends);
[[nodiscard]] std::optional<Backends> backends_from_string(std::string_view name);

/// In which order the CPU engine runs blocks and threads, where CUDA leaves it open.
enum class RunOrder { forward, reverse, random };
[[nodiscard]] std::string_view to_string(RunOrder order);
[[nodiscard]] std::optional<RunOrder> run_order_from_string(std::string_view name);

/// One compilation of a lab's file.
struct BuildKind {
  Backend backend = Backend::cpu;
  ValueType value = ValueType::int32;
  bool checked =
      false;  // with the CPU engine's checks and counters in it; without them it runs at full speed

  constexpr BuildKind() = default;
  constexpr explicit BuildKind(ValueType type) : value(type) {}
  constexpr BuildKind(ValueType type, bool with_checks) : value(type), checked(with_checks) {}
  constexpr BuildKind(Backend where, ValueType type) : backend(where), value(type) {}
  [[nodiscard]] bool operator==(const BuildKind&) const = default;
  [[nodiscard]] bool operator<(const BuildKind& other) const {
    return std::tie(backend, value, checked) < std::tie(other.backend, other.value, other.checked);
  }
};
/// "int", "int_checked", "int_gpu"
[[nodiscard]] std::string to_string(BuildKind kind);
[[nodiscard]] std::optional<BuildKind> build_kind_from_string(std::string_view name);

}  // namespace mergelab
