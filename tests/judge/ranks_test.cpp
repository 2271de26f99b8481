// A function that runs on ranks: its workers are one session, mistakes name the rank, and no worker is left,
// whatever a rank does. Long because all tests share the three ranks and their objects.
#include <sys/wait.h>

#include <thread>

#include "judge/checked.hpp"
#include "judge/transport/session.hpp"
#include "judge/workers.hpp"
#include "support/worker.hpp"

#include "support/merges.hpp"

namespace mergelab::judge {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Three ranks, with 5, 0 and 3 keys.
const Arrays kArrays{{9, 2, 7, 4, 5, 1, 8, 3}, {}, {0, 5, 5, 8}};

class RanksTest : public testing::Test {
 protected:
  void SetUp() override { start_ = Clock::now(); }

  void TearDown() override {
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a process is left";
    EXPECT_EQ(errno, ECHILD);
  }

  /// The object of a file whose function `student` has this body, on a rank.
  [[nodiscard]] WorkerSetup with(const std::string& body, const std::string& flags = "") const {
    const std::string text = R"(#pragma once

#include <mergelab/lab.cuh>
#include <mergelab/transport.cuh>
__global__ void kernel(const value_t* A, int m, value_t* C) {
  for (int i = 0; i < m; ++i) {
    int before = 0;
    for (int j = 0; j < m; ++j) before += A[j] < A[i] || (j < i && A[j] == A[i]) ? 1 : 0;
    C[before] = A[i];
  }
}
inline int student(mergelab::Transport& transport, const value_t* A, int m, value_t* C, int capacity) {
  const int rank = transport.rank(), ranks = transport.ranks();
  int send[16] = {}, receive[16] = {}, counts[256] = {};
)" + body + "\n}\n";
    return worker_with(compile_student(folder_, text, flags, *lists_kit().usual_interface(Runs::ranks)));
  }

  /// A right one: all keys go to the last rank, which sorts them.
  static constexpr const char* kRight = R"(
  send[ranks - 1] = m;
  transport.all_gather(&m, 1, counts);
  int total = 0;
  for (int r = 0; r < ranks && rank == ranks - 1; ++r) total += receive[r] = counts[r];
  value_t* received = nullptr;
  cudaMalloc(&received, sizeof(value_t) * (capacity + 1));
  transport.all_to_all(A, send, received, receive);
  if (total > 0) kernel<<<1, 1>>>(received, total, C);
  cudaFree(received);
  return total;)";

  /// The outcome of one call.
  [[nodiscard]] Outcome outcome(const std::string& body) const {
    TransportSession session(with(body), start_worker);
    return outcome_of(session);
  }
  [[nodiscard]] Outcome outcome_of(Session& session, double cpu_limit_s = 1) const {
    const Image image(set_, ValueType::int32, wire::Memory::device, 0);
    const std::optional<Answer> answer = session.ask({.image = image}, cpu_limit_s);
    if (!answer) return session.broken().value();
    if (answer->refused) return *answer->refused;
    return check_all(set_, image, answer->returned, answer->kept);
  }
  /// The fields of what was found on a rank, which the message tells.
  static std::string finding_of(const Outcome& outcome, int rank) {
    EXPECT_EQ(outcome.why.statements().front(), Statement(Sentence::of_rank, rank));
    return fields_of(outcome.why.findings());
  }

  /// One rank of three tells a lie, and the others none.
  [[nodiscard]] std::string lie_of(const std::string& lie, int liar = 1) { return lies_of({{liar, lie}}); }
  [[nodiscard]] std::string lies_of(const std::map<int, std::string>& lies) {
    int started = 0;
    TransportSession session(worker_with("/dev/null"), [&](WorkerSetup setup) {
      setup.worker = MERGELAB_BINARY_DIR "/bin/lying_rank";
      if (const auto lie = lies.find(started++); lie != lies.end())
        setup.environment = {{"LIE", lie->second}};
      return std::make_unique<Session>(setup);
    });
    return verdict_of(outcome_of(session, 0.2));
  }

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  static std::unique_ptr<Session> start_worker(const WorkerSetup& setup) {
    return std::make_unique<Session>(setup);
  }

  TemporaryFolder temporary_{"mergelab-ranks-", kRead};
  fs::path folder_ = temporary_.path();
  ProblemSet set_ = on_ranks({kArrays});
  Clock::time_point start_;
};
using RanksTestSlow = RanksTest;

TEST_F(RanksTestSlow, are_one_session_whose_cs_are_joined) {
  TransportSession session(with(kRight), start_worker);
  const Image image(set_, ValueType::int32, wire::Memory::device, 0);
  for (int again = 0; again < 2; ++again) {
    const std::optional<Answer> answer = session.ask({.image = image}, 1);
    ASSERT_TRUE(answer) << message_of(*session.broken());
    EXPECT_FALSE(answer->refused);
    EXPECT_EQ(verdict_of(check_all(set_, image, answer->returned, answer->kept)), "passed, : ");
    EXPECT_EQ(answer->kept, (std::vector<std::vector<int>>{{0, 0, 8}}));
    EXPECT_EQ(answer->exchanges, 2);
    EXPECT_EQ(answer->sent_bytes, 2U * 4 + 5 * 4);
    EXPECT_EQ(answer->fetched.launches.count, 1U);
  }
}

TEST_F(RanksTestSlow, work_on_problems_of_different_ranks) {
  set_ = on_ranks({{{3, 1}, {}, {0, 2}}, kArrays, {{}, {}, {0, 0, 0, 0, 0, 0}}});
  EXPECT_EQ(verdict_of(outcome(kRight)), "passed, : ");
}

TEST_F(RanksTestSlow, that_have_loaded_are_not_late_where_the_next_take_long_to_start) {
  const auto pause = std::chrono::duration<double>(wall_limit(kLoadCpuS) / 2 + 0.5);
  int started = 0;
  TransportSession session(with(kRight), [&](const WorkerSetup& setup) {
    if (started++ > 0) std::this_thread::sleep_for(pause);
    return start_worker(setup);
  });
  EXPECT_EQ(verdict_of(outcome_of(session)), "passed, : ");
  EXPECT_EQ(started, 3);
}

TEST_F(RanksTestSlow, go_on_over_items_of_one_build_but_not_from_hidden_cases_to_visible_ones) {
  const WorkerSetup setup = with(kRight);
  Job job;
  job.lab.kit = &lists_kit();
  job.lab.interface = *lists_kit().usual_interface(Runs::ranks);
  job.lab.limits = setup.limits;
  job.worker = setup.worker;
  Item items[3];
  for (Item& item : items) job.objects[build_of(item, job.backend)] = setup.object;
  Family visible, hidden;
  hidden.hidden = true;
  const CaseSpec spec;
  int started = 0;
  Workers workers(job, [&](const WorkerSetup& each) {
    ++started;
    return start_worker(each);
  });
  const Image image(set_, ValueType::int32, wire::Memory::device, 0);
  const auto starts_for = [&](const Item& item, const Family& family) {
    Outcome why;
    started = 0;
    EXPECT_TRUE(workers.ask({&item, &family, &spec}, {.image = image}, why)) << message_of(why);
    return started;
  };
  EXPECT_EQ(starts_for(items[0], visible), 3);
  EXPECT_EQ(starts_for(items[1], visible), 0);
  EXPECT_EQ(starts_for(items[2], hidden), 3);
}

TEST_F(RanksTestSlow, with_a_wrong_answer_have_it_named_by_rank) {
  set_ = on_ranks({{{4, 3, 2, 1}, {}, {0, 2, 4}}});
  EXPECT_EQ(
      verdict_of(outcome("kernel<<<1, 1>>>(A, m, C); return m;")),
      "wrong_answer, order: expected_key(" + say(Sentence::element_of_c_of_rank, 0, 0) + ", 1, " +
          say(Sentence::element_of_rank, 1, 1) +
          ") got_key(3) first_mismatch(4) rank_lengths(2, 4) keys_of_rank(0, 4, 3) keys_of_rank(1, 2, 1)");
}

TEST_F(RanksTestSlow, that_make_different_calls_are_told_so) {
  EXPECT_EQ(verdict_of(outcome("if (m == 0) return 0;" + std::string(kRight))),
            "wrong_answer, collectives: rank_has_returned(1, 0, all_gather)");
  EXPECT_EQ(
      verdict_of(outcome("if (rank == 2) transport.all_to_all(A, send, C, receive);" + std::string(kRight))),
      "wrong_answer, collectives: different_calls(all_gather, 2, all_to_all)");
}

TEST_F(RanksTest, that_wait_for_each_other_are_told_with_their_lines) {
  const WorkerSetup setup = with(
      "if (rank == 2) {\n  transport.all_to_all(A, send, C, receive);\n  return m;\n}\n"
      "transport.all_gather(&m, 1, counts);\nreturn m;",
      "--instrument");
  TransportSession session(setup, start_worker);
  const Outcome seen = outcome_of(session);
  EXPECT_EQ(seen.symptom, "collectives");
  EXPECT_EQ(seen.why.statements().front(),
            Statement(Sentence::different_calls, "all_gather", 2, "all_to_all"));
  ASSERT_EQ(seen.why.findings().size(), 2U);
  const Finding &gathers = seen.why.findings()[0], &exchanges = seen.why.findings()[1];
  EXPECT_EQ(gathers.numbers[0], 0);
  EXPECT_EQ(line_of(gathers.access.at, setup.files), "student.cuh:" + std::to_string(gathers.access.at.line) +
                                                         " `transport.all_gather(&m, 1, counts);`");
  EXPECT_EQ(exchanges.numbers[0], 2);
  EXPECT_EQ(exchanges.access.at.line + 3, gathers.access.at.line);
}

TEST_F(RanksTestSlow, whose_counts_do_not_fit_are_told_which) {
  EXPECT_EQ(
      verdict_of(outcome("send[1] = m; receive[0] = rank == 1 ? 4 : 0; transport.all_to_all(A, send, C, "
                         "receive); return m;")),
      "wrong_answer, counts_differ: exchange_counts_differ(0, 5, 1, 4)");
  EXPECT_EQ(verdict_of(outcome("send[0] = -rank; transport.all_to_all(A, send, C, receive); return m;")),
            "wrong_answer, count_range: sends_negative(1, -1, 0)");
  EXPECT_EQ(
      verdict_of(outcome("transport.all_gather(counts, rank == 2 ? 1 << 30 : 1, counts + 8); return m;")),
      "wrong_answer, count_range: gather_too_large(2, 1073741824, 4, 1048704)");
}

TEST_F(RanksTestSlow, return_how_many_keys_they_hold) {
  EXPECT_EQ(verdict_of(outcome("return rank == 1 ? -2 : m;")),
            "wrong_answer, returned: more_returned(1, -2, 8)");
  EXPECT_EQ(verdict_of(outcome("return rank == 2 ? capacity + 1 : m;")),
            "wrong_answer, returned: more_returned(2, 9, 8)");
  EXPECT_EQ(verdict_of(outcome("return m + (rank == 0);")),
            "wrong_answer, returned: other_sum_returned(6 + 0 + 3, 9, 8)");
}

TEST_F(RanksTestSlow, that_die_in_mid_exchange_end_the_others) {
  const Outcome seen = outcome(
      "transport.all_gather(&m, 1, counts); if (rank == 1) *static_cast<volatile int*>(nullptr) = 0;" +
      std::string(kRight));
  EXPECT_EQ(seen.verdict, Verdict::crashed);
  EXPECT_EQ(finding_of(seen, 1), "fault: null_written:");
  EXPECT_LT(seconds(), 20);
}

TEST_F(RanksTestSlow, that_loop_for_ever_end_with_their_own_time) {
  const std::string words = verdict_of(outcome("while (rank == 2) counts[0] += rank;" + std::string(kRight)));
  EXPECT_EQ(words, "timed_out, endless: of_rank(2) still_running(1)");
  EXPECT_LT(seconds(), 20);
}

TEST_F(RanksTestSlow, change_no_inputs_and_write_nothing_outside) {
  EXPECT_EQ(verdict_of(outcome("kernel<<<1, 1>>>(C, rank == 2 ? 1 : 0, const_cast<value_t*>(A)); return m;")),
            "wrong_answer, input_changed: of_rank(2) input_changed(A, 0)");
  EXPECT_EQ(verdict_of(outcome("kernel<<<1, 1>>>(A, rank == 0 ? 1 : 0, C + capacity); return m;")),
            "wrong_answer, outside: of_rank(0) write_outside(C, 8, 8)");
}

TEST_F(RanksTestSlow, send_memory_of_the_device_alone) {
  const Outcome seen = outcome(
      "send[0] = 1; receive[0] = rank == 0 ? 1 : 0; receive[1] = receive[2] = receive[0]; "
      "transport.all_to_all(counts, send, C, receive); return m;");
  EXPECT_EQ(seen.verdict, Verdict::checker_violation);
  EXPECT_EQ(finding_of(seen, 0), "host_pointer: call_given_host_memory: read; word: all_to_all");
  const Outcome nothing = outcome(
      "send[0] = 1; receive[0] = rank == 0 ? 1 : 0; receive[1] = receive[2] = receive[0]; value_t* const "
      "none = nullptr; transport.all_to_all(C, send, none, receive); return m;");
  EXPECT_EQ(nothing.verdict, Verdict::checker_violation);
  EXPECT_EQ(finding_of(nothing, 0), "host_pointer: call_given_null: read; word: all_to_all");
}

TEST_F(RanksTestSlow, have_got_what_all_gather_brings_from_others) {
  const Outcome seen = outcome(R"(
  value_t mine[1500], all[4500], *memory = nullptr;
  for (int i = 0; i < 1500; ++i) mine[i] = i * ranks + rank;
  transport.all_gather(mine, 1500, all);
  cudaMalloc(&memory, sizeof all);
  cudaMemcpy(memory, all, sizeof all, cudaMemcpyHostToDevice);
  cudaFree(memory);)" + std::string(kRight));
  EXPECT_EQ(seen.verdict, Verdict::checker_violation);
  EXPECT_TRUE(finding_of(seen, 0).starts_with(
      "host_values:; word: all_gather; other word: cudaMemcpy; numbers: 12000 "))
      << finding_of(seen, 0);
}

TEST_F(RanksTestSlow, taken_over_get_a_named_failure_and_never_hang_the_judge) {
  const std::string wrote = "crashed, exited: of_rank(1) wrote_to_channel()";
  for (const char* lie : {"garbage", "long", "flood", "operation", "nonce", "done_waiting"})
    EXPECT_EQ(lie_of(lie), wrote) << lie;
  // A packet without bytes looks like the channel's end.
  const std::string empty = lie_of("empty");
  EXPECT_TRUE(empty == wrote || empty == "crashed, fault: of_rank(1) ended_by_signal(signal 9 (killed))")
      << empty;
  // The second call comes before the others make their first one, or after it.
  const std::string twice = lie_of("twice");
  EXPECT_TRUE(twice == wrote || twice.ends_with(", 1, all_gather)")) << twice;
  EXPECT_EQ(lie_of("negative"), "wrong_answer, count_range: gather_negative(1, -1)");
  EXPECT_TRUE(lie_of("huge").starts_with("wrong_answer, count_range: gather_too_large(1, 2147483647,"));
  EXPECT_TRUE(lie_of("huge_to_all").starts_with("wrong_answer, count_range: sends_too_much(1, "));
  EXPECT_EQ(lie_of("returns"), "wrong_answer, collectives: rank_has_returned(1, 0, all_gather)");
  for (const char* lie : {"dies", "dies_waiting", "dies_in_fetch"})
    EXPECT_EQ(lie_of(lie), "crashed, fault: of_rank(1) ended_by_signal(signal 6 (abort))") << lie;
  EXPECT_EQ(lie_of("exits"), "crashed, exited: of_rank(1) ended_itself_with(0)");
  for (const char* lie : {"keeps_much", "keeps_less"})
    EXPECT_TRUE(lie_of(lie).starts_with("wrong_answer, returned: more_returned(1, ")) << lie_of(lie);
  EXPECT_LT(seconds(), 60);
}

// The judge waits a second for the rank that has closed its channel to end. Meanwhile the other one calls
// all_gather and is killed: when the judge polls it again, its call is still in the channel.
TEST_F(RanksTest, killed_after_a_call_that_nobody_has_read_yet_are_told_as_killed) {
  EXPECT_EQ(lies_of({{1, "is_killed_waiting"}, {2, "closes"}}),
            "crashed, fault: of_rank(1) ended_by_signal(signal 9 (killed))");
}

TEST_F(RanksTestSlow, taken_over_are_waited_for_no_longer_than_their_time) {
  EXPECT_EQ(lie_of("spins", 2), "timed_out, endless: of_rank(2) still_running(0.2)");
  EXPECT_LT(seconds(), 5);
  EXPECT_TRUE(lie_of("sleeps").starts_with("timed_out, endless: of_rank(1) no_answer("));
  EXPECT_TRUE(lie_of("sleeps_in_fetch", 0).starts_with("timed_out, endless: of_rank(0) no_answer("));
  EXPECT_LT(seconds(), 40);
}

}  // namespace
}  // namespace mergelab::judge
