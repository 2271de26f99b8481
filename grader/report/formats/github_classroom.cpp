// What GitHub Classroom's reporter takes as a step's output: a line of base64. A test is an item, since the
// reporter shows names and lines and no messages. Without a score max_score is 0, so that it reports none,
// and the status fails the step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "model/json.hpp"
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::report {
namespace {

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

}  // namespace

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

}  // namespace mergelab::report
