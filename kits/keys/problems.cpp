#include "kits/keys/problems.hpp"

namespace mergelab::judge {
namespace {

using Role = Argument::Role;

/// The indices of the arrays among a function's arguments; -1: it has none.
struct Places {
  int a = -1, b = -1;  // b: of lists where each of them begins

  explicit Places(const Interface& interface) : a(interface.first(Role::in)) {
    if (a >= 0) b = interface.first(Role::in, a);
  }
};

std::int64_t size(const std::vector<int>& keys) { return static_cast<std::int64_t>(keys.size()); }

Inputs inputs_of(Arrays arrays, const Interface& interface, const Shape& shape) {
  Inputs inputs;
  const std::int64_t m = size(arrays.a), lists = std::max<std::int64_t>(size(arrays.starts) - 1, 0);
  inputs.numbers = {{"m", m},     {"n", size(arrays.b)},      {"total", m},        {"capacity", m},
                    {"k", lists}, {"section", shape.section}, {"tile", shape.tile}};
  inputs.arrays.resize(interface.arguments.size());
  const Places places(interface);
  if (interface.runs == Runs::ranks) inputs.parts = arrays.starts;
  if (places.b >= 0)
    inputs.arrays[static_cast<std::size_t>(places.b)] =
        arrays.starts.empty() ? std::move(arrays.b) : std::move(arrays.starts);
  if (places.a >= 0) inputs.arrays[static_cast<std::size_t>(places.a)] = std::move(arrays.a);
  return inputs;
}

/// How many sorted runs a problem begins with.
std::size_t runs_of(const Interface& interface, const Arrays& arrays) {
  if (!arrays.starts.empty()) return arrays.starts.size() - 1;
  return Places(interface).b < 0 ? arrays.a.size() : 2;
}

std::int64_t number_in(const ProblemSet& set, const Query& query, std::size_t call, std::string_view name) {
  return number_in_row(*set.interface, query.rows.data() + call * row_bytes(*set.interface), name);
}

}  // namespace

ProblemSet problems_of(std::vector<Arrays> arrays, const Kit& kit) {
  const Interface* const on_device = kit.usual_interface(Runs::device);
  return problems_of(std::move(arrays), kit, on_device ? *on_device : *kit.usual_interface(Runs::host));
}

ProblemSet problems_of(std::vector<Arrays> arrays, const Kit& kit, const Interface& interface,
                       const Shape& shape) {
  ProblemSet set;
  set.kit = &kit;
  set.interface = &interface;
  for (Arrays& each : arrays) {
    set.queries.push_back({.inputs = set.inputs.size(),
                           .rows = {},
                           .most_host_values = most_host_values(runs_of(interface, each))});
    set.inputs.push_back(inputs_of(std::move(each), interface, shape));
  }
  return set;
}

Query ranks_query(const ProblemSet& set, std::size_t inputs, std::span<const int> k,
                  std::span<const Part> parts) {
  const Interface& interface = *set.interface;
  const Places places(interface);
  const Inputs& given = set.inputs.at(inputs);
  Query query{.inputs = inputs, .rows = {}, .most_host_values = most_host_values(2)};
  query.rows.resize(k.size() * row_bytes(interface));
  for (std::size_t call = 0; call < k.size(); ++call) {
    const Part part = parts.empty() ? Part{.m = static_cast<int>(given.number("m")),
                                           .n = static_cast<int>(given.number("n"))}
                                    : parts[call];
    write_row(interface, query.rows.data() + call * row_bytes(interface),
              [&](const Argument& argument) -> Number {
                if (argument.is_array()) {
                  const auto at = static_cast<int>(&argument - interface.arguments.data());
                  return std::int64_t{at == places.a ? part.a : at == places.b ? part.b : 0};
                }
                if (argument.name == "k") return std::int64_t{k[call]};
                return std::int64_t{argument.name == "m" ? part.m : part.n};
              });
  }
  return query;
}

Keys keys_of(const ProblemSet& set, std::size_t inputs) {
  const Inputs& given = set.inputs.at(inputs);
  const Places places(*set.interface);
  const auto array = [&](int place) {
    return place < 0 ? std::span<const int>() : given.arrays[static_cast<std::size_t>(place)].as<int>();
  };
  if (!given.parts.empty()) return {array(places.a), {}, given.parts};
  const bool has_lists =
      places.b >= 0 && set.interface->arguments[static_cast<std::size_t>(places.b)].type == "int";
  return has_lists ? Keys(array(places.a), {}, array(places.b)) : Keys(array(places.a), array(places.b));
}

std::vector<int> ranks_asked(const ProblemSet& set, const Query& query) {
  std::vector<int> k(query.rows.size() / row_bytes(*set.interface));
  for (std::size_t call = 0; call < k.size(); ++call)
    k[call] = static_cast<int>(number_in(set, query, call, "k"));
  return k;
}

Part part_asked(const ProblemSet& set, const Query& query, std::size_t call) {
  const Places places(*set.interface);
  const auto first = [&](int place) {
    return number_in(set, query, call, set.interface->arguments[static_cast<std::size_t>(place)].name);
  };
  return {static_cast<int>(first(places.a)), static_cast<int>(number_in(set, query, call, "m")),
          static_cast<int>(first(places.b)), static_cast<int>(number_in(set, query, call, "n"))};
}

Shape shape_of(const Lab& lab) {
  const auto of = [&](const char* name) {
    const auto found = lab.constants.find(name);
    return found == lab.constants.end() ? 0 : found->second;
  };
  return {of("section"), of("tile")};
}

Shape shape_of(const ProblemSet& set) {
  if (set.inputs.empty()) return {};
  return {set.inputs.front().number("section"), set.inputs.front().number("tile")};
}

}  // namespace mergelab::judge
