#include "model/course.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace mergelab {
namespace {

template <class Value, std::size_t kCount>
using Names = std::array<std::pair<Value, std::string_view>, kCount>;

constexpr Names<ValueType, 3> kValueTypes{
    {{ValueType::int32, "int"}, {ValueType::record, "record"}, {ValueType::counted, "counted"}}};
constexpr Names<Backend, 2> kBackends{{{Backend::cpu, "cpu"}, {Backend::gpu, "gpu"}}};
constexpr Names<CheckerRule, 3> kCheckerRules{
    {{CheckerRule::none, "none"}, {CheckerRule::launch, "launch"}, {CheckerRule::accesses, "accesses"}}};
constexpr Names<RunOrder, 3> kRunOrders{
    {{RunOrder::forward, "forward"}, {RunOrder::reverse, "reverse"}, {RunOrder::random, "random"}}};
constexpr Names<ItemKind, 3> kItemKinds{{{ItemKind::correctness, "correctness"},
                                         {ItemKind::checker, "checker"},
                                         {ItemKind::performance, "performance"}}};

constexpr std::string_view kChecked = "_checked", kGpu = "_gpu";

template <class Value, std::size_t kCount>
std::string_view name_of(const Names<Value, kCount>& names, Value value) {
  for (const auto& [candidate, name] : names) {
    if (candidate == value) return name;
  }
  return "?";
}

template <class Value, std::size_t kCount>
std::optional<Value> value_of(const Names<Value, kCount>& names, std::string_view name) {
  for (const auto& [value, candidate] : names) {
    if (candidate == name) return value;
  }
  return std::nullopt;
}

/// The element that `matches`, or nullptr.
template <class Element, class Matches>
const Element* find_in(const std::vector<Element>& elements, Matches matches) {
  const auto found = std::find_if(elements.begin(), elements.end(), matches);
  return found == elements.end() ? nullptr : &*found;
}

}  // namespace

std::string_view to_string(ValueType type) { return name_of(kValueTypes, type); }
std::optional<ValueType> value_type_from_string(std::string_view name) { return value_of(kValueTypes, name); }

std::string_view to_string(RunOrder order) { return name_of(kRunOrders, order); }
std::optional<RunOrder> run_order_from_string(std::string_view name) { return value_of(kRunOrders, name); }

std::string_view to_string(CheckerRule rule) { return name_of(kCheckerRules, rule); }
std::optional<CheckerRule> checker_rule_from_string(std::string_view name) {
  return value_of(kCheckerRules, name);
}

std::string to_string(BuildKind kind) {
  std::string name(to_string(kind.value));
  if (kind.backend == Backend::gpu) return name.append(kGpu);
  return kind.checked ? name.append(kChecked) : name;
}

std::optional<BuildKind> build_kind_from_string(std::string_view name) {
  const bool checked = name.ends_with(kChecked), gpu = name.ends_with(kGpu);
  if (checked) name.remove_suffix(kChecked.size());
  if (gpu) name.remove_suffix(kGpu.size());
  const std::optional<ValueType> type = value_type_from_string(name);
  if (!type) return std::nullopt;
  return gpu ? BuildKind(Backend::gpu, *type) : BuildKind(*type, checked);
}

std::string_view to_string(Backend backend) { return name_of(kBackends, backend); }
std::optional<Backend> backend_from_string(std::string_view name) { return value_of(kBackends, name); }

std::vector<Backend> Backends::all() const {
  std::vector<Backend> backends;
  for (const Backend backend : {Backend::cpu, Backend::gpu}) {
    if (has(backend)) backends.push_back(backend);
  }
  return backends;
}

std::string_view to_string(Backends backends) {
  if (backends.has(Backend::cpu) && backends.has(Backend::gpu)) return "both";
  return to_string(backends.has(Backend::gpu) ? Backend::gpu : Backend::cpu);
}

std::string_view to_string(ItemKind kind) { return name_of(kItemKinds, kind); }
std::optional<ItemKind> item_kind_from_string(std::string_view name) { return value_of(kItemKinds, name); }

bool CaseSpec::needs_launch() const {
  return m.needs_launch() || n.needs_launch() || run.needs_launch() || (section && section->needs_launch()) ||
         (tile && tile->needs_launch());
}

const Item* Lab::find_item(std::string_view id) const {
  return find_in(items, [&](const Item& item) { return item.id == id; });
}

const Lab* Course::find_lab(std::string_view name) const {
  return find_in(labs, [&](const Lab& lab) { return lab.name == name; });
}

const Family* Course::find_family(std::string_view name) const {
  return find_in(families, [&](const Family& family) { return family.name == name; });
}

const std::vector<std::string>& generator_names() {
  static const std::vector<std::string> kNames{
      "distinct",  "uniform",     "few",      "all_equal", "equal_runs", "a_first", "b_first", "runs",
      "staircase", "alternating", "extremes", "same",      "exhaustive", "literal", "spread"};
  return kNames;
}

const std::vector<std::string>& traffic_metrics() {
  static const std::vector<std::string> kNames{"loads",   "lane_loads", "search_reads", "stores",
                                               "sectors", "wavefronts", "barriers",     "span"};
  return kNames;
}

const std::vector<std::string>& symptom_names() {
  static const std::vector<std::string> kNames{"unwritten",
                                               "payload",
                                               "first_tile_right",
                                               "last_tile",
                                               "lost_keys",
                                               "order",
                                               "outside",
                                               "read_outside",
                                               "input_changed",
                                               "fault",
                                               "exited",
                                               "endless",
                                               "memory",
                                               "output",
                                               "no_launch",
                                               "wrong_grid",
                                               "shared_memory",
                                               "launch_error",
                                               "divergent_barrier",
                                               "split_not_stable",
                                               "not_a_split",
                                               "out_of_range",
                                               "comparisons",
                                               "slow",
                                               "race",
                                               "out_of_bounds",
                                               "use_after_free",
                                               "uninitialised_read",
                                               "misaligned",
                                               "write_to_const",
                                               "shared_size",
                                               "host_access",
                                               "host_pointer",
                                               "wild_pointer",
                                               "warp_mask",
                                               "invalid_launch",
                                               "loads",
                                               "lane_loads",
                                               "search_reads",
                                               "stores",
                                               "sectors",
                                               "wavefronts",
                                               "barriers",
                                               "span",
                                               "implausible",
                                               "stream",
                                               "unfinished"};
  return kNames;
}

int lab_number(const Lab& lab) {
  constexpr std::size_t kMostDigits = 6;
  int number = 0;
  for (std::size_t i = 0; i < std::min(lab.name.size(), kMostDigits); ++i) {
    if (std::isdigit(static_cast<unsigned char>(lab.name[i])) == 0) break;
    number = number * 10 + (lab.name[i] - '0');
  }
  return number;
}

}  // namespace mergelab
