#include "report/microscope.hpp"

#include <string_view>

#include "report/microscope/pack.hpp"
#include "report/microscope/parts.hpp"
#include "report/report.hpp"

namespace mergelab::report {
namespace {

/// The lab's part of mergelab.report/1, but its tests, which the page doesn't show.
Json lab_part(const LabResult& lab) {
  Grading grading;
  grading.labs = {lab};
  Json part = Json::parse(to_json(grading)).at("labs").at(0);
  for (Json& item : part.at("items")) item.erase("tests");
  part.erase("build");
  return part;
}

/// As JSON may stand in a script element: only a '<' could end it.
std::string in_script(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace

std::string microscope_page(const Json& trace, const LabResult* lab) {
  Json data = Json::object();
  data["trace"] = packed_trace(trace);
  data["report"] = lab != nullptr ? lab_part(*lab) : trace.value("report", Json());
  std::string page;
  for (const std::string_view part : page_before_data()) page += part;
  page += in_script(data);
  for (const std::string_view part : page_after_data()) page += part;
  return page;
}

}  // namespace mergelab::report
