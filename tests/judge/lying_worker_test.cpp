// A worker under attack answers the judge arbitrarily (lying_worker.cpp): the lab is graded, in time, no text
// of it is shown, and no lie earns points that need a right output.
#include "support/long_run.hpp"
#include "whole_grading.hpp"
#include "wire/digest.hpp"

#include "support/merges.hpp"

namespace mergelab::judge {
namespace {

class LyingWorker : public testing::Test {
 protected:
  void SetUp() override {
    for (Lab& lab : course_.labs) {
      // One item of each kind: whole families take a worker each.
      std::erase_if(lab.items, [](const Item& item) {
        const std::string_view kept[] = {"plain", "stability", "shape",      "rules",
                                         "loads", "sectors",   "comparisons"};
        return std::find(std::begin(kept), std::end(kept), item.id) == std::end(kept);
      });
      lab.limits.case_cpu_s = 0.2;
    }
  }

  static WorkerSetup setup(const WorkerSetup& asked, const std::string& lie, std::uint64_t seed) {
    WorkerSetup setup = asked;
    setup.worker = MERGELAB_BINARY_DIR "/bin/lying_worker";
    setup.environment = {{"LIE", lie}, {"SEED", std::to_string(seed)}};
    return setup;
  }

  /// All workers of the grading tell this lie; each fuzzer has a separate seed.
  LabResult grade(const char* lab, const std::string& lie, std::uint64_t seed = 0) {
    Job job = job_of(*course_.find_lab(lab), course_);
    job.profile = true;
    std::string told;
    std::uint64_t started = 0;
    LabResult result = judge::grade(
        job,
        [&](const WorkerSetup& asked) {
          return std::make_unique<Session>(setup(asked, lie, seed * 1000 + ++started));
        },
        &told);
    EXPECT_TRUE(told.find("SECRET") == std::string::npos) << lie;
    EXPECT_TRUE(told.find("\\u001b") == std::string::npos) << lie;
    expect_graded(result, lie + ", seed " + std::to_string(seed));
    return result;
  }

  Course course_ = small_course(100'000);
};
using LyingWorkerSlow = LyingWorker;

const ItemResult& item_of(const LabResult& result, std::string_view id) {
  return *std::find_if(result.items.begin(), result.items.end(),
                       [&](const ItemResult& item) { return item.id == id; });
}

constexpr const char* kHostLab = "01_sequential_merge";
constexpr const char* kDeviceLab = "04_tiled_kernel";

/// In place of an answer: nothing is earned.
std::vector<std::string> ends_of_the_conversation() {
  std::vector<std::string> lies{
      "wrong_nonce",   "wrong_kind",  "wrong_magic", "wrong_type",    "early_done",  "announces_many",
      "twice",         "half_output", "no_output",   "changed_input", "close_ready", "crash_fetched",
      "exit_hello",    "exit_ready",  "exit_done",   "exit_fetched",  "empty_hello", "stop0_hello",
      "stop1_fetched", "stop4_ready", "short_done",  "long_done",     "flood_ready"};
  for (int reason = 0; reason < 8; ++reason) lies.push_back("stop" + std::to_string(reason) + "_done");
  return lies;
}

TEST_F(LyingWorker, who_tells_no_lie_earns_all) {
  for (const char* lab : {kHostLab, kDeviceLab}) {
    const LabResult result = grade(lab, "none");
    EXPECT_EQ(result.score, result.max_score) << result.message;
  }
}

TEST_F(LyingWorkerSlow, earns_nothing_where_no_answer_is_right) {
  const std::vector<std::string> lies = ends_of_the_conversation();
  const auto step = in_long_run<std::size_t>(1, 4);
  for (std::size_t i = 0; i < lies.size(); i += step) {
    const std::string& lie = lies[i];
    const LabResult result = grade(kDeviceLab, lie);
    for (const ItemResult& item : result.items) {
      // Only the launch is judged without the output, by the record that it sent before its end.
      EXPECT_TRUE(item.id == "shape" || item.score == 0) << lie << ": " << item.id;
    }
  }
}

TEST_F(LyingWorkerSlow, is_waited_for_no_longer_than_the_limits_say) {
  const auto begin = std::chrono::steady_clock::now();
  Lab& lab = *std::find_if(course_.labs.begin(), course_.labs.end(),
                           [](const Lab& each) { return each.name == kDeviceLab; });
  std::erase_if(lab.items, [](const Item& item) { return item.id != "plain"; });
  const char* lies[] = {"sleep", "announces_more", "spin"};
  for (const char* lie : std::span(lies).first(in_long_run<std::size_t>(3, 1))) {
    const LabResult result = grade(kDeviceLab, lie);
    EXPECT_EQ(result.status, Verdict::timed_out) << lie;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST_F(LyingWorkerSlow, loses_what_its_numbers_say) {
  for (const char* id : {"plain", "shape"})
    EXPECT_EQ(item_of(grade(kDeviceLab, "no_launch"), id).score, 0) << id;
  for (const char* lie : {"no_traffic", "much_traffic", "no_sectors", "no_span", "odd_cover"})
    EXPECT_EQ(item_of(grade(kDeviceLab, lie), "loads").score, 0) << lie;
  for (const char* lie : {"huge_launch", "huge_block"})
    EXPECT_EQ(item_of(grade(kDeviceLab, lie), "shape").score, 0) << lie;
  for (const char* lie : {"many_comparisons", "odd_problem"})
    EXPECT_EQ(item_of(grade(kHostLab, lie), "comparisons").score, 0) << lie;
}

TEST_F(LyingWorkerSlow, is_told_which_element_it_left_out) {
  const std::pair<const char*, std::string> told[] = {
      {"unread", say(Sentence::no_kernel_reads, say(Sentence::and_more, "B[17]", 2))},
      {"unwritten", say(Sentence::no_kernel_writes, "C[18]")},
      {"by_host", say(Sentence::host_writes_last, say(Sentence::and_more, "C[19]", 1))},
      {"changed", say(Sentence::does_not_hold, "C[20]")}};
  for (Family& family : course_.families) family.hidden = false;
  for (const auto& [lie, message] : told) {
    const ItemResult loads = item_of(grade(kDeviceLab, lie), "loads");
    EXPECT_EQ(loads.score, 0) << lie;
    EXPECT_EQ(loads.status, Verdict::invalid_measurement) << lie;
    EXPECT_TRUE(contains(loads.message, message));
  }
}

TEST_F(LyingWorkerSlow, gets_nothing_from_a_trace) {
  for (Lab& lab : course_.labs) std::erase_if(lab.items, [](const Item& item) { return item.id != "plain"; });
  for (const char* lie : {"trace_ones", "trace_names", "trace_fuzz"}) {
    Job job = job_of(*course_.find_lab(kDeviceLab), course_);
    job.trace = true;
    std::string told;
    std::uint64_t started = 0;
    const LabResult result = judge::grade(
        job,
        [&](const WorkerSetup& asked) { return std::make_unique<Session>(setup(asked, lie, ++started)); },
        &told);
    ASSERT_FALSE(result.items.empty());
    EXPECT_TRUE(told.find("SECRET") == std::string::npos) << lie;
    const bool has_trace =
        std::any_of(result.items[0].tests.begin(), result.items[0].tests.end(),
                    [](const Observation& seen) { return seen.outcome.trace.has_value(); });
    EXPECT_EQ(has_trace, lie == std::string_view("trace_names")) << lie;
  }
}

TEST_F(LyingWorkerSlow, shows_nothing_that_it_wrote) {
  for (const char* lie : {"violations", "lines"}) grade(kDeviceLab, lie);
  // Violations cost `rules` whatever they say.
  EXPECT_EQ(item_of(grade(kDeviceLab, "violations"), "rules").status, Verdict::checker_violation);
}

TEST_F(LyingWorkerSlow, changes_nothing_by_what_it_does_beside) {
  for (const char* lie : {"descriptors", "truncates", "no_time", "nan_time", "long_time"}) {
    const LabResult result = grade(kDeviceLab, lie);
    EXPECT_EQ(result.score, result.max_score) << lie << ": " << result.message;
  }
  EXPECT_EQ(item_of(grade(kDeviceLab, "output_too_late"), "plain").score, 0);
}

TEST_F(LyingWorker, has_no_time_that_is_none) {
  const ProblemSet one = merges_of({{{1, 3, 5}, {2, 4}}});
  const Image image(one, ValueType::int32, wire::Memory::device, 0, true);
  for (const char* lie : {"none", "wrong_digest", "no_time", "nan_time", "long_time"}) {
    WorkerSetup asked;
    asked.object = "int.so";
    Session session(setup(asked, lie, 0));
    const std::optional<Answer> answer = session.ask({.image = image, .timed = wire::Timed::yes}, 1);
    ASSERT_TRUE(answer) << lie;
    EXPECT_EQ(answer->done.event_s, lie == std::string_view("no_time") ? 0 : -1) << lie;
    const bool is_complete =
        answer->done.digest == wire::digest(answer->returned.data(), answer->returned.size(), answer->nonce);
    EXPECT_EQ(is_complete, lie != std::string_view("wrong_digest")) << lie;
  }
}

TEST_F(LyingWorkerSlow, is_graded_whatever_it_says_in_whatever_order) {
  const int seeds = in_long_run(400, 6);
  for (int seed = 1; seed <= seeds && !HasFatalFailure(); ++seed)
    grade(seed % 3 == 0 ? kHostLab : kDeviceLab, "fuzz", static_cast<std::uint64_t>(seed));
}

}  // namespace
}  // namespace mergelab::judge
