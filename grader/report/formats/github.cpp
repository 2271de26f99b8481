// The formats of GitHub Actions, GitHub Classroom and Classroom 50.
#include <set>

#include "model/json.hpp"
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

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view group = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8U | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += i <= group.size() ? kDigits[bits >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

const char* status_of(const ItemResult& item) {
  if (item.status == Verdict::grader_error) return "error";
  return item.status == Verdict::not_run || item.score >= item.max_score ? "pass" : "fail";
}

Json test(const Grading& grading, const LabResult& lab, const ItemResult& item, int score,
          const Setting& setting) {
  const bool failed = std::string_view(status_of(item)) == "fail";
  const Place place = failed ? place_of(grading, lab, item).value_or(Place{}) : Place{};
  return {{"name", fmt::format("{}: {}", lab.name, item.id)},
          {"status", status_of(item)},
          {"score", score},
          {"message", fit(item_text(item), setting.output_bytes)},
          {"test_code", ""},
          {"filename", place.file},
          {"line_no", place.line},
          {"duration", std::lround(shown_seconds(item) * 1000)}};
}

/// Of what a lab's items earned, which the reporter adds up, the share that deductions leave.
double share_kept(const LabResult& lab) {
  Points earned = lab.score.value_or(0);
  for (const Deduction& each : lab.deductions) earned += each.points;
  return earned > 0 ? lab.score.value_or(0) / earned : 1;
}

std::string variable(const Setting& setting, const std::string& name, const std::string& otherwise = "") {
  const auto found = setting.variables.find(name);
  return found == setting.variables.end() || found->second.empty() ? otherwise : found->second;
}

Json items(const LabResult& lab, const Setting& setting) {
  Json items = Json::array();
  for (const ItemResult& item : lab.items) {
    items.push_back({{"name", item.id},
                     {"status", std::string(to_string(item.status))},
                     {"points", item.score},
                     {"max-points", item.max_score},
                     {"output", fit(item_text(item), setting.output_bytes)}});
  }
  return items;
}

}  // namespace

/// Workflow commands that put messages next to the lines of the student's file. GitHub shows ten errors of a
/// step; those that cost most come first, and one place gets one.
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
  std::ranges::stable_sort(lost, [](const Lost& a, const Lost& b) { return a.points > b.points; });
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

// What GitHub Classroom's reporter takes as a step's output: a line of base64. A test is an item, since the
// reporter shows names and lines and no messages. Without a score max_score is 0, so that it reports none,
// and the status fails the step.

std::string github_classroom(const Grading& grading, const Setting& setting) {
  Json tests = Json::array();
  const WholePoints total = whole(grading.score.value_or(0), grading.score ? grading.max_score : 0);
  Points exact;
  int given = 0;
  for (const LabResult& lab : grading.labs) {
    const double kept = share_kept(lab);
    for (const ItemResult& item : lab.items) {
      exact += item.score.part(kept);
      const int now = std::clamp(exact.whole(), given, std::max(given, total.score));
      tests.push_back(test(grading, lab, item, now - given, setting));
      given = now;
    }
    if (!lab.score || lab.items.empty()) {
      ItemResult all;
      all.id = "grading";
      all.status = Verdict::grader_error;
      all.message = lab.message;
      tests.push_back(test(grading, lab, all, 0, setting));
    }
  }
  if (!tests.empty()) tests.back()["score"] = tests.back()["score"].get<int>() + total.score - given;
  const char* status = !grading.score ? "error" : *grading.score >= grading.max_score ? "pass" : "fail";
  const Json result = {
      {"version", 1}, {"status", status}, {"max_score", total.max_score}, {"tests", std::move(tests)}};
  return base64(result.dump()) + "\n";
}

// Classroom 50's result.json. It takes only whole points, so a test is a lab, whose points are whole; its
// items, in fractions, come along. Without a score, /score is null, which its runner refuses.

std::string classroom50(const Grading& grading, const Setting& setting) {
  Json tests = Json::array();
  int score = 0, max_score = 0;
  for (const LabResult& lab : grading.labs) {
    const WholePoints points = whole(lab.score.value_or(0), lab.max_score);
    score += points.score;
    max_score += points.max_score;
    tests.push_back({{"test-name", lab.name},
                     {"passed", lab.score && *lab.score >= lab.max_score},
                     {"score", lab.score ? Json(points.score) : Json()},
                     {"max-score", points.max_score},
                     {"status", std::string(to_string(lab.status))},
                     {"output", fit(lab_notes(lab), setting.output_bytes)},
                     {"items", items(lab, setting)}});
  }
  const std::string commit = variable(setting, "COMMIT_URL");
  const Json result = {{"schema", "classroom50/result/v1"},
                       {"classroom", variable(setting, "CLASSROOM")},
                       {"assignment", variable(setting, "ASSIGNMENT")},
                       {"submission", variable(setting, "SUBMISSION_TAG")},
                       {"commit", commit},
                       {"release", variable(setting, "RELEASE_URL")},
                       {"review", variable(setting, "REVIEW_URL", commit)},
                       {"datetime", grading.started},
                       {"score", grading.score ? Json(score) : Json()},
                       {"max-score", max_score},
                       {"tests", std::move(tests)}};
  return result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace mergelab::report
