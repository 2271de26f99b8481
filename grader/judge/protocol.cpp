#include "judge/protocol.hpp"

#include <stdexcept>

#include "judge/plan.hpp"
#include "model/json.hpp"
#include "model/trace_json.hpp"

// fields() must be in the struct's own namespace: the reader and the writer find it there.
namespace mergelab {

void fields(auto& io, Is<Given> auto& given) {
  io("generator", given.generator);
  io("size", given.size);
  io("low", given.low);
  io("high", given.high);
  io("distinct", given.distinct);
  io("values", given.values);
  io("file", given.file);
  io("digest", given.digest);
}

void fields(auto& io, Is<CaseSpec> auto& spec) {
  io("name", spec.name);
  io("count", spec.count);
  io("seed", spec.seed);
  io("of_kit", spec.of_kit);
  io("needs_launch", spec.needs_launch);
  io("arguments", spec.arguments);
}

void fields(auto& io, Is<Family> auto& family) {
  io("name", family.name);
  io("hidden", family.hidden);
  io("seed", family.seed);
  io("cases", family.cases);
}

void fields(auto& io, Is<Item> auto& item) {
  io("id", item.id);
  io("kind", item.kind);
  io("family", item.family);
  io("value", item.value);
  io("checks", item.checks);
  io("checker", item.checker);
  io("backends", item.backends);
  io("metric", item.metric);
  io("yardstick", item.yardstick);
  io("full", item.full);
  io("max_ratio", item.max_ratio);
  io("of", item.of);
  io("per", item.per);
  io("at_least", item.at_least);
  io("reference", item.reference);
}

void fields(auto& io, Is<Limits> auto& limits) {
  io("case_cpu_s", limits.case_cpu_s);
  io("lab_cpu_s", limits.lab_cpu_s);
  io("memory_mib", limits.memory_mib);
  io("output_kib", limits.output_kib);
  io("host_bytes", limits.host_bytes);
}

void fields(auto& io, Is<Compare> auto& compare) {
  io("how", compare.how);
  io("absolute", compare.absolute);
  io("relative", compare.relative);
  io("ulps", compare.ulps);
}

void fields(auto& io, Is<Field> auto& field) {
  io("name", field.name);
  io("type", field.type);
  io("compare", field.compare);
}

void fields(auto& io, Is<Argument> auto& argument) {
  io("name", argument.name);
  io("role", argument.role);
  io("type", argument.type);
  io("extents", argument.extents);
  io("compare", argument.compare);
  io("fields", argument.fields);
}

void fields(auto& io, Is<Interface> auto& interface) {
  io("runs", interface.runs);
  io("arguments", interface.arguments);
  io("returns", interface.returns);
  io("compare_returned", interface.compare_returned);
}

void fields(auto& io, Is<Lab> auto& lab) {
  io("name", lab.name);
  io("file", lab.file);
  io("kit", lab.kit);
  io("interface", lab.interface);
  io("constants", lab.constants);
  io("timed_shapes", lab.timed_shapes);
  io("limits", lab.limits);
  io("items", lab.items);
}

void fields(auto& io, Is<Violation> auto& violation) {
  io("rule", violation.rule);
  io("why", violation.why);
  io("text", violation.text);
  io("hint", violation.hint);
}

void fields(auto& io, Is<LineProfile> auto& line) {
  io("file", line.file);
  io("line", line.line);
  io("text", line.text);
  io("requests", line.requests);
  io("sectors", line.sectors);
  io("ideal_sectors", line.ideal_sectors);
  io("wavefronts", line.wavefronts);
  io("ideal_wavefronts", line.ideal_wavefronts);
  io("executions", line.executions);
  io("lanes", line.lanes);
}

namespace judge {

void fields(auto& io, Is<Job> auto& job) {
  io("lab", job.lab);
  io("families", job.families);
  io("backend", job.backend);
  io("objects", job.objects);
  io("sources", job.sources);
  io("worker", job.worker);
  io("environment", job.environment);
  io("yardsticks", job.yardsticks);
  io("reference", job.reference);
  io("library", job.library);
  io("library_name", job.library_name);
  io("oracle", job.oracle);
  io("oracle_is_reference", job.oracle_is_reference);
  io("oracle_sources", job.oracle_sources);
  io("gpu", job.gpu);
  io("sanitizer", job.sanitizer);
  io("seed", job.seed);
  io("secret", job.secret);
  io("only", job.only);
  io("order", job.order);
  io("profile", job.profile);
  io("shared", job.shared);
  io("backward", job.backward);
  io("local", job.local);
  io("trace", job.trace);
  io("trace_numbers", job.trace_numbers);
}

namespace {

/// What a judge saw: a report shows part of it.
struct Line {
  Observation seen;
};

void fields(auto& io, Is<Line> auto& line) {
  mergelab::fields(io, line.seen);
  io("item", line.seen.item);
  io("family", line.seen.family);
  io("symptom", line.seen.outcome.symptom);
  io("clues", line.seen.outcome.clues);
  io("why", line.seen.outcome.why);
  io("of_test", line.seen.outcome.of_test);
  io("untried", line.seen.outcome.untried);
  io("untried_for", line.seen.outcome.untried_for);
  io("violations", line.seen.outcome.violations);
  io("lines", line.seen.outcome.lines);
  io("printed", line.seen.outcome.printed);
  io("trace", line.seen.outcome.trace);
}

}  // namespace

std::string job_to_json(const Job& job) { return JsonWriter::write(job).dump(); }

Job job_from_json(std::string_view text) try {
  return JsonReader::read<Job>(JsonValue::parsed(std::string(text)));
} catch (const std::exception& error) {
  throw std::runtime_error(std::string("the judge got a job that it can't read: ") + error.what());
}

std::string observation_to_line(const Observation& observation) {
  return JsonWriter::write(Line{observation}).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Observation observation_from_line(std::string_view line) try {
  return JsonReader::read<Line>(JsonValue::parsed(std::string(line))).seen;
} catch (const std::exception& error) {
  throw std::runtime_error(std::string("the judge wrote a line that can't be read: ") + error.what());
}

std::vector<std::string> test_names(const Job& job) {
  std::vector<std::string> names;
  for (const PlannedTest& test : plan(job)) names.push_back(test.name());
  return names;
}

}  // namespace judge
}  // namespace mergelab
