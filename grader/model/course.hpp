// The course as the grader sees it: labs, rubrics and case families, read from data by course/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "model/size_expr.hpp"

namespace mergelab {

/// The element type of one build. `record` shows stability; `counted` counts comparisons, host only.
enum class ValueType { int32, record, counted };
[[nodiscard]] std::string_view to_string(ValueType type);
[[nodiscard]] std::optional<ValueType> value_type_from_string(std::string_view name);

enum class Backend { cpu, gpu };
[[nodiscard]] std::string_view to_string(Backend backend);
[[nodiscard]] std::optional<Backend> backend_from_string(std::string_view name);

/// The backends that a grading uses, or that an item ran on.
class Backends {
 public:
  constexpr Backends() = default;
  constexpr Backends(Backend backend) { add(backend); }
  constexpr void add(Backend backend) { (backend == Backend::cpu ? cpu_ : gpu_) = true; }
  [[nodiscard]] constexpr bool has(Backend backend) const { return backend == Backend::cpu ? cpu_ : gpu_; }
  [[nodiscard]] constexpr bool empty() const { return !cpu_ && !gpu_; }
  [[nodiscard]] std::vector<Backend> all() const;
  [[nodiscard]] bool operator==(const Backends&) const = default;

 private:
  bool cpu_ = false, gpu_ = false;
};
/// "cpu", "gpu", "both"
[[nodiscard]] std::string_view to_string(Backends backends);

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

/// One case of a family: a pair of sorted arrays to be made, and how they lie in memory.
struct CaseSpec {
  std::string name;       // unique in its family; with it the test's name, "ties/runs_of_1025"
  std::string generator;  // see judge/generate.hpp
  SizeExpr m, n;          // lengths of A and B, in elements
  SizeExpr run{"1"};      // generators with runs: their length, in elements
  int distinct = 0;       // generators with few values: how many
  int count = 1;          // how many problems of this kind the test holds
  int offset_a = 0, offset_b = 0, offset_c = 0;  // elements past a 16-byte boundary, 0 to 3
  bool adjacent = false;                         // B starts where A ends
  std::optional<SizeExpr> section, tile;         // instead of the lab's shape
  std::optional<std::uint64_t> seed;             // instead of the family's
  std::vector<int> keys_a, keys_b;               // generator "literal": the arrays themselves
  [[nodiscard]] bool needs_launch() const;
};

/// Cases that isolate one difficulty.
struct Family {
  std::string name;
  std::string about;    // one sentence for a student
  bool hidden = false;  // mixed with an instructor's secret, if one is given
  std::vector<Backend> backends;
  std::uint64_t seed = 1;
  std::vector<CaseSpec> cases;
};

enum class ItemKind { correctness, checker, performance };
[[nodiscard]] std::string_view to_string(ItemKind kind);
[[nodiscard]] std::optional<ItemKind> item_kind_from_string(std::string_view name);

/// What an item of kind checker holds a submission to.
enum class CheckerRule {
  none,
  launch,    // one block per section, and at most 3 * tile elements + 1 KiB of shared memory a block
  accesses,  // no breach of CUDA's rules, in its own cases or in any other of the lab
};
[[nodiscard]] std::string_view to_string(CheckerRule rule);
[[nodiscard]] std::optional<CheckerRule> checker_rule_from_string(std::string_view name);

/// One line of a lab's rubric.
struct Item {
  std::string id;  // unique in its lab
  ItemKind kind = ItemKind::correctness;
  double points = 0;
  std::string family;  // the catalog's family that decides it
  std::string about;   // one sentence for a student
  ValueType value = ValueType::int32;
  std::vector<Backend> backends;
  bool checks = false;  // runs under the CPU engine's checks: all but what is timed, and merges of millions
  CheckerRule checker = CheckerRule::none;  // checker items alone
  // Performance items alone:
  std::string metric;                // a key of Observation::metrics; the worst case of the family counts
  std::string yardstick;             // what the metric is relative to; the judge knows the names
  std::optional<double> full, zero;  // credit 1 at `full`, 0 at `zero`, linear in log between
  std::optional<double> max_ratio;   // or a plain threshold: credit 1 up to it, else 0
  std::optional<double> anchor;      // the metric that the reference solution has to stay under
  std::map<std::string, double>
      reference;  // by case: the reference solution's time in those of the yardstick
};

/// The build that an item runs on a backend.
[[nodiscard]] inline BuildKind build_of(const Item& item, Backend backend) {
  return backend == Backend::cpu ? BuildKind(item.value, item.checks) : BuildKind(backend, item.value);
}

/// What to tell a student, keyed on the symptom.
struct Hint {
  std::vector<std::string> items;  // ids that it speaks about; empty: any
  std::string symptom;             // one of symptom_names(); empty: any
  bool only = false;               // every correctness item that is not in `items` passed
  std::string text;
};

struct Limits {
  double case_cpu_s = 2;    // one call of the student's function
  double lab_cpu_s = 30;    // all calls of one lab together
  double build_cpu_s = 30;  // one compilation
  std::int64_t memory_mib = 2048;
  std::int64_t output_kib = 64;  // what a worker may print
};

/// What a block produces and what shared memory holds at once, in elements.
struct Shape {
  std::int64_t section = 0, tile = 0;
  bool operator==(const Shape&) const = default;
};

struct Lab {
  std::string name;   // the folder: "04_tiled_kernel"
  std::string title;  // "Tiled kernel"
  std::string file;   // the one file that a student edits: "merge_tiled.cuh"
  std::string function;
  std::string signature;  // one of worker/signatures: "merge_host", "co_rank", "merge_device", "merge_shaped"
  double points = 0;
  std::vector<std::string> uses;       // earlier labs whose files it includes
  std::int64_t section = 0, tile = 0;  // the shape of correctness cases, in elements
  std::vector<Shape> timed_shapes;     // on a GPU the best of these counts; empty: the lab has no shape
  Limits limits;
  std::vector<Item> items;
  std::vector<Hint> hints;
  std::string only;  // the item or case that is asked for; empty: all
  [[nodiscard]] const Item* find_item(std::string_view id) const;
};

struct Course {
  std::filesystem::path root;  // holds labs/, solutions/ and datasets/
  std::string title;
  std::vector<Lab> labs;  // in course order
  std::vector<Family> families;
  [[nodiscard]] const Lab* find_lab(std::string_view name) const;
  [[nodiscard]] const Family* find_family(std::string_view name) const;
};

/// The yardstick of items that grade the CPU engine's counters; their metrics are traffic_metrics().
inline constexpr std::string_view kTrafficYardstick = "counters";
[[nodiscard]] const std::vector<std::string>& traffic_metrics();

/// The yardstick and the metric of items that grade time on a GPU: how many times slower than the reference
/// solution, each measured beside cub::DeviceMerge.
inline constexpr std::string_view kDeviceYardstick = "cub", kDeviceMetric = "slowdown";

/// The kinds of arrays that a catalog may ask for; judge/generate.hpp says what each is.
[[nodiscard]] const std::vector<std::string>& generator_names();

/// What a hint may be keyed on; model/outcome.hpp says what each means.
[[nodiscard]] const std::vector<std::string>& symptom_names();

/// The number in front of a lab's name: 4 for "04_tiled_kernel".
[[nodiscard]] int lab_number(const Lab& lab);

}  // namespace mergelab
