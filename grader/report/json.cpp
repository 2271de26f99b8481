// The native report, mergelab.report/1, which every other machine-readable form is made from; and the way
// back, so that a grading that was interrupted can go on. Its schema is report.schema.json in this folder.

#include "report/page.hpp"
#include "report/result_json.hpp"

// fields() must be in the struct's own namespace: readers and writers find it there.
namespace mergelab {

void fields(auto& io, Is<ItemResult> auto& value) {
  MERGELAB_EACH_FIELD(id, kind)
  io("backend", value.backends);
  MERGELAB_EACH_FIELD(about, status, score, max_score, message, hint, hidden_tests, metrics, tests)
  if constexpr (is_read<decltype(value)>) {
    for (Observation& seen : value.tests) seen.item = value.id;
  }
}

namespace {

/// All builds of a lab; the sums are only for readers of the report.
struct Builds {
  Verdict status = Verdict::not_run;
  double duration_s = 0;
  std::vector<BuildResult> values;
};

MERGELAB_FIELDS(Builds, status, duration_s, values)

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

MERGELAB_FIELDS(UsedSettings, name, fingerprint, submitted, gradescope)

void fields(auto& io, Is<LabResult> auto& value) {
  Builds builds = summed(value.builds);
  MERGELAB_EACH_FIELD(name, file, inputs, status, score, max_score, message)
  io("build", builds);
  MERGELAB_EACH_FIELD(carried_forward, carry_note, own_score, deductions, items)
  if constexpr (is_read<decltype(value)>) value.builds = std::move(builds.values);
}

void fields(auto& io, Is<Grading> auto& value) {
  std::string schema = "mergelab.report/1";
  Device device{value.device};
  io("schema", schema);
  MERGELAB_EACH_FIELD(submission, backend, backend_reason, isolation, memory_control, isolation_missing, seed,
                      secret, settings, started, duration_s)
  io("device", device);
  MERGELAB_EACH_FIELD(compiler, score, max_score, asked, complete, labs)
  if constexpr (is_read<decltype(value)>) value.device = device.name;
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
