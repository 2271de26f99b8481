// labs/NN_name/lab.json: one lab's task, limits, hints and rubric, whose items earn points.
#include <fmt/ranges.h>

#include "base/did_you_mean.hpp"
#include "base/read_file.hpp"
#include "course/cases_file.hpp"
#include "course/course.hpp"
#include "course/files.hpp"
#include "course/interface_file.hpp"

namespace mergelab::course {
namespace {

/// Fails at `where`, which names the family, with the first case that does not.
void check_family(const JsonValue& where, const Family& family, const Item& item, const Lab& lab) {
  for (const Backend backend : item.backends.all()) {
    if (!family.backends.has(backend))
      where.fail(fmt::format("runs on {}, but its family \"{}\" does not\n  list this item's \"backends\"",
                             to_string(backend), family.name));
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
      if (!named || std::ranges::find(names, name) != names.end()) continue;
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
    const auto other =
        std::ranges::find_if(kits(), [&](const Kit* kit) { return kit->has_yardstick(yardstick.name); });
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
  if ((item.full || item.zero) != !item.max_ratio || curve == item.max_ratio.has_value())
    object.fail("a performance item has either \"max_ratio\", or \"full\" and \"zero\"");
  check_curve(object, item);
  const double most = curve ? *item.full : *item.max_ratio;
  if (item.anchor && *item.anchor > most)
    object.at("anchor").fail(fmt::format(
        "expected at most \"{}\", which is {}, got {}: the reference solution has to earn all points",
        curve ? "full" : "max_ratio", most, *item.anchor));
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
  if (item.checks) item.metric = object.at("metric").one_of(lab.kit->metrics(lab));
  read_device_time(object, item);
  const bool counted = item.measure() == Measure::comparisons;
  if (counted != (item.value == ValueType::counted))
    object.at("yardstick")
        .fail(fmt::format("\"{}\" needs {}\"value\": \"counted\"", item.yardstick,
                          counted ? "" : "another value than "));
  // Without the checks, a forged pointer could reach the worker's counter and reset it.
  if (counted) item.checks = true;
}

/// Correctness and checker items run under the CPU engine's checks, unless they say otherwise.
void read_checks(const JsonValue& object, const Lab& lab, Item& item) {
  item.checks = object.boolean_or("checks", true);
  if (item.kind == ItemKind::checker) {
    item.checker = *named<CheckerRule>(object.at("checker").one_of({"launch", "accesses"}));
    if (item.checker == CheckerRule::accesses && !item.checks)
      object.at("checks").fail("an item that checks rules needs the checks");
    if (item.checker == CheckerRule::accesses && lab.on_ranks() && item.backends.has(Backend::gpu))
      object.at("checker").fail(
          "compute-sanitizer runs one process, but this lab's function runs on ranks\n  \"backends\": "
          "[\"cpu\"] uses only the CPU engine");
    if (item.checker == CheckerRule::launch && !(lab.kit && lab.kit->prescribes_launch(lab)))
      object.at("checker").fail("this lab's kit prescribes no launch for its function");
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
  item.kind = *named<ItemKind>(object.at("kind").one_of({"correctness", "checker", "performance"}));
  item.points = object.at("points").points();
  item.about = object.at("about").text();
  if (object.has("group")) {
    if (lab.groups.empty()) object.at("group").fail("this lab has no \"groups\"");
    std::vector<std::string> groups;
    for (const auto& [name, about] : lab.groups) groups.push_back(name);
    item.group = object.at("group").one_of(groups);
  }
  if (object.has("value"))
    item.value = *named<ValueType>(object.at("value").one_of({"int", "record", "counted"}));
  item.backends = read_backends(object);
  if (item.value == ValueType::counted && !(lab.on_host() && item.backends == Backends{Backend::cpu}))
    object.at("value").fail("\"counted\" needs \"backends\": [\"cpu\"] and a function that runs on the host");
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

bool is_identifier(const std::string& text) {
  const auto letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::ranges::all_of(text, letter) &&
         std::isdigit(static_cast<unsigned char>(text.front())) == 0;
}

std::string read_file_name(const JsonValue& value) {
  constexpr std::string_view kEnding = ".cuh";
  std::string name = value.text();
  const bool good = name.ends_with(kEnding) && is_identifier(name.substr(0, name.size() - kEnding.size()));
  if (!good) value.fail("expected a file name such as \"merge_tiled.cuh\"");
  return name;
}

std::string read_function(const JsonValue& value) {
  std::string name = value.text();
  if (!is_identifier(name)) value.fail("expected a function name such as \"merge_tiled\"");
  return name;
}

std::vector<std::string> read_uses(const JsonValue& list, const Course& so_far) {
  std::vector<std::string> earlier;
  for (const Lab& lab : so_far.labs) earlier.push_back(lab.name);
  std::vector<std::string> names;
  for (const JsonValue& element : list.elements()) {
    const std::string name = element.text();
    if (so_far.find_lab(name) == nullptr)
      element.fail(fmt::format(
          "\"{}\" is not an earlier lab\n  {}", name,
          base::did_you_mean(name, earlier, "a lab can use those before it in labs/course.json", '"')));
    names.push_back(name);
    if (first_repeated(names) < names.size())
      element.fail(fmt::format("\"{}\" is already on the list", name));
  }
  return names;
}

/// Of a kit: the sizes of its cases.
Numbers read_shape(const JsonValue& object, const Kit& kit) {
  object.allow_keys(kit.shape());
  Numbers shape;
  for (const std::string_view name : kit.shape())
    shape[std::string(name)] = object.at(name).integer(1, kLargestSize);
  return shape;
}

/// The shapes that time is measured with; needed where an item asks for it and the lab takes a shape.
void read_timed_shapes(const JsonValue& top, Lab& lab) {
  const bool shaped = lab.kit && lab.kit->prescribes_launch(lab);
  const auto timed =
      std::ranges::find_if(lab.items, [](const Item& item) { return item.is_timed_on_device(); });
  if (!top.has("timed_shapes")) {
    if (shaped && timed != lab.items.end())
      top.fail(fmt::format("its item \"{}\" is timed on a GPU: expected \"timed_shapes\"", timed->id));
    return;
  }
  if (!shaped)
    top.at("timed_shapes").fail("only a lab that prescribes the launch is timed in several shapes");
  for (const JsonValue& element : top.at("timed_shapes").elements())
    lab.timed_shapes.push_back(read_shape(element, *lab.kit));
  if (lab.timed_shapes.empty()) top.at("timed_shapes").fail("expected at least one shape");
}

/// Kinds of questions, each with a heading of the lab's README.
void read_questions(const JsonValue& object, Lab& lab) {
  const std::vector<std::string> kinds = names_of(question_kinds());
  for (const auto& [kind, heading] : object.members()) {
    if (std::ranges::find(kinds, kind) == kinds.end())
      heading.fail(fmt::format("unknown kind of question \"{}\"\n  {}", kind,
                               base::did_you_mean(kind, kinds, fmt::format("{}", fmt::join(kinds, ", ")))));
    lab.predict[kind] = heading.text();
  }
}

void refuse_keys_of_kits(const JsonValue& top) {
  for (const char* key : {"shape", "timed_shapes", "predict"}) {
    if (top.has(key)) top.at(key).fail("only a lab with a \"kit\" has this key");
  }
}

/// Names that would do the lab's work.
void read_refused_names(const JsonValue& top, Lab& lab) {
  if (!top.has("refuse")) return;
  for (const JsonValue& element : top.at("refuse").elements()) {
    ForbiddenName refused;
    refused.name = read_forbidden_name(element);
    refused.why = "this lab is about writing it yourself";
    lab.forbidden.push_back(std::move(refused));
  }
}

void read_library(const JsonValue& top, const std::filesystem::path& root, Lab& lab) {
  if (!top.has("library")) return;
  const JsonValue& object = top.at("library");
  if (lab.kit) object.fail("only a lab without a \"kit\" has this key");
  if (std::ranges::none_of(lab.items, [](const Item& item) { return item.is_timed_on_device(); }))
    object.fail("no item is timed on a GPU beside it");
  object.allow_keys({"name", "links"});
  LibraryBaseline library{object.at("name").text(), root / "labs" / lab.name / "library.cuh", {}};
  if (object.has("links")) {
    for (const JsonValue& element : object.at("links").elements()) {
      const std::string link = element.text();
      if (!is_identifier(link)) element.fail("expected a library's name such as \"cublas\"");
      library.links.push_back(link);
    }
  }
  std::error_code error;
  if (!std::filesystem::exists(library.file, error))
    object.fail(
        fmt::format("labs/{}/library.cuh is missing: the lab's function, by {}", lab.name, library.name));
  lab.library = std::move(library);
}

/// Calls that are timed must differ, or what one of them made could be kept for the next.
void check_timed_cases(const JsonValue& items, const Lab& lab, const std::vector<Family>& families) {
  const std::vector<std::string_view> kDrawn{"uniform", "integers", "powers",      "special",
                                             "sorted",  "reversed", "permutation", "few"};
  for (const Item& item : lab.items) {
    if (item.yardstick != kReferenceYardstick) continue;
    if (defines(base::read_file(lab.oracle).value_or(""), OracleCall::generate)) return;
    for (const Family& family : families) {
      if (family.name != item.family) continue;
      for (const CaseSpec& spec : family.cases) {
        const bool is_drawn = std::ranges::any_of(spec.arguments, [&](const auto& given) {
          return std::ranges::find(kDrawn, given.second.generator) != kDrawn.end();
        });
        if (!is_drawn)
          items.fail(
              fmt::format("item '{}' takes times, but nothing in its case '{}' is drawn anew for each call",
                          item.id, spec.name));
      }
    }
  }
}

void check_points(const JsonValue& value, const Lab& lab) {
  Points sum;
  for (const Item& item : lab.items) sum += item.points;
  if (sum != lab.points)
    value.fail(fmt::format("is {}, but the points of the items add up to {}", lab.points, sum));
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

Limits read_limits(const JsonValue& object, Limits limits) {
  object.allow_keys({"case_cpu_s", "lab_cpu_s", "build_cpu_s", "memory_mib", "output_kib", "host_bytes"});
  constexpr std::int64_t kMost = 1 << 20;
  limits.case_cpu_s = object.number_over_0("case_cpu_s").value_or(limits.case_cpu_s);
  limits.lab_cpu_s = object.number_over_0("lab_cpu_s").value_or(limits.lab_cpu_s);
  limits.build_cpu_s = object.number_over_0("build_cpu_s").value_or(limits.build_cpu_s);
  limits.memory_mib = object.integer_or("memory_mib", 1, kMost, limits.memory_mib);
  limits.output_kib = object.integer_or("output_kib", 1, kMost, limits.output_kib);
  limits.host_bytes = object.integer_or("host_bytes", 1, kMost, limits.host_bytes);
  return limits;
}

Hint read_hint(const JsonValue& object, const std::vector<std::string>& items) {
  object.allow_keys({"items", "symptom", "symptoms", "only", "text"});
  Hint hint;
  if (object.has("items")) {
    for (const JsonValue& element : object.at("items").elements())
      hint.items.push_back(element.one_of(items));
  }
  if (object.has("symptom") && !object.at("symptom").text_or_empty().empty())
    hint.symptoms.push_back(object.at("symptom").one_of(names_of(symptoms())));
  if (object.has("symptoms")) {
    for (const JsonValue& element : object.at("symptoms").elements())
      hint.symptoms.push_back(element.one_of(names_of(symptoms())));
  }
  hint.only = object.boolean_or("only", false);
  if (hint.only && hint.items.empty())
    object.at("only").fail("expected \"items\" too: the only items that fail");
  hint.text = object.at("text").text();
  return hint;
}

Lab read_lab(Course& so_far, const std::string& name) {
  const JsonValue top = read_json(so_far.root, "labs/" + name + "/lab.json", "mergelab.lab/1");
  top.allow_keys({"schema", "title", "file", "function", "kit", "interface", "points", "uses", "shape",
                  "timed_shapes", "limits", "groups", "items", "hints", "predict", "constants", "refuse",
                  "library"});
  Lab lab;
  lab.name = name;
  lab.title = top.at("title").text();
  lab.file = read_file_name(top.at("file"));
  lab.function = read_function(top.at("function"));
  read_interface(top, lab);
  lab.points = top.at("points").points_over_0();
  if (top.has("uses")) lab.uses = read_uses(top.at("uses"), so_far);
  if (top.has("limits")) lab.limits = read_limits(top.at("limits"), {});
  if (lab.kit) {
    if (so_far.families.empty()) so_far.families = read_catalog(so_far.root);  // says that it is missing
    if (top.has("refuse")) top.at("refuse").fail("only a lab without a \"kit\" has this key");
    lab.constants = read_shape(top.at("shape"), *lab.kit);
  } else {
    refuse_keys_of_kits(top);
    read_refused_names(top, lab);
    read_cases(so_far.root, lab, so_far.families);
    std::error_code error;
    const std::filesystem::path oracle = so_far.root / "labs" / name / "oracle.cpp";
    if (std::filesystem::exists(oracle, error)) lab.oracle = oracle;
  }
  if (lab.kit && lab.limits.host_bytes > 0)
    top.at("limits").at("host_bytes").fail("only a lab without a \"kit\" has this key");
  if (top.has("groups")) {
    for (const auto& [group, about] : top.at("groups").members()) lab.groups[group] = about.text();
  }
  if (top.has("predict")) read_questions(top.at("predict"), lab);
  read_rubric(top.at("items"), so_far, lab);
  check_timed_cases(top.at("items"), lab, so_far.families);
  read_timed_shapes(top, lab);
  read_library(top, so_far.root, lab);
  check_points(top.at("points"), lab);
  if (top.has("hints")) {
    std::vector<std::string> ids;
    for (const Item& item : lab.items) ids.push_back(item.id);
    for (const JsonValue& element : top.at("hints").elements()) lab.hints.push_back(read_hint(element, ids));
  }
  return lab;
}

}  // namespace mergelab::course
