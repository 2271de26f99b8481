// mergelab.trace/1.
#include <cmath>
#include <cstdlib>

#include "model/trace_json.hpp"
#include "report/microscope.hpp"
#include "report/plain_text.hpp"
#include "report/report.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMostMessageBytes = 16 * 1024;

std::string cleaned(const std::string& text) { return cut(clean(text), kMostMessageBytes); }

/// Real numbers, which JsonWriter writes to the last bit for the grader's own messages, as JSON has them;
/// those that it lacks as "NaN", "Infinity" and "-Infinity".
void make_readable(Json& json) {
  if (json.is_string()) {
    const double real = std::strtod(json.get_ref<const std::string&>().c_str(), nullptr);
    if (std::isnan(real))
      json = "NaN";
    else if (std::isinf(real))
      json = real > 0 ? "Infinity" : "-Infinity";
    else
      json = real;
  } else if (json.is_array()) {
    for (Json& element : json) make_readable(element);
  }
}

}  // namespace

Json trace_json(const Trace& trace) {
  Trace shown = trace;
  shown.message = cleaned(shown.message);
  for (TracedViolation& violation : shown.violations) violation.message = cleaned(violation.message);
  for (TracedFile& file : shown.files) {
    if (!file.lines) continue;
    for (std::string& line : *file.lines) line = clean(line);
  }
  Json json = Json::object();
  json["schema"] = "mergelab.trace/1";
  const Json fields = JsonWriter::write(shown);
  // What the lab's function does not have is left out.
  for (const auto& [name, value] : fields.items()) {
    const bool of_some = name == "numbers" || name == "section" || name == "tile" || name == "k" ||
                         name == "expected" || name == "output" || name == "expected_rank" || name == "rank";
    const bool ranks = shown.k.has_value();
    const bool missing = name == "rank" ? !ranks : value.is_null() && of_some;
    if (!missing) json[name] = value;
  }
  make_readable(json["events"]["value"]);
  for (Json& array : json["arrays"]) {
    for (const char* part : {"input", "expected", "output"}) {
      make_readable(array[part]);
      if (array[part].is_null()) array.erase(part);
    }
    if (trace.merges()) {
      array.erase("type");
      array.erase("shape");
      array.erase("wrong");
    }
  }
  if (trace.first_wrong) {
    make_readable(json["first_wrong"]["expected"]);
    make_readable(json["first_wrong"]["got"]);
  }
  if (trace.numbers) {
    for (Json& number : json["numbers"]) make_readable(number["value"]);
  }
  return json;
}

std::string to_json(const Trace& trace) { return trace_json(trace).dump() + "\n"; }

}  // namespace mergelab::report
