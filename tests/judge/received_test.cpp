// A worker's messages may contain anything: the judge's result is bounded, printable, and without overflow.
#include "judge/received.hpp"
#include "judge/checked.hpp"
#include "judge/items/items.hpp"
#include "simt/include/simt/refused_launch.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

using finding::Message;

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

TEST(Received, volume_is_the_product_or_the_largest_number) {
  EXPECT_EQ(volume({3, 4, 5}), 60);
  EXPECT_EQ(volume({kMost, 1, 2}), 2 * std::int64_t{kMost});
  EXPECT_EQ(volume({kMost, kMost, kMost}), kLargest);
  EXPECT_EQ(volume({1U << 31, 1U << 31, 2}), kLargest);
  EXPECT_EQ(volume({kMost, kMost, 0}), 0);
}

TEST(Received, shared_bytes_are_the_sum_or_the_largest_number) {
  wire::Launches launches;
  launches.dynamic_shared_bytes = 1536;
  launches.static_shared_bytes = 8;
  EXPECT_EQ(shared_bytes(launches), 1544);
  launches.dynamic_shared_bytes = ~std::uint64_t{0} - 3;  // a sum that wraps round would be 4
  EXPECT_EQ(shared_bytes(launches), kLargest);
}

/// A launch that was refused in line 2 of sort.cuh.
wire::RefusedLaunch refused_launch() {
  return {.why = static_cast<std::uint32_t>(simt::Refusal::no_blocks),
          .axis = 1,
          .asked = -3,
          .line = {"sort.cuh", 2}};
}

TEST(Received, a_refused_launch_comes_before_what_failed_after_it) {
  const TemporaryFolder folder;
  write_text(folder.path() / "sort.cuh", "int a;\n  kernel<<<0, 1>>>(a);\n");
  const StudentFiles files({folder.path() / "sort.cuh"});
  const auto told = [&](const wire::RefusedLaunch& refused, Verdict verdict = Verdict::wrong_answer,
                        std::uint32_t problem = 0) {
    Outcome outcome{verdict,
                    verdict == Verdict::passed ? Explanation() : Statement(Sentence::words, "C[1] is wrong"),
                    "order",
                    {}};
    outcome.problem = problem;
    tell_refused_first(refused, files, outcome);
    return outcome.symptom + ": " + message_of(outcome, files);
  };
  const Violation launch = violation_of(refused_launch(), files).value();
  EXPECT_EQ(fields_of(launch.why.findings()), "launch_error: launch_refused: at sort.cuh:2; numbers: 1 1 -3");
  EXPECT_TRUE(contains(text_of(launch.why, files), "sort.cuh:2 `kernel<<<0, 1>>>(a);`"));
  EXPECT_EQ(told(refused_launch()),
            "launch_error: " + text_of(launch.why, files) + say(Sentence::after_that) + "C[1] is wrong");
  EXPECT_EQ(told({}), "order: C[1] is wrong");
  EXPECT_EQ(told(refused_launch(), Verdict::passed), "order: ");
  EXPECT_EQ(told(refused_launch(), Verdict::todo), "order: C[1] is wrong");
  EXPECT_EQ(told(refused_launch(), Verdict::wrong_answer, 1), "order: C[1] is wrong") << "of another call";
}

TEST(Received, a_refused_launch_is_told_in_the_judges_own_words_alone) {
  wire::RefusedLaunch refused = refused_launch();
  refused.axis = kMost;
  refused.line.file = std::string(100, 'x');
  const Violation launch = violation_of(refused, {}).value();
  EXPECT_EQ(launch.why.findings().at(0).access.at, finding::Site());
  refused.axis = 2;
  EXPECT_EQ(launch.why, violation_of(refused, {}).value().why) << "no axis is beyond z";
  refused.why = static_cast<std::uint32_t>(simt::Refusal::static_shared);
  EXPECT_EQ(violation_of(refused, {}).value().rule, "static_shared");
  for (const std::uint32_t why : {0U, static_cast<std::uint32_t>(simt::Refusal::no_memory) + 1, kMost}) {
    wire::Fetched fetched;
    fetched.launches.refused.why = why;
    EXPECT_EQ(checked(fetched).launches.refused.why, 0U);
    EXPECT_FALSE(violation_of(fetched.launches.refused, {})) << why;
  }
}

TEST(Received, a_broken_rule_that_came_before_a_refused_launch_is_told_by_itself) {
  wire::Stopped stopped;
  stopped.reason = wire::Stop::violation;
  stopped.first = Finding(Message::deadlock);
  stopped.problem = 2;
  stopped.launches.refused = refused_launch();
  EXPECT_EQ(outcome_of(stopped, {}, {}).symptom, "deadlock");
  stopped.launches.refused.first = 1;
  EXPECT_EQ(outcome_of(stopped, {}, {}).symptom, "launch_error");
}

TEST(Received, a_line_is_the_students_or_none) {
  const TemporaryFolder folder;
  write_text(folder.path() / "sort.cuh", "int a;\n  transport.all_gather(a);\n");
  const StudentFiles files({folder.path() / "sort.cuh"});
  const auto line = [&](const finding::Site& site) { return line_of(site, files); };
  EXPECT_EQ(line({"sort.cuh", 2}), "sort.cuh:2 `transport.all_gather(a);`");
  for (const finding::Site& site :
       {finding::Site{}, {"sort.cuh", 0}, {"sort.cuh", 3}, {"sort.cuh", -1}, {"", 2}, {"other.cuh", 1}})
    EXPECT_EQ(line(site), "");
}

TEST(Received, a_workers_report_of_its_end_always_costs_points) {
  for (std::uint32_t reason = 0; reason < 10; ++reason) {
    wire::Stopped stopped;
    stopped.reason = static_cast<wire::Stop>(reason);
    const Outcome outcome = outcome_of(stopped, Limits(), {});
    EXPECT_FALSE(outcome.passed()) << reason;
    EXPECT_NE(outcome.verdict, Verdict::grader_error) << reason;
    EXPECT_NE(outcome.verdict, Verdict::not_run) << reason;
  }
}

TEST(Received, memory_that_the_checks_lack_is_a_limit_and_no_broken_rule) {
  wire::Stopped stopped;
  stopped.reason = wire::Stop::violation;
  stopped.first = Finding(Message::no_memory_to_check);
  stopped.first.access.memory = {.form = finding::Memory::Form::variable, .name = "C"};
  stopped.first.numbers[0] = 64;
  Interface function;
  function.arguments.push_back({.name = "C"});
  const Outcome outcome = outcome_of(stopped, {.memory_mib = 64}, StudentFiles({}, function));
  EXPECT_EQ(outcome.verdict, Verdict::resource_limit);
  EXPECT_EQ(outcome.symptom, "memory");
  EXPECT_EQ(message_of(outcome),
            say(Sentence::out_of_memory, 64) + ": " + finding::text_of(stopped.first, {}));
}

TEST(Received, a_slow_launch_of_a_block_for_each_output_has_a_wrong_grid) {
  wire::Stopped stopped;
  stopped.reason = wire::Stop::violation;
  stopped.first = Finding(Message::slow_launch);
  stopped.first.numbers = {1000, 256, 1000, 1};
  const Outcome outcome = outcome_of(stopped, Limits(), {});
  EXPECT_EQ(outcome.verdict, Verdict::timed_out);
  EXPECT_EQ(outcome.symptom, "wrong_grid");
  EXPECT_EQ(message_of(outcome), finding::text_of(stopped.first, {}));
  stopped.first.numbers[2] = 1001;
  EXPECT_EQ(outcome_of(stopped, Limits(), {}).symptom, "slow");
  stopped.first.numbers = {};
  EXPECT_EQ(outcome_of(stopped, Limits(), {}).symptom, "slow");
}

TEST(Received, a_broken_rule_before_the_time_ran_out_has_a_clue) {
  wire::Stopped stopped;
  stopped.reason = wire::Stop::violation;
  stopped.first = Finding(Message::race);
  EXPECT_TRUE(outcome_of(stopped, Limits(), {}).clues.empty());
  stopped.out_of_time = 1;
  EXPECT_EQ(outcome_of(stopped, Limits(), {}).clues, std::vector<std::string>{kOutOfTime});
}

TEST(Received, a_run_that_ended_after_a_broken_rule_tells_both) {
  wire::Stopped stopped;
  stopped.reason = wire::Stop::violation;
  stopped.first = Finding(Message::host_async_copy, finding::Advice::loop_ends);
  stopped.last = Finding(Message::kernel_launches);
  const Outcome outcome = outcome_of(stopped, Limits(), {});
  EXPECT_EQ(message_of(outcome), finding::text_of(stopped.first, {}) + say(Sentence::this_ended_the_run) +
                                     finding::text_of(stopped.last, {}) + "\n" + advice_of(stopped.first));
  EXPECT_EQ(outcome.symptom, "not_in_a_kernel");
  EXPECT_EQ(outcome.why.findings().size(), 2U);
}

TEST(Received, the_lowest_open_todo_is_told_first) {
  const TemporaryFolder folder;
  const auto told = [&](const std::string& text) {
    write_text(folder.path() / "sort.cuh", text);
    wire::Stopped stopped;
    stopped.reason = wire::Stop::todo;
    stopped.first = Finding(Message::todo);
    stopped.first.numbers[0] = 3;
    stopped.first.word = "sort.cuh";
    const Outcome outcome = outcome_of(stopped, Limits(), StudentFiles({folder.path() / "sort.cuh"}));
    EXPECT_EQ(message_of(outcome), finding::text_of(outcome.why.findings().at(0), {}));
    return fields_of(outcome.why.findings());
  };
  const std::string todo = "todo:; word: sort.cuh; numbers: ";
  EXPECT_EQ(told("  LAB_TODO(3);\n  LAB_TODO(2);\n  LAB_TODO(4);\n"), todo + "2");
  EXPECT_EQ(told("  if (m > 0) LAB_TODO(1);\n  LAB_TODO(3);\n"), todo + "1");
  EXPECT_EQ(told("  // LAB_TODO(1);\n#define LAB_TODO(n)\n  LAB_TODO(3);\n"), todo + "3");
}

TEST(Received, more_messages_than_a_worker_of_ours_sends_are_refused) {
  wire::Fetched fetched;
  fetched.violation_count = wire::kMostViolations;
  fetched.line_count = wire::kMostLines;
  EXPECT_TRUE(announces_few(fetched));
  ++fetched.line_count;
  EXPECT_FALSE(announces_few(fetched));
}

// What the numbers of a launch tell.

wire::Launches launches() {
  return {.count = 1, .grid = {3, 1, 1}, .block = {128, 1, 1}, .dynamic_shared_bytes = 96};
}

std::vector<std::string> clues(std::uint32_t blocks, std::uint32_t threads, std::int64_t outputs,
                               bool is_grid_given = true) {
  return clues_of_launch({.count = 1, .grid = {blocks, 1, 1}, .block = {threads, 1, 1}}, outputs,
                         is_grid_given);
}

TEST(Launch, of_a_block_for_each_output_has_a_clue) {
  EXPECT_EQ(clues(200, 128, 200), std::vector<std::string>{"block_per_output"});
  EXPECT_EQ(clues(8192, 128, 8192), std::vector<std::string>{"block_per_output"});
  EXPECT_TRUE(clues(256, 128, 256).empty()) << "this may be the grid of all cases";
  EXPECT_TRUE(clues(200, 128, 201).empty());
  EXPECT_TRUE(clues(1, 128, 1).empty());
}

TEST(Launch, of_many_tiny_blocks_has_a_clue) {
  EXPECT_EQ(clues(128, 1, 256), std::vector<std::string>{"tiny_blocks"});
  EXPECT_EQ(clues(256, 2, 256), std::vector<std::string>{"tiny_blocks"});
  EXPECT_TRUE(clues(128, 32, 256).empty());
  EXPECT_TRUE(clues(31, 1, 256).empty());
  EXPECT_TRUE(clues(64, 3, 64 * 3264).empty()) << "each makes much";
  EXPECT_EQ(clues(64, 1, 5000, false), std::vector<std::string>{"tiny_blocks"});
  EXPECT_TRUE(clues(65, 1, 65 * 100, false).empty()) << "nobody launches 65 threads";
  EXPECT_TRUE(clues(2048, 1, 2048 * 100, false).empty()) << "a block has no 2048 threads";
  EXPECT_TRUE(clues(64, 32, 5000, false).empty());
}

TEST(Launch, with_a_thread_that_returned_early_says_so_of_outputs_that_nothing_wrote) {
  const auto told = [](const wire::Launches& seen, const char* symptom) {
    Outcome outcome{Verdict::wrong_answer, Statement(Sentence::never_written), symptom, {}};
    tell_returned(seen, outcome);
    return facts_of(outcome);
  };
  wire::Launches seen = launches();
  seen.returned_block = 2;
  seen.returned_thread = 9;
  EXPECT_EQ(told(seen, "unwritten"), "never_written()");
  seen.returned_known = 1;
  EXPECT_EQ(told(seen, "unwritten"), "never_written() returned_before_barrier(9, 2)");
  EXPECT_EQ(told(seen, "order"), "never_written()");
}

TEST(Launch, tells_how_many_outputs_a_block_makes) {
  constexpr std::int64_t kOutputs = 32768;
  for (const std::int64_t block : {1, 7, 128, 2816, 2944, 4096, 16383, 16384, 32767}) {
    int launched = 0;
    const auto blocks_for = [&](std::int64_t outputs) {
      ++launched;
      return (outputs + block - 1) / block;
    };
    const std::int64_t grid = (kOutputs + block - 1) / block;
    EXPECT_EQ(outputs_of_block(grid, kOutputs, blocks_for), block);
    EXPECT_LE(launched, 15) << block;
  }
  const auto one_of_all = [](std::int64_t) -> std::int64_t { return 12; };
  EXPECT_EQ(outputs_of_block(12, kOutputs, one_of_all), 2731);
  const auto fails = [](std::int64_t outputs) -> std::int64_t { return outputs < 2900 ? 1 : 0; };
  EXPECT_EQ(outputs_of_block(12, kOutputs, fails), 2731);
  EXPECT_EQ(outputs_of_block(1, kOutputs, fails), kOutputs);
}

}  // namespace
}  // namespace mergelab::judge
