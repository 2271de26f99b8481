#include "report/microscope.hpp"

#include <fmt/format.h>

#include <string_view>

#include "report/microscope/pack.hpp"
#include "report/microscope/parts.hpp"
#include "report/phrases.hpp"
#include "report/result_json.hpp"

namespace mergelab::report {
namespace {

/// "7.95 / 7.95", a dash for what did not run.
std::string shown_as(const ItemResult& item) {
  if (item.status == Verdict::not_run) return "–";
  return fmt::format("{} / {}", item.score, item.max_score);
}

/// The lab's part of mergelab.report/1, but its tests, which the page doesn't show. `points` of the lab and
/// of an item is the text that it shows.
Json lab_part(const LabResult& lab) {
  Json part = public_json(lab);
  for (std::size_t i = 0; i < lab.items.size(); ++i) {
    Json& item = part.at("items").at(i);
    item.erase("tests");
    item["points"] = shown_as(lab.items[i]);
  }
  if (lab.score) part["points"] = fmt::format("{} / {}", *lab.score, lab.max_score);
  part.erase("build");
  return part;
}

/// As JSON in a script element: only a '<' could end it.
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
