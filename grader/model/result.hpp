// The outcome of a grading: what score/ computes from observations and rubric, and report/ writes down.
#pragma once

#include "model/outcome.hpp"
#include "model/rubric.hpp"

namespace mergelab {

struct ItemResult {
  std::string id;
  ItemKind kind = ItemKind::correctness;
  Backends backends{Backend::cpu};  // that it ran on, or would have
  std::string about;
  std::string group, group_about;  // only for people: the JSON report has neither, nor `checks`
  bool checks = true;              // whether it ran under the CPU engine's checks
  Verdict status = Verdict::not_run;
  Points score;
  Points max_score;     // after points of not_run items were spread over the others
  std::string message;  // that of the first test that did not pass
  std::string of_test;  // the test of another item that the message begins with; or empty
  std::string hint;
  std::map<std::string, double> metrics;  // the worst over the family
  std::vector<Observation> tests;
  int hidden_tests = 0;  // tests whose details were withheld
};

/// How one build of one lab went.
struct BuildResult {
  ValueType value = ValueType::int32;
  bool ok = false;
  Verdict verdict = Verdict::passed;  // build_failed, forbidden, timed_out, resource_limit, grader_error
  std::string log;                    // the compiler's words, bounded, without the grader's paths
  double duration_s = 0;
  Backend backend = Backend::cpu;
};

/// Points that a course's settings take from what a lab earned.
struct Deduction {
  std::string kind;     // "late", "forbidden"
  std::string message;  // for a student
  double percent = 0;   // of what the lab earned
  Points points;
};

/// The instructor's settings that a grading followed, as a report names them.
struct UsedSettings {
  std::string name;
  std::string fingerprint;  // of the file
  std::string submitted;    // when the submission was made, as it was given; empty: unknown
  std::string gradescope;   // Settings::gradescope
};

struct LabResult {
  std::string name;
  std::string file;    // that a student wrote, relative to the submission; empty: unknown
  std::string inputs;  // a fingerprint of all that this result depends on; empty: unknown
  Verdict status = Verdict::not_run;
  std::optional<Points> score;  // empty: the grader itself failed
  Points max_score;
  std::string message;  // the first thing to look at
  std::vector<BuildResult> builds;
  std::vector<ItemResult> items;
  /// Earlier labs that were replaced by the reference for this result; empty: graded with the student's own.
  std::vector<std::string> carried_forward;
  /// Why carrying forward was not tried though it was due, e.g. a hand-out without solutions.
  std::string carry_note;
  /// The score with the student's own earlier files, where both were graded.
  std::optional<Points> own_score;
  std::vector<Deduction> deductions;  // `score` is without their points
};

struct Grading {
  std::string submission;
  std::string backend;         // "cpu", "gpu", "both"
  std::string backend_reason;  // why it was taken
  std::string isolation;       // the level at which student code ran, "namespaces+seccomp"
  std::string memory_control;  // what held student code to its memory: "address space", "cgroup v2"
  std::vector<std::string> isolation_missing;  // why it was not a higher one
  std::uint64_t seed = 0;
  bool secret = false;                   // hidden cases were mixed with an instructor's secret
  std::optional<UsedSettings> settings;  // empty: the course as it is
  std::string started;                   // RFC 3339, UTC
  double duration_s = 0;
  std::string device;
  std::string compiler;
  std::optional<Points> score;  // empty: a lab's score is empty
  Points max_score;
  std::vector<std::string> asked;  // labs that it is to have, in course order
  bool complete = false;           // all of them have their result
  std::vector<LabResult> labs;
};

}  // namespace mergelab
