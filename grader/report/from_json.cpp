// Reads a report back, so that a grading that was interrupted can go on.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "report/report.hpp"

namespace mergelab::report {
namespace {

using Json = nlohmann::json;

Verdict verdict(const Json& json) { return verdict_from_string(json.get<std::string>()).value(); }

std::optional<double> score(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

Observation test(const Json& json, const std::string& item) {
  Observation seen;
  seen.item = item;
  seen.test = json.at("name");
  seen.outcome.verdict = verdict(json.at("status"));
  seen.hidden = json.at("hidden");
  seen.duration_s = json.at("duration_s").is_null() ? 0 : json.at("duration_s").get<double>();
  seen.outcome.message = json.at("message");
  seen.outcome.metrics = json.at("metrics").get<std::map<std::string, double>>();
  seen.backend = backend_from_string(json.at("backend").get<std::string>()).value();
  seen.outcome.samples = json.at("samples_ms").get<std::map<std::string, std::vector<double>>>();
  return seen;
}

ItemResult item(const Json& json) {
  ItemResult result;
  result.id = json.at("id");
  result.kind = item_kind_from_string(json.at("kind").get<std::string>()).value();
  result.backends = backends_from_string(json.at("backend").get<std::string>()).value();
  result.about = json.at("about");
  result.status = verdict(json.at("status"));
  result.score = json.at("score");
  result.max_score = json.at("max_score");
  result.message = json.at("message");
  result.hint = json.at("hint");
  result.hidden_tests = json.at("hidden_tests");
  result.metrics = json.at("metrics").get<std::map<std::string, double>>();
  for (const Json& seen : json.at("tests")) result.tests.push_back(test(seen, result.id));
  return result;
}

BuildResult build(const Json& json) {
  return {.value = value_type_from_string(json.at("value").get<std::string>()).value(),
          .ok = json.at("ok"),
          .verdict = verdict(json.at("status")),
          .log = json.at("log"),
          .duration_s = json.at("duration_s"),
          .backend = backend_from_string(json.at("backend").get<std::string>()).value()};
}

LabResult lab(const Json& json) {
  LabResult result;
  result.name = json.at("name");
  result.inputs = json.at("inputs");
  result.status = verdict(json.at("status"));
  result.score = score(json.at("score"));
  result.max_score = json.at("max_score");
  result.message = json.at("message");
  for (const Json& built : json.at("build").at("values")) result.builds.push_back(build(built));
  result.carried_forward = json.at("carried_forward").get<std::vector<std::string>>();
  result.carry_note = json.at("carry_note");
  result.own_score = score(json.at("own_score"));
  for (const Json& one : json.at("items")) result.items.push_back(item(one));
  return result;
}

}  // namespace

Grading from_json(const std::string& text) try {
  const Json json = Json::parse(text);
  if (json.at("schema") != "mergelab.report/1") throw std::runtime_error("it is no mergelab.report/1");
  Grading grading;
  grading.submission = json.at("submission");
  grading.backend = json.at("backend");
  grading.backend_reason = json.at("backend_reason");
  grading.isolation = json.at("isolation");
  grading.memory_control = json.at("memory_control");
  grading.isolation_missing = json.at("isolation_missing").get<std::vector<std::string>>();
  grading.seed = json.at("seed");
  grading.secret = json.at("secret");
  grading.started = json.at("started");
  grading.duration_s = json.at("duration_s");
  grading.device = json.at("device").at("name");
  grading.compiler = json.at("compiler");
  grading.score = score(json.at("score"));
  grading.max_score = json.at("max_score");
  grading.complete = json.at("complete");
  for (const Json& one : json.at("labs")) grading.labs.push_back(lab(one));
  return grading;
} catch (const std::exception& error) {
  throw std::runtime_error(std::string("this report can't be read: ") + error.what());
}

}  // namespace mergelab::report
