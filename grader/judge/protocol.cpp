#include "judge/protocol.hpp"

#include "model/json.hpp"

// fields() must be in the struct's own namespace: the reader and the writer find it there.
namespace mergelab {

MERGELAB_FIELDS(Given, generator, size, low, high, distinct, values, file, digest)
MERGELAB_FIELDS(CaseSpec, name, count, seed, of_kit, needs_launch, arguments)
MERGELAB_FIELDS(Family, name, hidden, seed, cases)
MERGELAB_FIELDS(Item, id, kind, family, value, checks, checker, backends, metric, yardstick, full, max_ratio,
                of, per, at_least, reference)
MERGELAB_FIELDS(Limits, case_cpu_s, lab_cpu_s, memory_mib, output_kib, host_bytes)
MERGELAB_FIELDS(Compare, how, absolute, relative, ulps)
MERGELAB_FIELDS(Field, name, type, compare)
MERGELAB_FIELDS(Argument, name, role, type, extents, compare, fields)
MERGELAB_FIELDS(Interface, runs, arguments, returns, compare_returned)
MERGELAB_FIELDS(Lab, name, file, kit, interface, constants, timed_shapes, limits, items)
MERGELAB_FIELDS(Violation, rule, why, text, hint)
MERGELAB_FIELDS(LineProfile, file, line, text, requests, sectors, ideal_sectors, wavefronts, ideal_wavefronts,
                executions, lanes)

namespace judge {

MERGELAB_FIELDS(Job, lab, families, backend, objects, sources, worker, environment, yardsticks, reference,
                library, library_name, oracle, oracle_is_reference, oracle_sources, gpu, sanitizer, seed,
                secret, only, order, profile, shared, backward, local, trace, trace_numbers)

namespace {

/// What a judge saw: a report shows part of it.
struct Line {
  Observation seen;
};

void fields(auto& io, Is<Line> auto& line) {
  mergelab::fields(io, line.seen);
  io("item", line.seen.item);
  io("family", line.seen.family);
  auto& value = line.seen.outcome;
  MERGELAB_EACH_FIELD(symptom, clues, why, of_test, untried, untried_for, violations, lines, printed, trace)
}

std::vector<PlannedTest> last_part_first(const Job& job, const std::vector<PlannedTest>& tests) {
  std::vector<PlannedTest> backward;
  for (std::size_t end = tests.size(), begin = end; end > 0; end = begin) {
    do --begin;
    while (!begins_part(job, tests, begin));
    backward.insert(backward.end(), tests.begin() + static_cast<std::ptrdiff_t>(begin),
                    tests.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return backward;
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

std::vector<PlannedTest> plan(const Job& job) {
  std::vector<PlannedTest> tests;
  for (const Item& item : job.lab.items) {
    if (!item.backends.has(job.backend)) continue;
    const auto family = std::ranges::find_if(
        job.families, [&](const Family& candidate) { return candidate.name == item.family; });
    if (family == job.families.end()) continue;
    for (const CaseSpec& spec : family->cases) {
      const PlannedTest test{&item, &*family, &spec};
      if (job.only.empty() || job.only == test.name()) tests.push_back(test);
    }
  }
  // A student waits for the first failure: millions of elements and what is timed come last.
  std::stable_partition(tests.begin(), tests.end(),
                        [](const PlannedTest& test) { return test.item->checks; });
  return job.backward ? last_part_first(job, tests) : tests;
}

bool begins_part(const Job& job, const std::vector<PlannedTest>& tests, std::size_t i) {
  if (i == 0) return true;
  const PlannedTest &test = tests.at(i), &before = tests.at(i - 1);
  const bool keeps_workers = build_of(*test.item, job.backend) == build_of(*before.item, job.backend) &&
                             test.family->hidden == before.family->hidden;
  return test.item != before.item && !(job.lab.on_ranks() && keeps_workers);
}

}  // namespace judge
}  // namespace mergelab
