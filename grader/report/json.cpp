// The native report, mergelab.report/1, which every other machine-readable form is made from. Its schema is
// report.schema.json beside this file.
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/phrases.hpp"
#include "report/plain_text.hpp"
#include "report/report.hpp"

namespace mergelab::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMessageBytes = 16 * 1024;  // course systems refuse more per test

std::string message(const std::string& text) { return cut(clean(text), kMessageBytes); }

// JSON has no NaN and no infinity.
double number(double value) { return std::isfinite(value) ? value : 0; }

Json optional_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json names(const std::vector<std::string>& values) {
  Json list = Json::array();
  for (const std::string& value : values) list.push_back(clean(value));
  return list;
}

Json metrics(const std::map<std::string, double>& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) {
    if (std::isfinite(value)) object[clean(name)] = value;
  }
  return object;
}

Json samples(const std::map<std::string, std::vector<double>>& values) {
  Json object = Json::object();
  for (const auto& [name, calls] : values) {
    Json list = Json::array();
    for (const double ms : calls) list.push_back(number(ms));
    object[clean(name)] = std::move(list);
  }
  return object;
}

// A hidden case shows that it exists and how it went: no message, no figures, no duration.
Json test(const Observation& seen) {
  return {{"name", clean(seen.test)},
          {"status", to_string(seen.outcome.verdict)},
          {"hidden", seen.hidden},
          {"duration_s", seen.hidden ? Json(nullptr) : Json(number(seen.duration_s))},
          {"message", seen.hidden ? "" : message(seen.outcome.message)},
          {"metrics", seen.hidden ? Json::object() : metrics(seen.outcome.metrics)},
          {"backend", to_string(seen.backend)},
          {"samples_ms", seen.hidden ? Json::object() : samples(seen.outcome.samples)}};
}

Json item(const ItemResult& result) {
  Json tests = Json::array();
  for (const Observation& seen : result.tests) tests.push_back(test(seen));
  return {{"id", clean(result.id)},
          {"kind", to_string(result.kind)},
          {"backend", to_string(result.backends)},
          {"about", clean(result.about)},
          {"status", to_string(result.status)},
          {"score", number(result.score)},
          {"max_score", number(result.max_score)},
          {"message", message(public_message(result))},
          {"hint", message(result.hint)},
          {"hidden_tests", result.hidden_tests},
          {"metrics", metrics(result.metrics)},
          {"tests", std::move(tests)}};
}

Json build(const std::vector<BuildResult>& builds) {
  Json list = Json::array();
  Verdict status = builds.empty() ? Verdict::not_run : Verdict::passed;
  double duration_s = 0;
  for (const BuildResult& built : builds) {
    const Verdict verdict = built.ok ? Verdict::passed : built.verdict;
    status = worse(status, verdict);
    duration_s += number(built.duration_s);
    list.push_back({{"value", to_string(built.value)},
                    {"backend", to_string(built.backend)},
                    {"ok", built.ok},
                    {"status", to_string(verdict)},
                    {"duration_s", number(built.duration_s)},
                    {"log", message(built.log)}});
  }
  return {{"status", to_string(status)}, {"duration_s", duration_s}, {"values", std::move(list)}};
}

Json lab(const LabResult& result) {
  Json items = Json::array();
  for (const ItemResult& one : result.items) items.push_back(item(one));
  return {{"name", clean(result.name)},
          {"inputs", clean(result.inputs)},
          {"status", to_string(result.status)},
          {"score", optional_number(result.score)},
          {"max_score", number(result.max_score)},
          {"message", message(public_message(result))},
          {"build", build(result.builds)},
          {"carried_forward", names(result.carried_forward)},
          {"carry_note", message(result.carry_note)},
          {"own_score", optional_number(result.own_score)},
          {"items", std::move(items)}};
}

}  // namespace

std::string to_json(const Grading& grading) {
  Json labs = Json::array();
  for (const LabResult& result : grading.labs) labs.push_back(lab(result));
  const Json document = {{"schema", "mergelab.report/1"},
                         {"submission", clean(grading.submission)},
                         {"backend", clean(grading.backend)},
                         {"backend_reason", clean(grading.backend_reason)},
                         {"isolation", clean(grading.isolation)},
                         {"memory_control", clean(grading.memory_control)},
                         {"isolation_missing", names(grading.isolation_missing)},
                         {"seed", grading.seed},
                         {"secret", grading.secret},
                         {"started", clean(grading.started)},
                         {"duration_s", number(grading.duration_s)},
                         {"device", {{"name", clean(grading.device)}}},
                         {"compiler", clean(grading.compiler)},
                         {"score", optional_number(grading.score)},
                         {"max_score", number(grading.max_score)},
                         {"complete", grading.complete},
                         {"labs", std::move(labs)}};
  return document.dump(2) + "\n";
}

}  // namespace mergelab::report
