// The native report, mergelab.report/1, which every other machine-readable form is made from; and the way
// back, so that a grading that was interrupted can go on. Its schema is report.schema.json in this folder.
#include <cmath>
#include <stdexcept>
#include <utility>

#include "report/phrases.hpp"
#include "report/plain_text.hpp"
#include "report/report.hpp"
#include "report/result_json.hpp"

// fields() must be in the struct's own namespace: readers and writers find it there.
namespace mergelab {

void fields(auto& io, Is<ItemResult> auto& item) {
  io("id", item.id);
  io("kind", item.kind);
  io("backend", item.backends);
  io("about", item.about);
  io("status", item.status);
  io("score", item.score);
  io("max_score", item.max_score);
  io("message", item.message);
  io("hint", item.hint);
  io("hidden_tests", item.hidden_tests);
  io("metrics", item.metrics);
  io("tests", item.tests);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(item)>>) {
    for (Observation& seen : item.tests) seen.item = item.id;
  }
}

namespace {

/// All builds of a lab; the sums are only for readers of the report.
struct Builds {
  Verdict status = Verdict::not_run;
  double duration_s = 0;
  std::vector<BuildResult> values;
};

void fields(auto& io, Is<Builds> auto& builds) {
  io("status", builds.status);
  io("duration_s", builds.duration_s);
  io("values", builds.values);
}

Builds summed(const std::vector<BuildResult>& results) {
  Builds builds{results.empty() ? Verdict::not_run : Verdict::passed, 0, results};
  for (const BuildResult& built : results) {
    builds.status = worse(builds.status, built.ok ? Verdict::passed : built.verdict);
    builds.duration_s += std::isfinite(built.duration_s) ? built.duration_s : 0;
  }
  return builds;
}

struct Device {
  std::string name;
};

void fields(auto& io, Is<Device> auto& device) { io("name", device.name); }

}  // namespace

void fields(auto& io, Is<UsedSettings> auto& settings) {
  io("name", settings.name);
  io("fingerprint", settings.fingerprint);
  io("submitted", settings.submitted);
  io("gradescope", settings.gradescope);
}

void fields(auto& io, Is<LabResult> auto& lab) {
  Builds builds = summed(lab.builds);
  io("name", lab.name);
  io("file", lab.file);
  io("inputs", lab.inputs);
  io("status", lab.status);
  io("score", lab.score);
  io("max_score", lab.max_score);
  io("message", lab.message);
  io("build", builds);
  io("carried_forward", lab.carried_forward);
  io("carry_note", lab.carry_note);
  io("own_score", lab.own_score);
  io("deductions", lab.deductions);
  io("items", lab.items);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(lab)>>)
    lab.builds = std::move(builds.values);
}

void fields(auto& io, Is<Grading> auto& grading) {
  std::string schema = "mergelab.report/1";
  Device device{grading.device};
  io("schema", schema);
  io("submission", grading.submission);
  io("backend", grading.backend);
  io("backend_reason", grading.backend_reason);
  io("isolation", grading.isolation);
  io("memory_control", grading.memory_control);
  io("isolation_missing", grading.isolation_missing);
  io("seed", grading.seed);
  io("secret", grading.secret);
  io("settings", grading.settings);
  io("started", grading.started);
  io("duration_s", grading.duration_s);
  io("device", device);
  io("compiler", grading.compiler);
  io("score", grading.score);
  io("max_score", grading.max_score);
  io("asked", grading.asked);
  io("complete", grading.complete);
  io("labs", grading.labs);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(grading)>>) grading.device = device.name;
}

namespace report {
namespace {

constexpr std::size_t kMessageBytes = 16 * 1024;  // course systems refuse more per test

/// Makes every text printable and every number one: JSON has no NaN and no infinity.
class Cleaner {
 public:
  template <class Value>
  void operator()(const char* /*name*/, Value& value) {
    clean_up(value);
  }

 private:
  void clean_up(std::string& text) { text = cut(clean(text), kMessageBytes); }
  void clean_up(finding::Argument& argument) {
    std::visit([this](auto& each) { clean_up(each); }, argument);
  }
  void clean_up(double& number) { number = std::isfinite(number) ? number : 0; }
  void clean_up(std::optional<double>& number) {
    if (number && !std::isfinite(*number)) number.reset();
  }
  template <class Value>
  void clean_up(std::optional<Value>& value) {
    if (value) clean_up(*value);
  }
  void clean_up(std::map<std::string, double>& figures) {
    std::map<std::string, double> finite;
    for (const auto& [name, figure] : figures) {
      if (std::isfinite(figure)) finite[clean(name)] = figure;
    }
    figures = std::move(finite);
  }
  void clean_up(std::map<std::string, std::vector<double>>& samples) {
    std::map<std::string, std::vector<double>> cleaned;
    for (auto& [name, calls] : samples) {
      clean_up(calls);
      cleaned[clean(name)] = std::move(calls);
    }
    samples = std::move(cleaned);
  }
  template <class Value>
  void clean_up(std::vector<Value>& values) {
    for (Value& value : values) clean_up(value);
  }
  template <class Value>
  void clean_up(Value& value) {
    if constexpr (requires { fields(*this, value); }) fields(*this, value);
  }
};

void withhold_hidden(LabResult& lab) {
  lab.message = public_message(lab);
  for (ItemResult& item : lab.items) {
    item.message = public_message(item);
    item.metrics = public_metrics(item);
    for (Observation& seen : item.tests) {
      seen = public_part(std::move(seen));
      const Outcome all = std::exchange(seen.outcome, {});
      seen.outcome = {.verdict = all.verdict,
                      .why = all.why,
                      .symptom = "",
                      .metrics = all.metrics,
                      .samples = all.samples,
                      .message = all.message};
    }
  }
}

}  // namespace

Grading public_part(Grading grading) {
  for (LabResult& lab : grading.labs) withhold_hidden(lab);
  Cleaner cleaner;
  fields(cleaner, grading);
  return grading;
}

std::string to_json(const Grading& grading) { return JsonWriter::write(public_part(grading)).dump(2) + "\n"; }

Json public_json(const LabResult& lab) {
  Grading grading;
  grading.labs = {lab};
  return JsonWriter::write(public_part(std::move(grading)).labs.front());
}

Grading from_json(const std::string& text) try {
  const JsonValue top = JsonValue::parsed(text);
  top.expect_schema("mergelab.report/1");
  return JsonReader::read<Grading>(top);
} catch (const DataError& error) {
  throw std::runtime_error(std::string("this report can't be read: ") + error.what());
}

}  // namespace report
}  // namespace mergelab
