#include "samples.hpp"

#include "report/formats/format.hpp"
#include "support/reported.hpp"

namespace mergelab::samples {
namespace {

Observation test(const std::string& item, const std::string& name, Verdict verdict = Verdict::passed,
                 const std::string& message = "") {
  Observation seen;
  seen.item = item;
  seen.family = item;
  seen.test = item + "/" + name;
  seen.outcome.verdict = verdict;
  seen.outcome.message = message;
  seen.duration_s = 0.3;
  return seen;
}

Observation hidden(Observation seen) {
  seen.hidden = true;
  return seen;
}

ItemResult item(const std::string& id, Points max_score, const std::string& about,
                std::vector<Observation> tests) {
  ItemResult result;
  result.id = id;
  result.about = about;
  result.max_score = result.score = max_score;
  result.status = Verdict::passed;
  result.tests = std::move(tests);
  for (const Observation& seen : result.tests) {
    result.hidden_tests += seen.hidden ? 1 : 0;
    if (seen.outcome.verdict == Verdict::passed || result.status != Verdict::passed) continue;
    result.status = seen.outcome.verdict;
    result.message = seen.outcome.message;
    result.score = 0;
  }
  return result;
}

std::vector<BuildResult> builds(bool ok = true) {
  BuildResult build;
  build.ok = ok;
  build.duration_s = 1.5;
  if (!ok) {
    build.verdict = Verdict::build_failed;
    build.log =
        "merge_tiled.cuh:12:16: error: 'tile_size' was not declared in this scope; did you mean 'tile'?\n"
        "   12 |   for (int t = 0; t < tile_size; ++t) {\n"
        "      |                       ^~~~~~~~~\n"
        "      |                       tile\n";
  }
  BuildResult record = build;
  record.value = ValueType::record;
  return {build, record};
}

LabResult lab(const std::string& name, Points max_score, std::vector<ItemResult> items) {
  LabResult result;
  result.name = name;
  result.max_score = max_score;
  result.builds = builds();
  result.status = Verdict::passed;
  Points score;
  for (const ItemResult& one : items) {
    score += one.score;
    if (one.status != Verdict::not_run) result.status = worse(result.status, one.status);
    if (result.message.empty()) result.message = one.message;
  }
  result.score = score;
  result.items = std::move(items);
  return result;
}

LabResult all_items(const std::string& name, Verdict verdict, const std::string& message) {
  std::vector<ItemResult> items;
  for (const auto& [id, max_score] : {std::pair{"plain", Points(8)},
                                      {"edges", Points(5.5)},
                                      {"order", 4},
                                      {"ties", 5},
                                      {"shape", Points(2.5)}}) {
    items.push_back(item(id, max_score, "one difficulty", {test(id, "one", verdict, message)}));
  }
  return lab(name, 25, std::move(items));
}

}  // namespace

LabResult tiled_kernel() {
  ItemResult ties = item(
      "ties", 4, "equal keys: those of A come first, also across the borders of threads, tiles and sections",
      {test("ties", "all_equal"),
       test("ties", "runs_of_1025", Verdict::wrong_answer,
            "C[512] expected 7 (from B[3]), got 9\n"
            "first of 14 mismatches; block 2, at a tile boundary"),
       test("ties", "same", Verdict::wrong_answer, "C[3] expected 1 (from A[3]), got 2"),
       test("ties", "two_values", Verdict::crashed, "read B[4096], past its end")});
  ties.hint =
      "A tile holds what is left of A and B together: how much of each was used up is known only after the "
      "tile is merged.";
  ItemResult random =
      item("random", Points(1.5), "sizes and values at random",
           {test("random", "small"), hidden(test("random", "secret_1")),
            hidden(test("random", "secret_2", Verdict::wrong_answer, "C[77] expected 123456, got 0")),
            hidden(test("random", "secret_3"))});
  ItemResult time = item("time", 2, "time beside std::merge", {test("time", "large", Verdict::too_slow)});
  time.kind = ItemKind::performance;
  time.score = Points(1.25);
  time.message = "5.1 times as long as std::merge; full points up to 4.0";
  time.metrics = {{"time_ratio", 5.1}};
  ItemResult loads = item("loads", 0, "element loads per output", {});
  loads.kind = ItemKind::performance;
  loads.status = Verdict::not_run;
  loads.message = "needs a GPU";
  LabResult result =
      lab("04_tiled_kernel", 25,
          {item("plain", 10, "whole tiles of distinct keys", {test("plain", "one_tile")}),
           item("edges", Points(7.5), "empty and tiny arrays, partial tiles", {test("edges", "empty")}), ties,
           random, time, loads});
  result.carried_forward = {"02_co_rank"};
  result.own_score = 4;
  return result;
}

LabResult skeleton() {
  LabResult result = all_items("04_tiled_kernel", Verdict::todo, "TODO 1 in merge_tiled.cuh is not done");
  for (ItemResult& one : result.items) {
    one.hint = "The README's part \"Task\" says what belongs there.";
    Finding todo(finding::Message::todo);
    todo.word = "merge_tiled.cuh";
    todo.numbers[0] = 1;
    for (Observation& seen : one.tests) seen.outcome.why = todo;
  }
  return result;
}

LabResult not_compiling() {
  LabResult result = all_items("04_tiled_kernel", Verdict::build_failed, "merge_tiled.cuh does not compile");
  for (ItemResult& one : result.items) one.tests.clear();
  result.builds = builds(false);
  return result;
}

LabResult record_not_compiling() {
  ItemResult stability = item("stability", 4, "equal keys stay in order", {});
  stability.status = Verdict::build_failed;
  stability.score = 0;
  stability.message = "merge_sequential.cuh does not compile with Record as value_t";
  LabResult result = lab("01_sequential_merge", 10,
                         {item("plain", 6, "distinct keys", {test("plain", "small")}), stability});
  result.builds[1] = builds(false)[1];
  result.carry_note = "not run: carried forward on the course's grader";
  return result;
}

LabResult perfect() {
  return lab("01_sequential_merge", 10,
             {item("plain", 6, "distinct keys", {test("plain", "small")}),
              item("ties", 4, "equal keys", {test("ties", "all_equal"), hidden(test("ties", "secret"))})});
}

LabResult missing() {
  LabResult result =
      all_items("05_circular_buffer", Verdict::not_submitted, "merge_circular.cuh is not in the submission");
  for (ItemResult& one : result.items) one.tests.clear();
  result.builds.clear();
  return result;
}

LabResult failed_grader() {
  LabResult result = lab("02_co_rank", 20, {item("plain", 20, "distinct keys", {})});
  result.items[0].status = result.status = Verdict::grader_error;
  result.items[0].score = 0;
  result.items[0].message = result.message = "a worker could not be started";
  result.score.reset();
  return result;
}

LabResult hostile() {
  LabResult result =
      lab("03_basic_kernel", 20,
          {item("plain", 20, "distinct \x1b[31mkeys",
                {test("plain", "small", Verdict::crashed,
                      "\x1b]0;owned\a\x1b[2J\x1b[1;32mpassed\x1b[0m \xff\xc3 20 \xe2\x80\xae/ 20\r\x9b"
                      "31m\b\b\x7f")})});
  result.builds[1].ok = false;
  result.builds[1].verdict = Verdict::build_failed;
  result.builds[1].log =
      "\x1b[01m\x1b[K/a.cuh:1:1:\x1b[m\x1b[K error: \xe2\x80\x98x\xe2\x80\x99 \x1b(B?\n\tcode\n";
  return result;
}

Grading course() {
  Grading grading;
  grading.submission = "ada";
  grading.backend = "cpu";
  grading.isolation = "process";
  grading.memory_control = "address space";
  grading.isolation_missing = {"no seccomp: mergelab was built without libseccomp",
                               "no namespaces: bubblewrap is not installed"};
  grading.seed = 42;
  grading.secret = true;
  grading.started = "2026-01-31T12:00:00Z";
  grading.duration_s = 83.4;
  grading.device = "simt";
  grading.compiler = "g++ 12.2.0";
  grading.labs = {perfect(), tiled_kernel(), missing()};
  grading.score = 10;
  for (const LabResult& one : grading.labs) grading.max_score += one.max_score;
  grading.score = *grading.labs[0].score + *grading.labs[1].score + *grading.labs[2].score;
  for (const LabResult& one : grading.labs) grading.asked.push_back(one.name);
  grading.complete = true;
  return grading;
}

Grading late_course() {
  Grading grading = course();
  grading.settings = UsedSettings{"CS 533", "0123456789abcdef", "2026-10-04 12:00 -04:00", "after_due_date"};
  LabResult& lab = grading.labs[0];
  lab.deductions = {{"forbidden", "merge_sequential.cuh:6: 'std::copy' is not allowed in this course", 10, 1},
                    {"late", "2 days late: it was due 2026-10-02 23:59 -04:00", 20, 2}};
  *lab.score -= 3;
  *grading.score -= 3;
  return grading;
}

Grading incomplete_course() {
  Grading grading = course();
  grading.labs = {perfect(), failed_grader()};
  grading.max_score = 30;
  grading.score.reset();
  grading.complete = false;
  grading.secret = false;
  return grading;
}

std::string in_format(std::string_view format, const Grading& grading) {
  return report::write_as(*report::find_format(format), grading,
                          {{"CLASSROOM", "cuda"},
                           {"ASSIGNMENT", "merge"},
                           {"SUBMISSION_TAG", "submit/1"},
                           {"COMMIT_URL", "https://example.org/c"},
                           {"RELEASE_URL", "https://example.org/r"}});
}

const char* const kRace =
    "thread 1 of block 0 reads bounds[0] (shared) at merge_tiled.cuh:32 `const int A_curr = bounds[0];`, and "
    "thread 0 of the same block writes it at merge_tiled.cuh:29 `bounds[0] = co_rank(C_curr, A, m, B, n);`; "
    "nothing orders the two; and 126 more threads\nis a __syncthreads() missing between these lines, or in "
    "the loop around them? The lanes of a warp need not run in step.";
std::vector<Finding> at(const char* file, int line, finding::Site caller) {
  std::vector<Finding> findings(1);
  findings.front().access.by.kind = finding::Agent::Kind::thread;
  findings.front().access.at = {file, line};
  findings.front().access.caller = caller;
  return findings;
}
const Violation& a_race() {
  static const Violation kViolation{"race", Explanation({}, at("merge_tiled.cuh", 32)), kRace};
  return kViolation;
}

const std::string kHint(430, 'h');

ItemResult item(const std::string& id, Outcome outcome) {
  ItemResult result;
  result.id = id;
  result.about = "what it is about";
  result.status = outcome.verdict;
  result.max_score = 2;
  result.score = outcome.passed() ? 2 : 0;
  result.message = outcome.message;
  result.of_test = outcome.of_test;
  Observation seen;
  seen.item = seen.family = id;
  seen.test = id + "/one_tile";
  seen.outcome = std::move(outcome);
  result.tests = {seen};
  return result;
}

LabResult lab(std::vector<ItemResult> items) {
  LabResult result;
  result.name = "04_tiled_kernel";
  result.score = 0;
  for (const ItemResult& one : items) {
    if (one.status != Verdict::not_run) result.status = worse(result.status, one.status);
    result.max_score += one.max_score;
    *result.score += one.score;
  }
  result.items = std::move(items);
  return result;
}

ItemResult broken_rule(const std::string& rule, const std::string& text,
                       const std::vector<Finding>& findings) {
  Outcome outcome = reported(Verdict::checker_violation, "plain/one_tile: " + text, rule);
  outcome.of_test = "plain/one_tile";
  outcome.why = Explanation({}, findings);
  ItemResult rules = item("rules", outcome);
  rules.kind = ItemKind::checker;
  return rules;
}

LabResult missing_barrier() {
  Outcome passed;
  passed.violations = {a_race()};
  ItemResult large =
      item("large", reported(Verdict::wrong_answer, "the race that `rules` tells of spoils others", "race"));
  large.checks = false;
  LabResult result = lab({item("plain", passed), large, broken_rule("race", kRace)});
  for (ItemResult& one : result.items) one.hint = one.status == Verdict::passed ? "" : kHint;
  return result;
}

report::TextStyle style(int width) {
  report::TextStyle result;
  result.width = width;
  result.rerun = "./lab run";
  return result;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace mergelab::samples
