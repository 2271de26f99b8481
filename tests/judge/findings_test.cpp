// A worker's findings reach a student in the project's words, with names and lines of only the student's
// files.
#include <random>

#include "judge/findings.hpp"
#include "support/finding_fields.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

using finding::Agent;
using finding::Memory;
using finding::Message;

struct FindingsTest : testing::Test {
  FindingsTest() {
    write_text(
        folder_.path() / "merge.cuh",
        "#include \"co_rank.cuh\"\n  tile[i] = A[i];  \nassert( i<n );\nchar c = '`'; bounds[0] = 1;\n");
    write_text(folder_.path() / "sort.cuh",
               "  cudaMalloc(&memory, bytes);\n  auto parts = device_array<int>(n);\n  "
               "use(device_array<int>(n));\n" +
                   std::string(100000, '(') + "\n");
    files_ = StudentFiles({folder_.path() / "merge.cuh", folder_.path() / "sort.cuh"});
  }

  [[nodiscard]] std::string shown(const Finding& found) const {
    return text_of(checked(found, files_), files_);
  }

  /// What is left of its fields, with the students' lines.
  [[nodiscard]] std::string kept(const Finding& found) const {
    return fields_of(checked(found, files_),
                     [&](const finding::Site& site) { return files_.text(site.file.view(), site.line); });
  }

  /// Host code reads tile[4] at merge.cuh:2.
  static Finding read_of(const char* name) {
    Finding found(Message::uninitialised_read);
    found.access.by.kind = Agent::Kind::host;
    found.access.memory = {.form = Memory::Form::element, .name = name, .index = 4};
    found.access.at = {"merge.cuh", 2};
    return found;
  }

  TemporaryFolder folder_;
  StudentFiles files_;
};

TEST_F(FindingsTest, have_the_text_of_the_students_lines) {
  EXPECT_EQ(shown(read_of("tile")),
            finding::text_of(read_of("tile"), [](const auto&) { return "tile[i] = A[i];"; }));
  EXPECT_EQ(kept(read_of("tile")), "uninitialised_read: host read tile[4] at merge.cuh:2 `tile[i] = A[i];`");
  Finding found = read_of("A");
  found.access.caller = {"merge.cuh", 4};
  found.access.at = {"co_rank.cuh", 19};
  EXPECT_EQ(kept(found),
            "uninitialised_read: host read A[4] at co_rank.cuh:19, called at merge.cuh:4 `char c = '`'; "
            "bounds[0] = 1;`")
      << "of a file that the student includes only the place";
  for (const finding::Site& site :
       {finding::Site{"/etc/passwd", 1}, {"merge.cuh", -1}, {"merge.cuh", 99'999'999}, {"merge", 2}}) {
    found = read_of("A");
    found.access.at = site;
    EXPECT_EQ(kept(found), "uninitialised_read: host read A[4]");
  }
}

TEST_F(FindingsTest, name_memory_by_the_variable_that_it_was_allocated_for) {
  const auto name = [&](std::initializer_list<finding::CallOf> calls) {
    Finding found(Message::device_memory);
    found.access.by.kind = Agent::Kind::host;
    found.access.memory = {.form = Memory::Form::element, .allocation = 9, .index = 4};
    std::copy(calls.begin(), calls.end(), found.access.memory.calls.begin());
    return kept(found);
  };
  const std::string read = "host_access: device_memory: host read ";
  EXPECT_EQ(name({{{"sort.cuh", 1}, "device_array"}, {{"sort.cuh", 2}, "sort"}}), read + "parts[4]");
  EXPECT_EQ(name({{{"sort.cuh", 1}, "device_array"}, {{"sort.cuh", 3}, "sort"}}), read + "memory[4]");
  EXPECT_EQ(name({{{"sort.cuh", 1}, "device_array"}}), read + "memory[4]");
  EXPECT_EQ(name({}), read + "buffer 9[4]");
  for (const finding::Site& site : {finding::Site{"sort.cuh", 2}, {"sort.cuh", 4}, {"other.cuh", 1}})
    EXPECT_EQ(name({{site, "sort"}}), read + "buffer 9[4]");
}

TEST_F(FindingsTest, lose_names_that_are_not_the_students) {
  for (const char* name : {"SECRET", "A.SECRET", "A SECRET", "A\x1b[31m"})
    EXPECT_EQ(kept(read_of(name)), "uninitialised_read: host read at merge.cuh:2 `tile[i] = A[i];`");
  for (const char* name : {"tile.bounds", "the call"})
    EXPECT_EQ(checked(read_of(name), files_).access.memory.name, finding::Name(name));
}

TEST_F(FindingsTest, quote_an_assertion_that_the_file_has) {
  Finding found(Message::host_assertion);
  found.word = "i < n";
  found.access.at = {"merge.cuh", 3};
  EXPECT_EQ(kept(found), "assertion: host_assertion: at merge.cuh:3 `assert( i<n );`; word: i < n");
  found.word = "secret";
  EXPECT_EQ(kept(found), "assertion: none: at merge.cuh:3 `assert( i<n );`");
}

TEST_F(FindingsTest, name_calls_and_types_that_the_file_has) {
  const auto is_shown = [&](Message message, const char* word) {
    Finding found(message);
    found.word = word;
    return checked(found, files_).message == message;
  };
  EXPECT_TRUE(is_shown(Message::call_of_null, "cudaMalloc"));
  EXPECT_FALSE(is_shown(Message::call_of_null, "cudaFree"));
  EXPECT_TRUE(is_shown(Message::array_index, "'int[16]'"));
  EXPECT_TRUE(is_shown(Message::array_index, "const device_array<unsigned long>[2]"));
  for (const char* type : {"secret[16]", "int[16]\n"}) {
    Finding found(Message::array_index);
    found.word = type;
    found.numbers[0] = 17;
    found.access.by.kind = Agent::Kind::host;
    EXPECT_EQ(kept(found), "out_of_bounds: array_index_alone: host read; numbers: 17");
  }
}

TEST_F(FindingsTest, of_an_unknown_message_say_what_the_rule_means) {
  Finding found = read_of("A");
  found.message = static_cast<Message>(finding::kMessages);
  found.rule = finding::Rule::race;
  EXPECT_EQ(shown(found),
            "two threads used one element without synchronisation, at merge.cuh:2 `tile[i] = A[i];`");
  found.rule = static_cast<finding::Rule>(255);
  EXPECT_EQ(symptom_of(checked(found, files_).rule), "fault");
}

TEST_F(FindingsTest, of_any_bytes_are_bounded_and_show_none_of_them) {
  std::minstd_rand random(1);
  for (int i = 0; i < 20'000; ++i) {
    Finding found;
    auto* const bytes = reinterpret_cast<unsigned char*>(&found);
    for (std::size_t at = 0; at < sizeof found; ++at) bytes[at] = static_cast<unsigned char>(random());
    found.message = static_cast<Message>(static_cast<std::size_t>(i) % (finding::kMessages + 2));
    const Finding kept = checked(found, files_);
    const std::string text = text_of(kept, files_) + advice_of(kept);
    EXPECT_LT(text.size(), 2000U);
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) {
      return c == '\n' || (c >= ' ' && c < 0x7f);
    })) << text;
  }
}

// Each clue appears for its mistake, and not for its neighbours'.

bool has(const Clues& clues, const char* name) {
  return std::find(clues.begin(), clues.end(), name) != clues.end();
}

using Verb = finding::Access::Verb;

/// The student's file: line 1 is `x[i] = 1;`, and so on.
enum Line : std::int32_t { kX = 1, kY, kTileA, kTileB, kOther, kLoopA, kLoopB };
constexpr const char* kFile =
    "x[i] = 1;\ny[i] = 2;\ntileA[i] = 1;\ntileB[i] = 2;\nx[j++] = 2;\n"
    "for (int i = t; i < m; i += k) tileA[i] = A[A_curr + i];\n"
    "for (int j = a + t; j < n; j += k) tileB[j] = B[B_curr + j];\n";

Clues clues_of(const std::vector<Finding>& findings, const std::string& file = kFile) {
  const TemporaryFolder folder;
  write_text(folder.path() / "k.cuh", file);
  return clues_of_violations({{std::string(name(findings.front().rule)), Explanation({}, findings)}},
                             StudentFiles({folder.path() / "k.cuh"}));
}

/// Thread 1 of block 0 writes tiles[3], and thread 0 of the same block writes it.
Finding race(std::int32_t line, std::int32_t other_line) {
  Finding found(Message::race);
  found.access.verb = found.other.verb = Verb::write;
  found.access.memory = {.form = Memory::Form::element, .is_shared = 1, .name = "tiles", .index = 3};
  found.access.at = {"k.cuh", line};
  found.other.at = {"k.cuh", other_line};
  found.other.by.in = Agent::In::same_block;
  return found;
}

TEST(Clues, tell_which_accesses_raced) {
  EXPECT_EQ(clues_of({race(kX, kX)}), (Clues{"both_write", "race"}));
  Finding reads = race(kX, kX);
  reads.other.verb = Verb::read;
  EXPECT_EQ(clues_of({reads}), (Clues{"one_reads", "race"}));
  reads.other.verb = Verb::update;
  EXPECT_EQ(clues_of({reads}), (Clues{"one_reads", "race"}));
  Finding called = race(kX, kX);
  called.access.caller = {"k.cuh", kY};
  EXPECT_EQ(clues_of({called}), (Clues{"both_write", "race"}));
  for (const Agent::In in : {Agent::In::block, Agent::In::another_block}) {
    Finding blocks = race(kX, kX);
    blocks.other.by.in = in;
    EXPECT_EQ(clues_of({blocks}), (Clues{"blocks_race", "race"}));
  }
  Finding kernels = race(kX, kX);
  kernels.other.by.in = Agent::In::kernel_before;
  EXPECT_EQ(clues_of({kernels}), (Clues{"kernel_before", "race"}));
}

TEST(Clues, tell_of_two_arrays_in_the_lines_of_a_race) {
  EXPECT_TRUE(has(clues_of({race(kX, kY)}), "two_arrays"));
  EXPECT_TRUE(has(clues_of({race(kLoopB, kLoopA)}), "two_arrays"));
  EXPECT_FALSE(has(clues_of({race(kX, kX)}), "two_arrays"));
  EXPECT_FALSE(has(clues_of({race(kX, kOther)}), "two_arrays"));
  Finding in_callee = race(kX, kY);
  in_callee.access.caller = {"k.cuh", kTileA};
  EXPECT_FALSE(has(clues_of({in_callee}), "two_arrays"));
  const auto parts = [](std::initializer_list<finding::Part> parts) {
    Finding found = race(kTileA, kTileB);
    std::copy(parts.begin(), parts.end(), found.access.memory.parts.begin());
    return clues_of({found});
  };
  EXPECT_TRUE(has(parts({{"tileA.slots", 136}}), "out_of_part"));
  EXPECT_TRUE(has(parts({{"tileB", 1}}), "out_of_part"));
  EXPECT_FALSE(has(parts({{"other", 1}}), "out_of_part"));
  EXPECT_FALSE(has(parts({}), "out_of_part"));
  EXPECT_FALSE(has(parts({{"tileA", 9}, {"tileB", 1}}), "out_of_part"));
}

Finding uninitialised(Memory memory) {
  Finding found(Message::uninitialised_read);
  found.access.memory = memory;
  found.access.memory.is_shared = 1;
  return found;
}
Memory element(const char* name, std::int64_t index) {
  return {.form = Memory::Form::element, .name = name, .index = index};
}
Memory part(const char* name, std::int64_t index, std::int64_t of_whole) {
  Memory memory = element("tiles", of_whole);
  memory.parts[0] = {name, index};
  return memory;
}

TEST(Clues, tell_of_an_element_with_two_names) {
  Finding found = race(kX, kX);
  found.access.memory.parts = {{{"tileB", 1}, {"tileC", 1}}};
  EXPECT_TRUE(has(clues_of({found}), "two_names"));
  found.access.memory.parts[1] = {};
  EXPECT_FALSE(has(clues_of({found}), "two_names"));
}

TEST(Clues, tell_a_shared_variable) {
  const auto reads = [](const Memory& memory) { return clues_of({uninitialised(memory)}, ""); };
  EXPECT_TRUE(has(reads({.form = Memory::Form::variable, .name = "A_used"}), "one_variable"));
  EXPECT_FALSE(has(reads(element("bounds", 1)), "one_variable"));
}

TEST(Clues, tell_of_a_tile_whose_first_element_nobody_wrote) {
  EXPECT_TRUE(has(clues_of({uninitialised(part("tileB.slots", 0, 256))}), "not_loaded"));
  Finding in_callee = uninitialised(part("tileB.slots", 0, 256));
  in_callee.access.caller = {"k.cuh", kX};
  EXPECT_FALSE(has(clues_of({in_callee}), "not_loaded")) << "an earlier lab's merge was given wrong lengths";
  EXPECT_FALSE(has(clues_of({uninitialised(part("tileB.slots", 1, 257))}), "not_loaded"));
  EXPECT_FALSE(has(clues_of({uninitialised(element("bounds", 0))}), "not_loaded"));
  EXPECT_TRUE(has(clues_of({uninitialised(part("tileB.slots", 1, 257))}), "in_a_part"));
  EXPECT_FALSE(has(clues_of({uninitialised(element("bounds", 0))}), "in_a_part"));
}

TEST(Clues, tell_of_a_thread_that_had_returned) {
  Finding found = uninitialised(element("x", 0));
  EXPECT_FALSE(has(clues_of({found}), "returned_early"));
  found.returned.kind = Agent::Kind::thread;
  EXPECT_TRUE(has(clues_of({found}), "returned_early"));
}

TEST(Clues, are_those_of_the_first_broken_rule) {
  const Violation second{"out_of_bounds", Finding(Message::far_outside)};
  EXPECT_EQ(clues_of_violations({{"trap", Finding(Message::trap)}, second}, {}), Clues{"trap"});
  EXPECT_EQ(clues_of_violations({}, {}), Clues());
  EXPECT_EQ(clues_of_violations({{"race", Statement(Sentence::words, "of compute-sanitizer")}}, {}),
            Clues{"race"});
}

TEST(Clues, tell_where_an_index_went) {
  const auto miss = [](Verb verb, std::int64_t index) {
    Finding found(Message::outside_array);
    found.access.verb = verb;
    found.access.memory = element("A", index);
    found.access.memory.extent = 8;
    return found;
  };
  EXPECT_EQ(clues_of({miss(Verb::read, 8)}), (Clues{"one_past", "out_of_bounds", "read_outside"}));
  EXPECT_EQ(clues_of({miss(Verb::read, -1)}), (Clues{"before_start", "out_of_bounds", "read_outside"}));
  EXPECT_EQ(clues_of({miss(Verb::write, 9)}), (Clues{"out_of_bounds", "outside"}));
  EXPECT_TRUE(has(clues_of({miss(Verb::read, 9), miss(Verb::write, 9)}), "outside"))
      << "what ended the run counts, too";
  EXPECT_EQ(clues_of({Finding(Message::far_outside)}), (Clues{"far_outside", "out_of_bounds"}));
}

}  // namespace
}  // namespace mergelab::judge
