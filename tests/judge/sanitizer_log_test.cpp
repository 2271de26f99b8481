// Real logs of compute-sanitizer become the sentences that the CPU engine says of the same faults, and no
// log, however broken, becomes anything worse than a quotation.
#include "judge/sanitizer_log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "model/course.hpp"
#include "support/places.hpp"

namespace mergelab::judge {
namespace {

const std::vector<std::string> kFiles = {"faulty.cu"};

std::string file_text(const std::string& name) {
  std::ifstream file(MERGELAB_SOURCE_DIR "/tests/judge/sanitizer_logs/" + name + ".txt", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

SanitizerLog read(const std::string& name, const std::vector<NamedArray>& arrays = {}) {
  SanitizerLog log = read_sanitizer_log(file_text(name), kFiles, arrays);
  EXPECT_TRUE(log.complete) << name;
  EXPECT_FALSE(log.failure) << name << ": " << *log.failure;
  return log;
}

/// The log tells of one violation alone.
void expect_one(const std::string& name, const std::string& rule, const std::string& text) {
  const SanitizerLog log = read(name);
  ASSERT_EQ(log.violations.size(), 1U) << name;
  EXPECT_EQ(log.violations[0].rule, rule) << name;
  EXPECT_EQ(log.violations[0].text, text) << name;
}

TEST(SanitizerLog, clean_logs_tell_of_nothing) {
  for (const char* name : {"memcheck_correct", "racecheck_correct", "leak"}) {
    EXPECT_TRUE(read(name).violations.empty()) << name;
  }
}

TEST(SanitizerLog, accesses_out_of_bounds_name_the_element_and_the_line) {
  expect_one("memcheck_reads_past_end", "out_of_bounds",
             "thread 35 of block 1 reads element 100 of an array that has 100 elements of 4 bytes, at "
             "faulty.cu:24");
  expect_one("memcheck_writes_before_begin", "out_of_bounds",
             "thread 0 of block 0 writes element -1 of an array that has 100 elements of 4 bytes, at "
             "faulty.cu:34");
  expect_one("memcheck_reads_null", "out_of_bounds",
             "thread 0 of block 0 reads through a null pointer, at faulty.cu:37 (2 times)");
  for (const char* far : {"memcheck_reads_far", "memcheck_host_pointer"}) {
    const SanitizerLog log = read(far);
    ASSERT_EQ(log.violations.size(), 1U) << far;
    EXPECT_EQ(log.violations[0].text.find("thread 0 of block 0 reads memory that lies outside of every "
                                          "allocation, at faulty.cu:"),
              0U);
    EXPECT_NE(log.violations[0].hint, "");
  }
  expect_one("memcheck_local_past_end", "out_of_bounds",
             "thread 0 of block 0 reads outside of its own variables, at faulty.cu:64 (2 times)");
}

TEST(SanitizerLog, threads_at_one_line_are_one_violation) {
  expect_one("memcheck_writes_past_end", "out_of_bounds",
             "thread 36 of block 1 writes element 100 of an array that has 100 elements of 4 bytes, at "
             "faulty.cu:29 (2 times)");
}

/// The address that a log has behind `word`.
std::uint64_t address_in(const std::string& name, const std::string& word) {
  const std::string text = file_text(name);
  return std::stoull(text.substr(text.find(word) + word.size()), nullptr, 16);
}

TEST(SanitizerLog, arrays_are_told_by_name_when_their_addresses_are_known) {
  const std::uint64_t C = address_in("memcheck_writes_past_end", "nearest allocation at ");
  EXPECT_EQ(
      read("memcheck_writes_past_end", {{"A", C - 512, 400}, {"C", C, 400}}).violations.at(0).text,
      "thread 36 of block 1 writes C[100], but C has 100 elements of 4 bytes, at faulty.cu:29 (2 times)");
  const std::uint64_t D = address_in("initcheck_reads_unwritten", "Address ");
  EXPECT_EQ(read("initcheck_reads_unwritten", {{"D", D, 400}}).violations.at(0).text,
            "thread 0 of block 0 reads D[0] at faulty.cu:104, which nothing has written (2 times)");
}

TEST(SanitizerLog, shared_memory_has_the_launch_as_its_bound) {
  expect_one(
      "memcheck_dynamic_too_small", "shared_size",
      "thread 32 of block 0 writes 4 bytes outside of the block's shared memory, at faulty.cu:48 (2 times)");
}

TEST(SanitizerLog, misaligned_accesses_name_their_size) {
  expect_one(
      "memcheck_misaligned", "misaligned",
      "thread 0 of block 0 reads 16 bytes at once from an array, byte 4, whose address is not a multiple "
      "of 16, at faulty.cu:42 (2 times)");
  expect_one(
      "memcheck_misaligned_shared", "misaligned",
      "thread 0 of block 0 reads 8 bytes at once from shared memory, whose address is not a multiple of "
      "8, at faulty.cu:57 (2 times)");
}

TEST(SanitizerLog, races_name_both_lines_and_count_hazards) {
  expect_one(
      "racecheck_forgets_barrier", "race",
      "a thread reads shared memory at faulty.cu:76, and another thread of the same block writes it at "
      "faulty.cu:75; nothing orders the two (256 times)");
  expect_one(
      "racecheck_overwrites_too_early", "race",
      "a thread writes shared memory at faulty.cu:82, and another thread of the same block reads it at "
      "faulty.cu:84; nothing orders the two (512 times)");
  expect_one(
      "racecheck_writes_one_place", "race",
      "a thread writes shared memory at faulty.cu:90, and another thread of the same block writes it at "
      "faulty.cu:90; nothing orders the two (63 times)");
  expect_one("hazards", "race",
             "thread 32 of block 0 reads shared memory at faulty.cu:76, and thread 31 of the same block "
             "writes it at "
             "faulty.cu:75; nothing orders the two (2 times)");
}

TEST(SanitizerLog, races_within_a_warp_have_a_hint_of_their_own) {
  EXPECT_NE(read("racecheck_races_in_warp").violations.at(0).hint.find("__syncwarp"), std::string::npos);
  EXPECT_NE(read("racecheck_forgets_barrier").violations.at(0).hint.find("__syncthreads"), std::string::npos);
}

TEST(SanitizerLog, masks_are_told_at_the_submissions_line_and_not_in_the_toolkits_header) {
  for (const char* name : {"memcheck_wrong_mask", "synccheck_wrong_mask"}) {
    const SanitizerLog log = read(name);
    ASSERT_EQ(log.violations.size(), 1U) << name;
    EXPECT_EQ(log.violations[0].rule, "warp_mask") << name;
    EXPECT_NE(log.violations[0].text.find("which calls it at faulty.cu:145"), std::string::npos) << name;
  }
  const SanitizerLog of_others = read_sanitizer_log(file_text("synccheck_wrong_mask"), {});
  EXPECT_NE(of_others.violations.at(0).text.find("sm_30_intrinsics.hpp:110"), std::string::npos);
}

TEST(SanitizerLog, divergent_barriers_are_told) {
  const SanitizerLog log = read_sanitizer_log(
      "========= Barrier error detected. Divergent thread(s) in block.\n"
      "=========     at merge_tiled_kernel(const int *, int)+0x90 in /tmp/x/merge_tiled.cuh:48\n"
      "=========     by thread (1,2,0) in block (3,4,5)\n"
      "=========\n",
      kFiles);
  ASSERT_EQ(log.violations.size(), 1U);
  EXPECT_EQ(log.violations[0].rule, "divergent_barrier");
  EXPECT_EQ(log.violations[0].text,
            "thread (1,2) of block (3,4,5) waits at merge_tiled.cuh:48, where other threads of its block "
            "never come");
  EXPECT_FALSE(log.complete);
}

TEST(SanitizerLog, failed_calls_count_when_no_fault_explains_them) {
  expect_one("memcheck_block_too_large", "invalid_launch", "the launch was refused: invalid argument");
  expect_one("memcheck_too_much_shared", "invalid_launch", "the launch was refused: invalid argument");
  expect_one("memcheck_wrong_copy", "fault", "cudaMemcpy failed: invalid argument");
  expect_one("memcheck_traps", "fault", "thread 7 of block 0 came to a trap at faulty.cu:70");
  const SanitizerLog sticky = read_sanitizer_log(
      "========= Program hit cudaErrorLaunchFailure (error 719) due to \"unspecified launch failure\" on "
      "CUDA API "
      "call to cudaDeviceSynchronize.\n",
      kFiles);
  EXPECT_EQ(sticky.violations.at(0).text, "a kernel was ended: unspecified launch failure");
}

TEST(SanitizerLog, freed_memory_is_out_of_bounds_for_the_tool) {
  EXPECT_EQ(read("memcheck_frees_too_early").violations.at(0).rule, "out_of_bounds");
}

TEST(SanitizerLog, unknown_findings_keep_the_tools_sentence) {
  const SanitizerLog log = read_sanitizer_log(
      "========= Stack overflow\n=========     at f(int)+0x10 in merge.cuh:9\n=========     by thread "
      "(0,0,0) in "
      "block (0,0,0)\n",
      kFiles);
  EXPECT_EQ(log.violations.at(0).rule, "fault");
  EXPECT_EQ(log.violations.at(0).text, "Stack overflow: thread 0 of block 0 at merge.cuh:9");
}

TEST(SanitizerLog, the_tools_own_failures_blame_nobody) {
  for (const char* sentence :
       {"Error: Device not supported. Please refer to the \"Supported Devices\" section of the sanitizer "
        "documentation",
        "Internal Sanitizer Error: The Sanitizer encountered an error while launching k and didn't track the "
        "launch.",
        "Target application doesn't exist or is not a valid executable",
        "Unable to find injection library libsanitizer-collection.so",
        "Error: No attachable process found. compute-sanitizer timed-out.",
        "Error: Target application terminated before first instrumented API call"}) {
    const SanitizerLog log =
        read_sanitizer_log("========= COMPUTE-SANITIZER\n========= " + std::string(sentence) + "\n", kFiles);
    EXPECT_EQ(log.failure.value_or("none"), sentence);
    EXPECT_TRUE(log.violations.empty()) << sentence;
  }
}

TEST(SanitizerLog, the_targets_own_end_is_neither_failure_nor_finding) {
  const SanitizerLog log = read_sanitizer_log(
      "========= Error: process didn't terminate successfully\n========= Target application returned an "
      "error\n"
      "========= ERROR SUMMARY: 0 errors\n",
      kFiles);
  EXPECT_FALSE(log.failure);
  EXPECT_TRUE(log.violations.empty());
  EXPECT_TRUE(log.complete);
}

TEST(SanitizerLog, logs_that_are_cut_keep_what_was_whole) {
  const std::string text = file_text("memcheck_writes_past_end");
  for (std::size_t length = 0; length < text.size(); ++length) {
    const SanitizerLog log = read_sanitizer_log(std::string_view(text).substr(0, length), kFiles);
    EXPECT_LE(log.violations.size(), 2U) << length << " characters";
    EXPECT_FALSE(log.failure) << length << " characters";
  }
}

TEST(SanitizerLog, hostile_logs_are_bounded) {
  std::string many;
  for (int line = 0; line < 5000; ++line) {
    many += "========= Invalid __global__ write of size 4 bytes\n=========     at k()+0x0 in m.cuh:" +
            std::to_string(line) + "\n";
  }
  EXPECT_EQ(read_sanitizer_log(many, kFiles).violations.size(), 50U);

  const std::string long_line = "========= Invalid __global__ read of size 4 bytes\n=========     at " +
                                std::string(1 << 20, 'x') + " in m.cuh:1\n";
  EXPECT_LT(read_sanitizer_log(long_line, kFiles).violations.at(0).text.size(), 2000U);

  std::string bytes = "========= Invalid __shared__ \x01\xff\x1b[31m of size 99999999999999999999 bytes\n";
  bytes += std::string(
      "=========     by thread (\0,,) in block ((((\n=========     Access to 0xzz is misaligned\n", 85);
  for (const Violation& violation : read_sanitizer_log(bytes, kFiles).violations) {
    EXPECT_TRUE(std::all_of(violation.text.begin(), violation.text.end(),
                            [](unsigned char c) { return c >= 0x20 && c < 0x7f; }));
  }

  static_cast<void>(read_sanitizer_log(
      "========= Invalid __global__ read of size 18446744073709551615 bytes\n"
      "=========     Access to 0x8000000000000001 is out of bounds\n"
      "=========     and is 1 bytes after the nearest allocation at 0x1 of size 18446744073709551615 bytes\n",
      kFiles));

  std::string noise(1 << 16, '=');
  unsigned state = 1;
  for (int round = 0; round < 200; ++round) {
    std::string text = file_text("memcheck_misaligned") + file_text("hazards");
    for (int change = 0; change < 40; ++change) {
      state = state * 1664525U + 1013904223U;
      text[(state >> 8) % text.size()] = static_cast<char>(state >> 3);
    }
    static_cast<void>(read_sanitizer_log(text, kFiles));
  }
  EXPECT_TRUE(read_sanitizer_log(noise, kFiles).violations.empty());
}

TEST(SanitizerLog, every_rule_is_a_symptom_that_hints_can_name) {
  const std::vector<std::string>& symptoms = symptom_names();
  for (const char* name : {"memcheck_reads_past_end", "memcheck_misaligned", "memcheck_dynamic_too_small",
                           "memcheck_wrong_mask", "memcheck_block_too_large", "memcheck_traps",
                           "racecheck_forgets_barrier", "initcheck_reads_unwritten"}) {
    for (const Violation& violation : read(name).violations) {
      EXPECT_NE(std::find(symptoms.begin(), symptoms.end(), violation.rule), symptoms.end())
          << violation.rule;
    }
  }
}

}  // namespace
}  // namespace mergelab::judge
