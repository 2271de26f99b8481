#include "judge/protocol.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "judge/plan.hpp"

namespace mergelab::judge {
namespace {

using Json = nlohmann::json;

template <class Value>
Json optional_to_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

template <class Value>
std::optional<Value> optional_from_json(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<Value>(json.get<Value>());
}

Json to_json(const std::optional<SizeExpr>& size) { return size ? Json(size->text()) : Json(); }

std::optional<SizeExpr> size_from_json(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<SizeExpr>(SizeExpr(json.get<std::string>()));
}

Json to_json(const CaseSpec& spec) {
  return {{"name", spec.name},          {"generator", spec.generator},
          {"m", spec.m.text()},         {"n", spec.n.text()},
          {"run", spec.run.text()},     {"distinct", spec.distinct},
          {"count", spec.count},        {"offset", {spec.offset_a, spec.offset_b, spec.offset_c}},
          {"adjacent", spec.adjacent},  {"section", to_json(spec.section)},
          {"tile", to_json(spec.tile)}, {"seed", optional_to_json(spec.seed)},
          {"a", spec.keys_a},           {"b", spec.keys_b}};
}

CaseSpec case_from_json(const Json& json) {
  CaseSpec spec;
  spec.name = json.at("name");
  spec.generator = json.at("generator");
  spec.m = SizeExpr(json.at("m").get<std::string>());
  spec.n = SizeExpr(json.at("n").get<std::string>());
  spec.run = SizeExpr(json.at("run").get<std::string>());
  spec.distinct = json.at("distinct");
  spec.count = json.at("count");
  spec.offset_a = json.at("offset").at(0);
  spec.offset_b = json.at("offset").at(1);
  spec.offset_c = json.at("offset").at(2);
  spec.adjacent = json.at("adjacent");
  spec.section = size_from_json(json.at("section"));
  spec.tile = size_from_json(json.at("tile"));
  spec.seed = optional_from_json<std::uint64_t>(json.at("seed"));
  spec.keys_a = json.at("a").get<std::vector<int>>();
  spec.keys_b = json.at("b").get<std::vector<int>>();
  return spec;
}

Json to_json(const Family& family) {
  Json cases = Json::array();
  for (const CaseSpec& spec : family.cases) cases.push_back(to_json(spec));
  return {{"name", family.name}, {"hidden", family.hidden}, {"seed", family.seed}, {"cases", cases}};
}

Family family_from_json(const Json& json) {
  Family family;
  family.name = json.at("name");
  family.hidden = json.at("hidden");
  family.seed = json.at("seed");
  for (const Json& spec : json.at("cases")) family.cases.push_back(case_from_json(spec));
  return family;
}

Json to_json(const Item& item) {
  return {{"id", item.id},
          {"kind", to_string(item.kind)},
          {"family", item.family},
          {"value", to_string(item.value)},
          {"checks", item.checks},
          {"checker", to_string(item.checker)},
          {"backends", to_string(item.backends)},
          {"metric", item.metric},
          {"yardstick", item.yardstick},
          {"full", optional_to_json(item.full)},
          {"reference", item.reference},
          {"max_ratio", optional_to_json(item.max_ratio)}};
}

Item item_from_json(const Json& json) {
  Item item;
  item.id = json.at("id");
  item.kind = item_kind_from_string(json.at("kind").get<std::string>()).value();
  item.family = json.at("family");
  item.value = value_type_from_string(json.at("value").get<std::string>()).value();
  item.checks = json.at("checks");
  item.checker = checker_rule_from_string(json.at("checker").get<std::string>()).value();
  item.backends = backends_from_string(json.at("backends").get<std::string>()).value();
  item.metric = json.at("metric");
  item.yardstick = json.at("yardstick");
  item.full = optional_from_json<double>(json.at("full"));
  item.max_ratio = optional_from_json<double>(json.at("max_ratio"));
  item.reference = json.at("reference").get<std::map<std::string, double>>();
  return item;
}

}  // namespace

std::string job_to_json(const Job& job) {
  Json items = Json::array(), families = Json::array(), objects = Json::object(), shapes = Json::array();
  for (const Shape& shape : job.lab.timed_shapes) shapes.push_back({shape.section, shape.tile});
  for (const Item& item : job.lab.items) items.push_back(to_json(item));
  for (const Family& family : job.families) families.push_back(to_json(family));
  for (const auto& [kind, path] : job.objects) objects[to_string(kind)] = path.string();
  const Limits& limits = job.lab.limits;
  const Json json{{"lab",
                   {{"name", job.lab.name},
                    {"file", job.lab.file},
                    {"signature", job.lab.signature.name},
                    {"section", job.lab.section},
                    {"tile", job.lab.tile},
                    {"timed_shapes", shapes},
                    {"case_cpu_s", limits.case_cpu_s},
                    {"lab_cpu_s", limits.lab_cpu_s},
                    {"memory_mib", limits.memory_mib},
                    {"output_kib", limits.output_kib},
                    {"items", items}}},
                  {"families", families},
                  {"backend", to_string(job.backend)},
                  {"objects", objects},
                  {"worker", job.worker.string()},
                  {"environment", job.environment},
                  {"yardsticks", job.yardsticks.string()},
                  {"sanitizer", job.sanitizer.string()},
                  {"seed", job.seed},
                  {"secret", job.secret},
                  {"only", job.only},
                  {"order", to_string(job.order)},
                  {"profile", job.profile}};
  return json.dump();
}

Job job_from_json(std::string_view text) try {
  const Json json = Json::parse(text);
  Job job;
  const Json& lab = json.at("lab");
  job.lab.name = lab.at("name");
  job.lab.file = lab.at("file");
  job.lab.signature = signature_named(lab.at("signature").get<std::string>());
  job.lab.section = lab.at("section");
  job.lab.tile = lab.at("tile");
  for (const Json& shape : lab.at("timed_shapes")) job.lab.timed_shapes.push_back({shape.at(0), shape.at(1)});
  job.lab.limits.case_cpu_s = lab.at("case_cpu_s");
  job.lab.limits.lab_cpu_s = lab.at("lab_cpu_s");
  job.lab.limits.memory_mib = lab.at("memory_mib");
  job.lab.limits.output_kib = lab.at("output_kib");
  for (const Json& item : lab.at("items")) job.lab.items.push_back(item_from_json(item));
  for (const Json& family : json.at("families")) job.families.push_back(family_from_json(family));
  job.backend = backend_from_string(json.at("backend").get<std::string>()).value();
  for (const auto& [kind, path] : json.at("objects").items()) {
    job.objects[build_kind_from_string(kind).value()] = path.get<std::string>();
  }
  job.worker = json.at("worker").get<std::string>();
  job.environment = json.at("environment").get<std::map<std::string, std::string>>();
  job.yardsticks = json.at("yardsticks").get<std::string>();
  job.sanitizer = json.at("sanitizer").get<std::string>();
  job.seed = json.at("seed");
  job.secret = json.at("secret");
  job.only = json.at("only");
  job.order = run_order_from_string(json.at("order").get<std::string>()).value();
  job.profile = json.at("profile");
  return job;
} catch (const std::exception& error) {
  throw std::runtime_error(std::string("the judge got a job that it can't read: ") + error.what());
}

namespace {

Json to_json(const LineProfile& line) {
  return {{"file", line.file},
          {"line", line.line},
          {"text", line.text},
          {"requests", line.requests},
          {"sectors", line.sectors},
          {"ideal_sectors", line.ideal_sectors},
          {"wavefronts", line.wavefronts},
          {"ideal_wavefronts", line.ideal_wavefronts},
          {"executions", line.executions},
          {"lanes", line.lanes}};
}

LineProfile line_from_json(const Json& json) {
  return {json.at("file"),       json.at("line"),          json.at("text"),       json.at("requests"),
          json.at("sectors"),    json.at("ideal_sectors"), json.at("wavefronts"), json.at("ideal_wavefronts"),
          json.at("executions"), json.at("lanes")};
}

}  // namespace

std::string observation_to_line(const Observation& observation) {
  const Outcome& outcome = observation.outcome;
  Json lines = Json::array(), violations = Json::array();
  for (const LineProfile& line : outcome.lines) lines.push_back(to_json(line));
  for (const Violation& seen : outcome.violations) violations.push_back({seen.rule, seen.text, seen.hint});
  const Json json{{"backend", to_string(observation.backend)},
                  {"samples", outcome.samples},
                  {"item", observation.item},
                  {"family", observation.family},
                  {"test", observation.test},
                  {"verdict", to_string(outcome.verdict)},
                  {"message", outcome.message},
                  {"symptom", outcome.symptom},
                  {"hidden", observation.hidden},
                  {"duration_s", observation.duration_s},
                  {"metrics", outcome.metrics},
                  {"violations", violations},
                  {"lines", lines}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Observation observation_from_line(std::string_view line) try {
  const Json json = Json::parse(line);
  Observation observation;
  Outcome& outcome = observation.outcome;
  observation.backend = backend_from_string(json.at("backend").get<std::string>()).value();
  outcome.samples = json.at("samples").get<std::map<std::string, std::vector<double>>>();
  observation.item = json.at("item");
  observation.family = json.at("family");
  observation.test = json.at("test");
  outcome.verdict = verdict_from_string(json.at("verdict").get<std::string>()).value();
  outcome.message = json.at("message");
  outcome.symptom = json.at("symptom");
  observation.hidden = json.at("hidden");
  observation.duration_s = json.at("duration_s");
  outcome.metrics = json.at("metrics").get<std::map<std::string, double>>();
  for (const Json& line : json.at("lines")) outcome.lines.push_back(line_from_json(line));
  for (const Json& seen : json.at("violations")) {
    outcome.violations.push_back({seen.at(0), seen.at(1), seen.at(2)});
  }
  return observation;
} catch (const std::exception& error) {
  throw std::runtime_error(std::string("the judge wrote a line that can't be read: ") + error.what());
}

std::vector<std::string> test_names(const Job& job) {
  std::vector<std::string> names;
  for (const PlannedTest& test : plan(job)) names.push_back(test.name());
  return names;
}

}  // namespace mergelab::judge
