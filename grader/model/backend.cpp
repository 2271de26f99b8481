#include "model/backend.hpp"

namespace mergelab {
namespace {

constexpr Names<ValueType, 3> kValueTypes{
    {{ValueType::int32, "int"}, {ValueType::record, "record"}, {ValueType::counted, "counted"}}};
constexpr Names<Backend, 2> kBackends{{{Backend::cpu, "cpu"}, {Backend::gpu, "gpu"}}};
constexpr Names<RunOrder, 3> kRunOrders{
    {{RunOrder::forward, "forward"}, {RunOrder::reverse, "reverse"}, {RunOrder::random, "random"}}};

constexpr Backends kBoth{Backend::cpu, Backend::gpu};
constexpr std::string_view kBothName = "both", kChecked = "_checked", kGpu = "_gpu";

}  // namespace

std::string_view to_string(ValueType type) { return name_of(kValueTypes, type); }
std::optional<ValueType> value_type_from_string(std::string_view name) { return value_of(kValueTypes, name); }

std::string_view to_string(Backend backend) { return name_of(kBackends, backend); }
std::optional<Backend> backend_from_string(std::string_view name) { return value_of(kBackends, name); }

std::string_view to_string(RunOrder order) { return name_of(kRunOrders, order); }
std::optional<RunOrder> run_order_from_string(std::string_view name) { return value_of(kRunOrders, name); }

std::vector<Backend> Backends::all() const {
  std::vector<Backend> backends;
  for (const Backend backend : {Backend::cpu, Backend::gpu}) {
    if (has(backend)) backends.push_back(backend);
  }
  return backends;
}

std::string_view to_string(Backends backends) {
  if (backends == kBoth) return kBothName;
  return to_string(backends.has(Backend::gpu) ? Backend::gpu : Backend::cpu);
}

std::optional<Backends> backends_from_string(std::string_view name) {
  if (name == kBothName) return kBoth;
  const std::optional<Backend> backend = backend_from_string(name);
  return backend ? std::optional(Backends{*backend}) : std::nullopt;
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

}  // namespace mergelab
