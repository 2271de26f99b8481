// mergelab.trace/2.
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
  json["schema"] = "mergelab.trace/2";
  json.update(JsonWriter::write(shown));
  make_readable(json["events"]["value"]);
  for (Json& array : json["arrays"]) {
    for (const char* part : {"input", "expected", "output"}) {
      make_readable(array[part]);
      if (array[part].is_null()) array.erase(part);
    }
  }
  if (trace.first_wrong) {
    make_readable(json["first_wrong"]["expected"]);
    make_readable(json["first_wrong"]["got"]);
  }
  for (Json& number : json["numbers"]) make_readable(number["value"]);
  return json;
}

std::string to_json(const Trace& trace) { return trace_json(trace).dump() + "\n"; }

}  // namespace mergelab::report
