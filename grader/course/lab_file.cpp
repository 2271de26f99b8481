// labs/NN_name/lab.json: one lab's task, limits and hints. Its rubric is read by rubric.cpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/did_you_mean.hpp"
#include "base/read_file.hpp"
#include "course/cases_file.hpp"
#include "course/course.hpp"
#include "course/files.hpp"
#include "course/interface_file.hpp"
#include "course/rubric.hpp"
#include "model/oracle_call.hpp"
#include "model/terms.hpp"

namespace mergelab::course {
namespace {

bool is_identifier(const std::string& text) {
  const auto letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), letter) &&
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
    if (so_far.find_lab(name) == nullptr) {
      element.fail(fmt::format(
          "\"{}\" is not an earlier lab\n  {}", name,
          base::did_you_mean(name, earlier, "a lab can use those before it in labs/course.json", '"')));
    }
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
  const auto timed = std::find_if(lab.items.begin(), lab.items.end(),
                                  [](const Item& item) { return item.is_timed_on_device(); });
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
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      heading.fail(fmt::format("unknown kind of question \"{}\"\n  {}", kind,
                               base::did_you_mean(kind, kinds, fmt::format("{}", fmt::join(kinds, ", ")))));
    }
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
  if (std::none_of(lab.items.begin(), lab.items.end(),
                   [](const Item& item) { return item.is_timed_on_device(); }))
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
        const bool is_drawn =
            std::any_of(spec.arguments.begin(), spec.arguments.end(), [&](const auto& given) {
              return std::find(kDrawn.begin(), kDrawn.end(), given.second.generator) != kDrawn.end();
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
