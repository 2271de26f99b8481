// mergelab.trace/1.
#include "model/trace_json.hpp"
#include "report/microscope.hpp"
#include "report/plain_text.hpp"
#include "report/report.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMostMessageBytes = 16 * 1024;

std::string cleaned(const std::string& text) { return cut(clean(text), kMostMessageBytes); }

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
    const bool of_some = name == "section" || name == "tile" || name == "k" || name == "expected" ||
                         name == "output" || name == "expected_rank" || name == "rank";
    const bool ranks = shown.k.has_value();
    const bool missing = name == "rank" ? !ranks : value.is_null() && of_some;
    if (!missing) json[name] = value;
  }
  return json;
}

std::string to_json(const Trace& trace) { return trace_json(trace).dump() + "\n"; }

}  // namespace mergelab::report
