#include "course/rubric.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "base/did_you_mean.hpp"
#include "course/cases_file.hpp"
#include "course/course.hpp"
#include "course/files.hpp"
#include "course/interface_file.hpp"
#include "model/course.hpp"
#include "model/json_value.hpp"

namespace mergelab::course {
namespace {

/// Fails at `where`, which names the family, with the first case that does not.
void check_family(const JsonValue& where, const Family& family, const Item& item, const Lab& lab) {
  for (const Backend backend : item.backends.all()) {
    if (!family.backends.has(backend)) {
      where.fail(fmt::format("runs on {}, but its family \"{}\" does not\n  list this item's \"backends\"",
                             to_string(backend), family.name));
    }
  }
  if (!lab.kit) return;  // its cases were read for it
  for (const CaseSpec& spec : family.cases) {
    try {
      lab.kit->check_case(spec, lab);
    } catch (const std::out_of_range& error) {
      where.fail(
          fmt::format("the case \"{}/{}\" does not fit this lab: {}", family.name, spec.name, error.what()));
    }
  }
}

/// Of a lab without a kit one of its own cases.json.
const Family& read_family_name(const JsonValue& where, const std::string& name, const Course& so_far,
                               const Lab& lab) {
  const std::string own = lab.kit ? "" : own_family(lab, "");
  if (const Family* family = so_far.find_family(own + name)) return *family;
  std::vector<std::string> names;
  for (const Family& family : so_far.families) {
    const bool is_own = family.name.find('/') != std::string::npos;
    if (lab.kit ? !is_own : family.name.starts_with(own)) names.push_back(family.name.substr(own.size()));
  }
  const std::string meant = base::did_you_mean(name, names, "", '"');
  where.fail(fmt::format("{} has no family \"{}\"\n  {}",
                         lab.kit ? "datasets/catalog.json" : fmt::format("labs/{}/cases.json", lab.name),
                         name, meant.empty() ? "add it there, or name one with \"family\"" : meant));
}

/// Figures of other GPUs than those that the object names stay as they are.
void read_reference(const JsonValue& object, Item& item) {
  for (const auto& [gpu, cases] : object.at("reference").members()) {
    std::map<std::string, double>& ratios = item.reference[gpu];
    ratios.clear();
    for (const auto& [name, ratio] : cases.members()) ratios[name] = ratio.number(0, false);
  }
}

/// "cub" or "cub_sort": those of times on a GPU.
std::string device_baselines() { return fmt::format("\"{}\" or \"{}\"", kDeviceYardstick, kSortYardstick); }

/// Times on a GPU are compared with the reference solution's: what it needs on some GPU may be written down.
void read_device_time(const JsonValue& object, Item& item) {
  const bool timed = item.is_timed_on_device();
  const bool gpu_alone = item.backends == Backends{Backend::gpu};
  if (!timed && object.has("reference"))
    object.at("reference").fail(fmt::format("\"reference\" needs \"yardstick\": {}", device_baselines()));
  if (!timed) return;
  if (!gpu_alone || item.value != ValueType::int32) {
    object.at("yardstick").fail(fmt::format("\"{}\" needs \"backends\": [\"gpu\"] and int", item.yardstick));
  }
  item.metric = object.at("metric").one_of({std::string(kDeviceMetric)});
  if (object.has("reference")) read_reference(object, item);
}

/// The cases that `reference` names for a GPU must be all of the family's, and no others.
void check_reference(const JsonValue& object, const Family& family, const Item& item) {
  std::vector<std::string> names;
  for (const CaseSpec& spec : family.cases) names.push_back(spec.name);
  for (const auto& [gpu, ratios] : item.reference) {
    const bool named = object.has("reference") && object.at("reference").has(gpu);
    for (const std::string& name : names) {
      if (ratios.contains(name)) continue;
      if (named)
        object.at("reference").at(gpu).fail(fmt::format("lacks the case \"{}\" of its family", name));
      object.fail(fmt::format("\"reference\" of the {} lacks the case \"{}\" of the family \"{}\"", gpu, name,
                              family.name));
    }
    for (const auto& [name, ratio] : ratios) {
      if (!named || std::find(names.begin(), names.end(), name) != names.end()) continue;
      object.at("reference")
          .at(gpu)
          .at(name)
          .fail(fmt::format("is not a case of the family \"{}\"; it has {}", family.name,
                            fmt::join(names, ", ")));
    }
  }
}

/// A baseline has to do what the lab's function does, and where it does it.
void check_yardstick(const JsonValue& where, const Lab& lab, const Yardstick& yardstick) {
  const bool on_host = yardstick.measure == Measure::comparisons || yardstick.measure == Measure::cpu_time;
  std::string_view needed;
  if (on_host != lab.on_host()) needed = on_host ? "runs on the host" : "launches kernels";
  if (!lab.kit->has_yardstick(yardstick.name)) {
    const auto other = std::find_if(kits().begin(), kits().end(),
                                    [&](const Kit* kit) { return kit->has_yardstick(yardstick.name); });
    needed = (*other)->verb();
  }
  if (yardstick.measure == Measure::device_time && lab.on_ranks())
    where.fail(
        fmt::format("\"{}\" times one process, but this lab's function runs on ranks", yardstick.name));
  if (!needed.empty()) where.fail(fmt::format("\"{}\" needs a function that {}", yardstick.name, needed));
}

/// A curve falls. `object` has one end of it, or both.
void check_curve(const JsonValue& object, const Item& item) {
  if (!item.full || !item.zero || *item.full < *item.zero) return;
  const bool has_full = object.has("full");
  object.at(has_full ? "full" : "zero")
      .fail(has_full
                ? fmt::format("expected less than \"zero\", which is {}, got {}", *item.zero, *item.full)
                : fmt::format("expected more than \"full\", which is {}, got {}", *item.full, *item.zero));
}

/// Either a threshold or a curve, and what the reference solution has to stay under.
void read_threshold(const JsonValue& object, Item& item) {
  item.full = object.number_over_0("full");
  item.zero = object.number_over_0("zero");
  item.max_ratio = object.number_over_0("max_ratio");
  item.anchor = object.number_over_0("anchor");
  const bool curve = item.full && item.zero;
  if ((item.full || item.zero) != !item.max_ratio || curve == item.max_ratio.has_value()) {
    object.fail("a performance item has either \"max_ratio\", or \"full\" and \"zero\"");
  }
  check_curve(object, item);
  const double most = curve ? *item.full : *item.max_ratio;
  if (item.anchor && *item.anchor > most) {
    object.at("anchor").fail(fmt::format(
        "expected at most \"{}\", which is {}, got {}: the reference solution has to earn all points",
        curve ? "full" : "max_ratio", most, *item.anchor));
  }
}

/// Of a lab without a kit: any counter in any units, or the time beside the reference solution's.
void read_own_performance(const JsonValue& object, const Lab& lab, Item& item) {
  for (const char* key : {"value", "reference"}) {
    if (object.has(key)) object.at(key).fail("only a lab with a \"kit\" has this key");
  }
  item.yardstick = object.has("yardstick")
                       ? object.at("yardstick").one_of({"counters", std::string(kReferenceYardstick)})
                       : "counters";
  read_threshold(object, item);
  if (item.yardstick == kReferenceYardstick) {
    item.metric = object.at("metric").one_of({std::string(kTimeMetric)});
    for (const char* key : {"of", "per", "at_least"}) {
      if (object.has(key)) object.at(key).fail("a time has no such key");
    }
    const Backend needed = lab.on_host() ? Backend::cpu : Backend::gpu;
    if (item.backends != Backends{needed})
      object.at("yardstick")
          .fail(fmt::format("a {} function is timed with \"backends\": [\"{}\"]",
                            to_string(lab.interface.runs), to_string(needed)));
    return;
  }
  if (lab.on_host()) object.at("metric").fail("only kernels are counted, and this function runs on the host");
  if (item.backends != Backends{Backend::cpu})
    object.at("metric").fail("the CPU engine counts: expected \"backends\": [\"cpu\"]");
  item.metric = object.at("metric").one_of(names_of(any_lab_metrics()));
  item.checks = true;
  if (object.has("per")) item.per = read_formula(object.at("per"), lab);
  if (object.has("at_least")) item.at_least = read_formula(object.at("at_least"), lab);
  if (!object.has("of")) return;
  constexpr std::string_view kOfArrays[] = {"load_bytes",   "loads",         "store_bytes",
                                            "load_sectors", "store_sectors", "atomics"};
  if (std::find(std::begin(kOfArrays), std::end(kOfArrays), item.metric) == std::end(kOfArrays))
    object.at("of").fail(fmt::format("\"{}\" is not counted by array", item.metric));
  std::vector<std::string> arrays;
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_array()) arrays.push_back(argument.name);
  }
  for (const JsonValue& element : object.at("of").elements()) item.of.push_back(element.one_of(arrays));
}

void read_performance(const JsonValue& object, const Lab& lab, Item& item) {
  for (const char* key : {"of", "per", "at_least"}) {
    if (object.has(key)) object.at(key).fail("only a lab without a \"kit\" has this key");
  }
  item.metric = object.at("metric").word();
  item.yardstick = object.at("yardstick").one_of(names_of(yardsticks()));
  if (item.yardstick == kReferenceYardstick)
    object.at("yardstick").fail("only a lab without a \"kit\" has this baseline");
  check_yardstick(object.at("yardstick"), lab, *item.find_yardstick());
  read_threshold(object, item);
  item.checks = item.measure() == Measure::traffic;
  if (item.checks) {
    item.metric = object.at("metric").one_of(lab.kit->metrics(lab));
  }
  read_device_time(object, item);
  const bool counted = item.measure() == Measure::comparisons;
  if (counted != (item.value == ValueType::counted)) {
    object.at("yardstick")
        .fail(fmt::format("\"{}\" needs {}\"value\": \"counted\"", item.yardstick,
                          counted ? "" : "another value than "));
  }
  // Without the checks, a forged pointer could reach the worker's counter and reset it.
  if (counted) item.checks = true;
}

/// Correctness and checker items run under the CPU engine's checks, unless they say otherwise.
void read_checks(const JsonValue& object, const Lab& lab, Item& item) {
  item.checks = object.boolean_or("checks", true);
  if (item.kind == ItemKind::checker) {
    item.checker = *checker_rule_from_string(object.at("checker").one_of({"launch", "accesses"}));
    if (item.checker == CheckerRule::accesses && !item.checks) {
      object.at("checks").fail("an item that checks rules needs the checks");
    }
    if (item.checker == CheckerRule::accesses && lab.on_ranks() && item.backends.has(Backend::gpu)) {
      object.at("checker").fail(
          "compute-sanitizer runs one process, but this lab's function runs on ranks\n  \"backends\": "
          "[\"cpu\"] uses only the CPU engine");
    }
    if (item.checker == CheckerRule::launch && !(lab.kit && lab.kit->prescribes_launch(lab))) {
      object.at("checker").fail("this lab's kit prescribes no launch for its function");
    }
  } else if (object.has("checker")) {
    object.at("checker").fail("only an item of kind \"checker\" takes this key");
  }
}

/// Refuses keys that only performance items use: elsewhere they would be ignored.
void refuse_performance_keys(const JsonValue& object, const Item& item) {
  for (const char* key :
       {"metric", "yardstick", "full", "zero", "max_ratio", "anchor", "reference", "of", "per", "at_least"}) {
    if (!object.has(key)) continue;
    object.at(key).fail(fmt::format("only a performance item has \"{}\"; this one's kind is \"{}\"", key,
                                    to_string(item.kind)));
  }
}

Item read_item(const JsonValue& object, const Course& so_far, const Lab& lab) {
  object.allow_keys({"id",     "kind",      "points", "about", "family",    "value",   "backends",
                     "metric", "yardstick", "full",   "zero",  "max_ratio", "anchor",  "reference",
                     "checks", "checker",   "group",  "of",    "per",       "at_least"});
  Item item;
  item.id = object.at("id").word();
  if (lab.find_item(item.id) != nullptr)
    object.at("id").fail(fmt::format("there is already an item \"{}\"", item.id));
  item.kind = *item_kind_from_string(object.at("kind").one_of({"correctness", "checker", "performance"}));
  item.points = object.at("points").points();
  item.about = object.at("about").text();
  if (object.has("group")) {
    if (lab.groups.empty()) object.at("group").fail("this lab has no \"groups\"");
    std::vector<std::string> groups;
    for (const auto& [name, about] : lab.groups) groups.push_back(name);
    item.group = object.at("group").one_of(groups);
  }
  if (object.has("value"))
    item.value = *value_type_from_string(object.at("value").one_of({"int", "record", "counted"}));
  item.backends = read_backends(object);
  if (item.value == ValueType::counted && !(lab.on_host() && item.backends == Backends{Backend::cpu})) {
    object.at("value").fail("\"counted\" needs \"backends\": [\"cpu\"] and a function that runs on the host");
  }
  if (!lab.kit && object.has("value")) object.at("value").fail("only a lab with a \"kit\" has this key");
  if (item.kind == ItemKind::performance) {
    for (const char* key : {"checks", "checker"}) {
      if (object.has(key)) object.at(key).fail("a performance item does not take this key");
    }
    lab.kit ? read_performance(object, lab, item) : read_own_performance(object, lab, item);
  } else {
    refuse_performance_keys(object, item);
    read_checks(object, lab, item);
  }
  item.family = object.has("family") ? object.at("family").text() : item.id;
  const JsonValue named = object.at(object.has("family") ? "family" : "id");
  const Family& family = read_family_name(named, item.family, so_far, lab);
  item.family = family.name;
  check_family(named, family, item, lab);
  check_reference(object, family, item);
  return item;
}

/// Settings move a threshold, they don't make another kind of item.
void change_figure(const JsonValue& object, const char* key, std::optional<double>& figure) {
  if (!object.has(key)) return;
  if (!figure) object.at(key).fail(fmt::format("this item has no \"{}\" in lab.json", key));
  figure = object.number_over_0(key);
}

void change_backends(const JsonValue& object, Item& item) {
  if (!object.has("backends")) return;
  const Backends wanted = read_backends(object);
  for (const Backend backend : wanted.all()) {
    if (!item.backends.has(backend))
      object.at("backends").fail(fmt::format("this item can't run on {}", to_string(backend)));
  }
  item.backends = wanted;
}

}  // namespace

void change_item(const JsonValue& object, const Course& course, const Lab& lab, Item& item) {
  object.allow_keys({"points", "full", "zero", "max_ratio", "reference", "backends", "family"});
  if (object.has("points")) item.points = object.at("points").points();
  change_figure(object, "full", item.full);
  change_figure(object, "zero", item.zero);
  change_figure(object, "max_ratio", item.max_ratio);
  check_curve(object, item);
  change_backends(object, item);
  if (object.has("reference")) {
    if (!item.is_timed_on_device())
      object.at("reference").fail(fmt::format("needs \"yardstick\": {}", device_baselines()));
    read_reference(object, item);
  }
  if (object.has("family")) item.family = object.at("family").text();
  if (!object.has("family") && !object.has("reference") && !object.has("backends")) return;
  const JsonValue named_by = object.has("family") ? object.at("family") : object;
  const std::string own = lab.kit ? "" : own_family(lab, "");
  if (item.family.starts_with(own)) item.family.erase(0, own.size());
  const Family& family = read_family_name(named_by, item.family, course, lab);
  item.family = family.name;
  check_family(named_by, family, item, lab);
  check_reference(object, family, item);
}

void read_rubric(const JsonValue& list, const Course& so_far, Lab& lab) {
  for (const JsonValue& element : list.elements()) lab.items.push_back(read_item(element, so_far, lab));
  if (lab.items.empty()) list.fail("expected at least one item");
}

}  // namespace mergelab::course
