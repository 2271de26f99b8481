// A worker's findings reach a student in the project's words, with names and lines of only the student's
// files.
#include "judge/findings.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "finding/messages.hpp"
#include "support/finding_fields.hpp"
#include "support/temporary_folder.hpp"

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

}  // namespace
}  // namespace mergelab::judge
