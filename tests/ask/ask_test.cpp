// The questions for handmade traces.
#include "ask/question.hpp"
#include "support/test.hpp"

namespace mergelab::ask {
namespace {

constexpr const char* kKernel =
    "// __syncthreads()\nif (x) __syncthreads();\n  __syncthreads ( ) ;\nf(\"__syncthreads()\");\n";

TEST(Barriers, are_those_of_the_code) {
  const std::vector<Barrier> barriers = barriers_of(kKernel);
  ASSERT_EQ(barriers.size(), 2U);
  EXPECT_EQ(barriers[0].line, 2);
  EXPECT_EQ(barriers[1].line, 3);
  EXPECT_EQ(barriers[0].without,
            "// __syncthreads()\nif (x)                ;\n  __syncthreads ( ) ;\nf(\"__syncthreads()\");\n");
}
TEST(Barriers, of_a_broken_file_are_none_or_whole) {
  EXPECT_TRUE(barriers_of("").empty());
  EXPECT_TRUE(barriers_of("__syncthreads(").empty());
  EXPECT_TRUE(barriers_of("__syncthreads(1)").empty());
}

/// A kernel of two blocks of four threads: block b copies A[4b ..] to tile, passes a barrier, and stores it
/// reversed, 4b from B.
Trace kernel_trace() {
  Trace trace;
  trace.arrays = {{"A", "global", 8, 4, 0},
                  {"B", "global", 1, 4, 0},
                  {"C", "global", 9, 4, 0},
                  {"tile", "shared", 4, 4, 0}};
  trace.arrays[0].input = {10, 20, 30, 40, 50, 60, 70, 80};
  trace.arrays[1].input = {5};
  trace.arrays[2].expected = {40, 30, 20, 10, 80, 70, 60, 50, 5};
  trace.files = {
      {"mine.cuh", std::vector<std::string>{"  tile[t] = A[t];", "__syncthreads();", "C[t] = tile[3 - t];"}}};
  trace.places = {{0, 1, "kernel"}, {0, 2, ""}, {0, 3, "kernel"}};
  const auto add = [&](int block, int phase, int place, char kind, int array, int sectors, int turns,
                       const std::vector<std::pair<int, int>>& cells) {
    TracedRequests& requests = trace.requests;
    requests.block.push_back(block);
    requests.phase.push_back(phase);
    requests.warp.push_back(0);
    requests.place.push_back(place);
    requests.kind += kind;
    requests.array.push_back(array);
    requests.sectors.push_back(sectors);
    requests.turns.push_back(turns);
    requests.first.push_back(static_cast<int>(trace.events.size()));
    for (int lane = 0; lane < 4; ++lane) {
      trace.events.lane.push_back(lane);
      trace.events.index.push_back(cells[static_cast<std::size_t>(lane)].first);
      trace.events.value.push_back(cells[static_cast<std::size_t>(lane)].second);
    }
  };
  for (int block = 0; block < 2; ++block) {
    const int at = 4 * block, value = 40 * block;
    add(block, 0, 0, 'r', 0, 1, 0,
        {{at, value + 10}, {at + 1, value + 20}, {at + 2, value + 30}, {at + 3, value + 40}});
    add(block, 0, 0, 'w', 3, 0, 1, {{0, value + 10}, {1, value + 20}, {2, value + 30}, {3, value + 40}});
    add(block, 1, 2, 'r', 3, 0, 1, {{3, value + 40}, {2, value + 30}, {1, value + 20}, {0, value + 10}});
    add(block, 1, 2, 'w', 2, 1, 0,
        {{at, value + 40}, {at + 1, value + 30}, {at + 2, value + 20}, {at + 3, value + 10}});
    trace.barriers.push_back({block, 0, 1});
  }
  return trace;
}

const Question* find(const std::vector<Question>& questions, const std::string& kind) {
  const auto found = std::find_if(questions.begin(), questions.end(),
                                  [&](const Question& each) { return each.kind == kind; });
  return found == questions.end() ? nullptr : &*found;
}

TEST(Questions, about_a_kernel_have_the_answers_of_its_trace) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    judge::Random random(seed);
    const std::vector<Question> questions = questions_of(kernel_trace(), random);
    for (const char* kind : {"writer", "sectors", "banks", "part", "barriers"})
      ASSERT_NE(find(questions, kind), nullptr) << kind;
    const Question& writer = *find(questions, "writer");
    int index = -1;
    ASSERT_EQ(std::sscanf(writer.text.c_str(), "Which thread of which block writes C[%d]", &index), 1);
    const int block = index / 4, thread = index % 4, from = 4 * block + 3 - thread;
    EXPECT_EQ(writer.answer, "Thread " + std::to_string(thread) + " of block " + std::to_string(block) +
                                 ", at mine.cuh:3. It writes " + std::to_string(10 * (from + 1)) +
                                 ", which is A[" + std::to_string(from) + "].");
    const Question& part = *find(questions, "part");
    EXPECT_TRUE(part.answer == "It writes C[0..3], from A[0..3] and nothing of B." ||
                part.answer == "It writes C[4..7], from A[4..7] and nothing of B.")
        << part.answer;
    EXPECT_TRUE(contains(find(questions, "sectors")->answer, "1 sector of "));
    EXPECT_TRUE(find(questions, "sectors")->answer.ends_with(", counted from 0: 0."))
        << "32 bytes are in one";
    EXPECT_TRUE(contains(find(questions, "banks")->answer, "Threads 0..3 of the block ", "1 turn: no two"));
    EXPECT_TRUE(contains(find(questions, "barriers")->answer, "1: 1 at mine.cuh:2."));
  }
}
TEST(Questions, about_one_block_ask_for_a_threads_part) {
  Trace trace = kernel_trace();
  for (int& block : trace.requests.block) block = 0;
  judge::Random random(1);
  const std::vector<Question> questions = questions_of(trace, random);
  const Question* part = find(questions, "part");
  ASSERT_NE(part, nullptr);
  int thread = -1;
  ASSERT_EQ(std::sscanf(part->text.c_str(), "Which elements of C does thread %d write", &thread), 1);
  // Thread t wrote reversed: C[t] from A[3 - t], and C[4 + t] from A[7 - t].
  EXPECT_EQ(part->answer, fmt::format("It writes C[{}, {}], from A[{}, {}] and nothing of B.", thread,
                                      4 + thread, 3 - thread, 7 - thread));
}
TEST(Questions, name_the_sectors_and_none_between) {
  Trace trace = kernel_trace();
  trace.arrays[0].elements = 40;
  trace.events.index[0] = 33;  // of A: sectors 0 and 4
  trace.requests.sectors[0] = 2;
  bool any = false;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    judge::Random random(seed);
    for (const Question& question : questions_of(trace, random)) {
      if (question.answer.find("A[33,") == std::string::npos) continue;
      any = true;
      EXPECT_TRUE(contains(question.answer, "2 sectors of A, counted from 0: 0, 4."));
    }
  }
  EXPECT_TRUE(any);
}
TEST(Questions, do_not_ask_about_a_line_at_which_all_read_the_same) {
  Trace trace = kernel_trace();
  for (std::size_t e = 8; e < 12; ++e) trace.events.index[e] = 0;  // block 0 from tile
  for (std::size_t e = 24; e < 28; ++e) trace.events.index[e] = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    judge::Random random(seed);
    const std::vector<Question> questions = questions_of(trace, random);
    const Question* banks = find(questions, "banks");
    ASSERT_NE(banks, nullptr);
    EXPECT_FALSE(contains(banks->answer, " read "));
  }
}
TEST(Questions, do_not_ask_what_the_indices_do_not_explain) {
  Trace trace = kernel_trace();
  for (int& sectors : trace.requests.sectors) sectors = 2;  // as if arrays began anywhere
  for (int& turns : trace.requests.turns) turns = 4;
  judge::Random random(1);
  const std::vector<Question> questions = questions_of(trace, random);
  EXPECT_EQ(find(questions, "sectors"), nullptr);
  EXPECT_EQ(find(questions, "banks"), nullptr);
}
TEST(Questions, do_not_quote_a_file_that_is_not_the_students) {
  Trace trace = kernel_trace();
  trace.files[0].lines.reset();
  for (TracedPlace& place : trace.places) place.line = 0;
  judge::Random random(1);
  for (const Question& question : questions_of(trace, random)) {
    EXPECT_FALSE(contains((question.text + question.answer), "tile[t]"));
    EXPECT_FALSE(contains((question.text + question.answer), "mine.cuh:"));
  }
}
TEST(Questions, are_not_made_of_part_of_a_trace) {
  Trace trace = kernel_trace();
  trace.cut = true;
  judge::Random random(1);
  EXPECT_TRUE(questions_of(trace, random).empty());
  EXPECT_TRUE(questions_of(Trace(), random).empty());
}
TEST(Questions, are_not_made_of_what_is_not_done) {
  Trace trace = kernel_trace();
  trace.verdict = Verdict::todo;
  judge::Random random(1);
  EXPECT_TRUE(questions_of(trace, random).empty());
}
TEST(Questions, about_a_returned_value_tell_what_was_read_and_what_is_right) {
  Trace trace;
  trace.on_host = true;
  trace.arrays = {{"A", "host", 2, 4, 0}, {"B", "host", 2, 4, 0}, {"returned", "host", 1, 4, 0}};
  trace.arrays[0].input = {1, 3};
  trace.arrays[1].input = {2, 4};
  trace.places = {{std::nullopt, 0, ""}};
  trace.requests.block = trace.requests.phase = trace.requests.warp = trace.requests.place =
      trace.requests.sectors = trace.requests.turns = {0, 0};
  trace.requests.kind = "rr";
  trace.requests.array = {0, 1};
  trace.requests.first = {0, 1};
  trace.events.lane = {0, 0};
  trace.events.index = {1, 0};
  trace.events.value = {3, 2};
  trace.numbers = {{"k", 2}};
  trace.arrays[2].expected = {1};
  trace.arrays[2].output = {1};
  judge::Random random(1);
  std::vector<Question> questions = questions_of(trace, random);
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_EQ(
      questions[0].text,
      "What does your function return for k = 2, and which elements of A and B does it read, in order?");
  EXPECT_EQ(questions[0].answer, "It returns 1. It reads A[1], B[0].");
  trace.arrays[2].output = {2};
  trace.arrays[2].wrong = {0};
  questions = questions_of(trace, random);
  EXPECT_EQ(questions[0].answer, "It returns 2; right is 1. It reads A[1], B[0].");
}

TEST(BarrierQuestion, names_both_accesses_of_the_race) {
  Trace without = kernel_trace();
  without.violations = {{"race", "…", {4, 8}}};
  const Barrier barrier{2, ""};
  const std::vector<Question> made = barrier_question(barrier, "mine.cuh", kernel_trace(), without);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_TRUE(contains(made[0].text, "mine.cuh:2 is a __syncthreads()"));
  EXPECT_TRUE(contains(made[0].answer, "mine.cuh:1, thread 0 of block 0 writes tile[0]: tile[t] = A[t];",
                       "mine.cuh:3, thread 0 of block 0 reads tile[3]: C[t] = tile[3 - t];"));
  EXPECT_TRUE(contains(made[0].answer, "others may race too")) << "another right answer is right";
}
TEST(BarrierQuestion, is_made_only_where_the_barrier_makes_the_difference) {
  Trace race = kernel_trace();
  race.violations = {{"race", "…", {4, 8}}};
  EXPECT_TRUE(barrier_question({}, "x", kernel_trace(), kernel_trace()).empty());
  EXPECT_TRUE(barrier_question({}, "x", race, race).empty()) << "there was a race before";
  race.violations[0].rule = "out_of_bounds";
  EXPECT_TRUE(barrier_question({}, "x", kernel_trace(), race).empty());
  race.violations[0] = {"race", "…", {4}};
  EXPECT_TRUE(barrier_question({}, "x", kernel_trace(), race).empty());
}

TEST(Choose, takes_one_of_each_kind_first) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    judge::Random random(seed);
    const std::vector<Question> three =
        choose({{"a", "1", ""}, {"a", "2", ""}, {"a", "3", ""}, {"b", "4", ""}, {"c", "5", ""}}, 3, random);
    ASSERT_EQ(three.size(), 3U);
    EXPECT_NE(three[0].kind, three[1].kind);
    EXPECT_NE(three[0].kind, three[2].kind);
    EXPECT_NE(three[1].kind, three[2].kind);
  }
  judge::Random random(1);
  EXPECT_EQ(choose({{"a", "1", ""}, {"a", "2", ""}}, 3, random).size(), 2U);
}

}  // namespace
}  // namespace mergelab::ask
