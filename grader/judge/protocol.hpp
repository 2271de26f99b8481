// The messages of mergelab and its judge: a job as one JSON document, and what the judge saw as a line of
// JSON per test, both over one stream socket. Both sides are trusted.
#pragma once

#include "model/course.hpp"
#include "model/outcome.hpp"

namespace mergelab::judge {

inline constexpr int kJobChannel = 3;  // the judge's descriptor of the socket

/// One grading of one lab on one backend.
struct Job {
  Lab lab;                       // items of other backends are skipped
  std::vector<Family> families;  // those that the items name
  Backend backend = Backend::cpu;
  std::map<BuildKind, std::filesystem::path> objects;  // the builds that succeeded
  std::vector<std::filesystem::path> sources;          // the student's own files, for messages
  std::filesystem::path worker;
  std::map<std::string, std::string> environment;  // of the worker: what CUDA reads
  std::filesystem::path yardsticks;  // folder of the objects that a GPU's times are compared with, or empty
  std::filesystem::path reference;   // the reference solution's object for the GPU; empty: none
  std::filesystem::path library;     // the lab's function by a library, also for the GPU; empty: none
  std::string library_name;
  // Of a lab without a kit: the objects that say what is right, on host memory or as the reference does.
  std::map<OracleCall, std::filesystem::path> oracle;
  bool oracle_is_reference = false;
  std::vector<std::filesystem::path> oracle_sources;  // for messages
  std::string gpu;                                    // its name: "NVIDIA H200"
  std::filesystem::path
      sanitizer;  // compute-sanitizer, for items that look for broken rules on a GPU; empty: none
  std::uint64_t seed = 1;
  std::string secret;  // empty: hidden families are like any other
  std::string only;    // run only this test, "ties/runs_of_1025", or this item, "ties"; empty: all
  RunOrder order = RunOrder::forward;
  bool profile = false;   // also count by source line
  bool shared = false;    // another judge has the same job: this one asks before each part of the plan
  bool backward = false;  // begins with the last part
  bool local = false;     // only for the student: reports what was printed, stops endless loops
  bool trace = false;     // of each test: one problem, with every access
  Numbers trace_numbers;  // those that the user has chosen of Kit::chosen_numbers()
};

[[nodiscard]] std::string job_to_json(const Job& job);
/// Throws std::runtime_error: the two programs were built apart.
[[nodiscard]] Job job_from_json(std::string_view text);

/// A line by which a judge asks whether the next part is its own. The answer is a byte, or the end of the
/// stream.
inline constexpr std::string_view kAsksForPart = "?";

/// One line, without its end.
[[nodiscard]] std::string observation_to_line(const Observation& observation);
[[nodiscard]] Observation observation_from_line(std::string_view line);

/// The names of the tests that a job runs, in order: "item/case". The committed list is made of these.
[[nodiscard]] std::vector<std::string> test_names(const Job& job);

struct PlannedTest {
  const Item* item = nullptr;
  const Family* family = nullptr;
  const CaseSpec* spec = nullptr;
  [[nodiscard]] std::string name() const { return item->id + "/" + spec->name; }
};

/// In the rubric's order, so that whatever ends a worker costs the tests of one item; but what runs without
/// checks, because it is large or timed, comes last. Points into `job`.
[[nodiscard]] std::vector<PlannedTest> plan(const Job& job);

/// Whether test i begins a part of the plan that starts with new workers: an item, or for ranks, whose
/// workers take long to start, all items in a row with the same build. Two judges share a job by its parts.
[[nodiscard]] bool begins_part(const Job& job, const std::vector<PlannedTest>& tests, std::size_t i);

}  // namespace mergelab::judge
