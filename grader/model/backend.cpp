#include "model/backend.hpp"

namespace mergelab {
namespace {

constexpr Backends kBoth{Backend::cpu, Backend::gpu};
constexpr std::string_view kBothName = "both", kChecked = "_checked", kGpu = "_gpu";

}  // namespace

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

std::optional<Backends> from_name(std::string_view name, const Backends* /*which*/) {
  if (name == kBothName) return kBoth;
  const std::optional<Backend> backend = named<Backend>(name);
  return backend ? std::optional(Backends{*backend}) : std::nullopt;
}

std::string to_string(BuildKind kind) {
  std::string name(to_string(kind.value));
  if (kind.backend == Backend::gpu) return name.append(kGpu);
  return kind.checked ? name.append(kChecked) : name;
}

std::optional<BuildKind> from_name(std::string_view name, const BuildKind* /*which*/) {
  const bool checked = name.ends_with(kChecked), gpu = name.ends_with(kGpu);
  if (checked) name.remove_suffix(kChecked.size());
  if (gpu) name.remove_suffix(kGpu.size());
  const std::optional<ValueType> type = named<ValueType>(name);
  if (!type) return std::nullopt;
  return gpu ? BuildKind(Backend::gpu, *type) : BuildKind(*type, checked);
}

}  // namespace mergelab
