// What a lab's file is compiled for, and where it runs.
#pragma once

#include <initializer_list>
#include <string>
#include <tuple>
#include <vector>

#include "base/names.hpp"

namespace mergelab {

/// The element type of one build. `record` shows stability; `counted` counts comparisons, host only.
enum class ValueType { int32, record, counted };
constexpr std::array<std::string_view, 3> names(ValueType) { return {"int", "record", "counted"}; }

enum class Backend { cpu, gpu };
constexpr std::array<std::string_view, 2> names(Backend) { return {"cpu", "gpu"}; }

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
[[nodiscard]] std::optional<Backends> from_name(std::string_view name, const Backends* which);

/// In which order the CPU engine runs blocks and threads, where CUDA leaves it open.
enum class RunOrder { forward, reverse, random };
constexpr std::array<std::string_view, 3> names(RunOrder) { return {"forward", "reverse", "random"}; }

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
[[nodiscard]] std::optional<BuildKind> from_name(std::string_view name, const BuildKind* which);

}  // namespace mergelab
