// Workflow commands of GitHub Actions that put messages next to the lines of the student's file. GitHub shows
// ten errors of a step; those that cost most come first, and one place gets one.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"
#include "report/phrases.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMostErrors = 10;

/// Escapes text for a workflow command; in a property also ':' and ','.
std::string escape(std::string_view text, bool in_property) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '\r' || c == '\n' || (in_property && (c == ':' || c == ','))) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string command(const char* level, const std::string& file, int line, const std::string& title,
                    const std::string& message) {
  std::string properties;
  if (!file.empty()) properties += fmt::format("file={},", escape(file, true));
  if (line > 0) properties += fmt::format("line={},", line);
  return fmt::format("::{} {}title={}::{}\n", level, properties, escape(title, true), escape(message, false));
}

struct Lost {
  std::string lab;
  Points points;
  std::string file;
  int line;
  std::string title, message;
};

/// The submission's folder as the repository knows it.
std::string folder_in_repository(const Grading& grading, const Setting& setting) {
  std::string folder = grading.submission;
  const auto workspace = setting.variables.find("GITHUB_WORKSPACE");
  if (workspace != setting.variables.end() && !workspace->second.empty() &&
      folder.starts_with(workspace->second))
    folder.erase(0, workspace->second.size());
  while (folder.starts_with('/') || folder.starts_with("./"))
    folder.erase(0, folder.starts_with('/') ? 1 : 2);
  while (folder.ends_with('/')) folder.pop_back();
  return folder.empty() || folder == "." ? "" : folder + "/";
}

}  // namespace

std::string annotations(const Grading& grading, const Setting& setting) {
  const std::string folder = folder_in_repository(grading, setting);
  std::vector<Lost> lost;
  std::string text;
  for (const LabResult& lab : grading.labs) {
    if (!lab.score)
      text +=
          command("error", "", 0, "grader failed", fit(lab.name + ": " + lab.message, setting.output_bytes));
    for (const ItemResult& item : lab.items) {
      if (item.status == Verdict::not_run || item.status == Verdict::grader_error ||
          item.score >= item.max_score)
        continue;
      const Place place = place_of(grading, lab, item).value_or(Place{});
      lost.push_back({lab.name, item.max_score - item.score, place.file.empty() ? "" : folder + place.file,
                      place.line, fmt::format("{}: {}: {}", lab.name, item.id, phrase(item.status)),
                      fit(item_text(item), setting.output_bytes)});
    }
  }
  std::stable_sort(lost.begin(), lost.end(),
                   [](const Lost& a, const Lost& b) { return a.points > b.points; });
  std::set<std::pair<std::string, int>> places;  // without a file, by the lab
  std::size_t shown = 0;
  for (const Lost& each : lost) {
    const bool is_new = places.emplace(each.file.empty() ? each.lab : each.file, each.line).second;
    if (!is_new || shown == kMostErrors) continue;
    ++shown;
    text += command("error", each.file, each.line, each.title, each.message);
  }
  return text + command("notice", "", 0, "points", headline(grading));
}

}  // namespace mergelab::report
