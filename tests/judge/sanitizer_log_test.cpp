// Real logs of compute-sanitizer become violations with a rule and a line, and no log, however broken,
// becomes anything worse than a quotation.
#include "judge/sanitizer/log.hpp"

#include "support/places.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

const std::vector<std::string> kFiles = {"faulty.cu"};

std::string words(const Violation& violation) { return text_of(violation.why, StudentFiles()); }

std::string file_text(const std::string& name) {
  std::ifstream file(MERGELAB_SOURCE_DIR "/tests/judge/sanitizer_logs/" + name + ".txt", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

SanitizerLog read(const std::string& name) {
  SanitizerLog log = read_sanitizer_log(file_text(name), kFiles);
  EXPECT_TRUE(log.complete) << name;
  EXPECT_FALSE(log.failure) << name << ": " << *log.failure;
  return log;
}

/// The only violation of a log.
Violation the_one(const std::string& name) {
  const SanitizerLog log = read(name);
  EXPECT_EQ(log.violations.size(), 1U) << name;
  return log.violations.at(0);
}

TEST(SanitizerLog, clean_logs_tell_of_nothing) {
  for (const char* name : {"memcheck_correct", "racecheck_correct", "leak"})
    EXPECT_TRUE(read(name).violations.empty()) << name;
}

TEST(SanitizerLog, quotes_the_tool_with_thread_and_line_and_without_addresses) {
  const std::string refused =
      "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to ";
  const struct {
    const char* log;
    const char* rule;
    std::string text;
  } expected[] = {
      {"memcheck_reads_past_end", "out_of_bounds",
       "Invalid __global__ read of size 4 bytes at faulty.cu:24 by thread (35,0,0) in block (1,0,0) is out "
       "of bounds and is 1 bytes after the nearest allocation of size 400 bytes"},
      {"memcheck_writes_past_end", "out_of_bounds",
       "Invalid __global__ write of size 4 bytes at faulty.cu:29 by thread (36,0,0) in block (1,0,0) is out "
       "of bounds and is 1 bytes after the nearest allocation of size 400 bytes" +
           say(Sentence::times, 2)},
      {"memcheck_writes_before_begin", "out_of_bounds",
       "Invalid __global__ write of size 4 bytes at faulty.cu:34 by thread (0,0,0) in block (0,0,0) is out "
       "of bounds and is 4 bytes before the nearest allocation of size 400 bytes"},
      {"memcheck_local_past_end", "out_of_bounds",
       "Invalid __local__ read of size 4 bytes at faulty.cu:64 by thread (0,0,0) in block (0,0,0) is out of "
       "bounds" +
           say(Sentence::times, 2)},
      {"memcheck_dynamic_too_small", "shared_size",
       "Invalid __shared__ write of size 4 bytes at faulty.cu:48 by thread (32,0,0) in block (0,0,0) is out "
       "of bounds" +
           say(Sentence::times, 2)},
      {"memcheck_misaligned", "misaligned",
       "Invalid __global__ read of size 16 bytes at faulty.cu:42 by thread (0,0,0) in block (0,0,0) is "
       "misaligned and is inside the nearest allocation of size 400 bytes" +
           say(Sentence::times, 2)},
      {"memcheck_misaligned_shared", "misaligned",
       "Invalid __shared__ read of size 8 bytes at faulty.cu:57 by thread (0,0,0) in block (0,0,0) is "
       "misaligned" +
           say(Sentence::times, 2)},
      {"initcheck_reads_unwritten", "uninitialised_read",
       "Uninitialized __global__ memory read of size 4 bytes at faulty.cu:104 by thread (0,0,0) in block "
       "(0,0,0)" +
           say(Sentence::times, 2)},
      {"racecheck_forgets_barrier", "race",
       "Race reported between Write access at faulty.cu:75 and Read access at faulty.cu:76 [256 hazards]"},
      {"racecheck_overwrites_too_early", "race",
       "Race reported between Read access at faulty.cu:84 and Write access at faulty.cu:82 [512 hazards]"},
      {"racecheck_writes_one_place", "race",
       "Race reported between Write access at faulty.cu:90 and Write access at faulty.cu:90 [63 hazards]"},
      {"racecheck_races_in_warp", "race",
       "Race reported between Write access at faulty.cu:98 and Read access at faulty.cu:99 [128 hazards]"},
      {"hazards", "race",
       "Potential RAW hazard detected at __shared__ 0x47c in block (0,0,0) : Write Thread (31,0,0) at "
       "faulty.cu:75 Read Thread (32,0,0) at faulty.cu:76" +
           say(Sentence::times, 2)},
      {"memcheck_traps", "fault", "Trace/breakpoint trap at faulty.cu:70 by thread (7,0,0) in block (0,0,0)"},
      {"memcheck_block_too_large", "invalid_launch", refused + "cudaLaunchKernel."},
      {"memcheck_too_much_shared", "invalid_launch", refused + "cudaLaunchKernel."},
      {"memcheck_wrong_copy", "fault", refused + "cudaMemcpy."},
  };
  for (const auto& [log, rule, text] : expected) {
    const Violation violation = the_one(log);
    EXPECT_EQ(violation.rule, rule) << log;
    EXPECT_EQ(words(violation), text) << log;
  }
}

TEST(SanitizerLog, accesses_far_from_every_array_name_the_line) {
  for (const char* name : {"memcheck_reads_far", "memcheck_host_pointer", "memcheck_reads_null"}) {
    const Violation violation = the_one(name);
    EXPECT_EQ(violation.rule, "out_of_bounds") << name;
    EXPECT_EQ(words(violation).find("Invalid __global__ read of size 4 bytes at faulty.cu:"), 0U) << name;
  }
}

TEST(SanitizerLog, masks_name_the_submissions_line_and_not_the_toolkits_header) {
  for (const char* name : {"memcheck_wrong_mask", "synccheck_wrong_mask"}) {
    const Violation violation = the_one(name);
    EXPECT_EQ(violation.rule, "warp_mask") << name;
    EXPECT_TRUE(contains(words(violation), " at faulty.cu:145 by thread ("));
  }
  const SanitizerLog of_others = read_sanitizer_log(file_text("synccheck_wrong_mask"), {});
  EXPECT_TRUE(contains(words(of_others.violations.at(0)), " at sm_30_intrinsics.hpp:110 "));
}

TEST(SanitizerLog, divergent_barriers_are_violations) {
  const SanitizerLog log = read_sanitizer_log(
      "========= Barrier error detected. Divergent thread(s) in block.\n"
      "=========     at merge_tiled_kernel(const int *, int)+0x90 in /tmp/x/merge_tiled.cuh:48\n"
      "=========     by thread (1,2,0) in block (3,4,5)\n"
      "=========\n",
      kFiles);
  ASSERT_EQ(log.violations.size(), 1U);
  EXPECT_EQ(log.violations[0].rule, "divergent_barrier");
  EXPECT_EQ(words(log.violations[0]),
            "Barrier error detected. Divergent thread(s) in block. at merge_tiled.cuh:48 by thread (1,2,0) "
            "in block (3,4,5)");
  EXPECT_FALSE(log.complete);
}

TEST(SanitizerLog, a_kernels_fault_that_a_later_launch_reports_is_no_invalid_launch) {
  const std::string sticky =
      "Program hit cudaErrorLaunchFailure (error 719) due to \"unspecified launch failure\" on CUDA API call "
      "to cudaLaunchKernel.";
  const SanitizerLog log = read_sanitizer_log("========= " + sticky + "\n", kFiles);
  EXPECT_EQ(log.violations.at(0).rule, "fault");
  EXPECT_EQ(words(log.violations.at(0)), sticky);
}

TEST(SanitizerLog, freed_memory_is_out_of_bounds_for_the_tool) {
  EXPECT_EQ(read("memcheck_frees_too_early").violations.at(0).rule, "out_of_bounds");
}

TEST(SanitizerLog, unknown_violations_are_faults) {
  const SanitizerLog log = read_sanitizer_log(
      "========= Stack overflow\n=========     at f(int)+0x10 in merge.cuh:9\n=========     by thread "
      "(0,0,0) in block (0,0,0)\n",
      kFiles);
  EXPECT_EQ(log.violations.at(0).rule, "fault");
  EXPECT_EQ(words(log.violations.at(0)), "Stack overflow at merge.cuh:9 by thread (0,0,0) in block (0,0,0)");
}

TEST(SanitizerLog, the_tools_own_failures_blame_nobody) {
  for (const char* sentence : {"Error: Device not supported. Please refer to the \"Supported Devices\" "
                               "section of the sanitizer documentation",
                               "Internal Sanitizer Error: The Sanitizer encountered an error while launching "
                               "k and didn't track the launch.",
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

TEST(SanitizerLog, the_targets_own_end_is_neither_failure_nor_violation) {
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
  EXPECT_LT(words(read_sanitizer_log(long_line, kFiles).violations.at(0)).size(), 2000U);

  std::string bytes = "========= Invalid __shared__ \x01\xff\x1b[31m of size 99999999999999999999 bytes\n";
  bytes += std::string(
      "=========     by thread (\0,,) in block ((((\n=========     Access to 0xzz is misaligned\n", 85);
  for (const Violation& violation : read_sanitizer_log(bytes, kFiles).violations) {
    const std::string text = words(violation);
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0x20 && c < 0x7f; }));
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
  const std::vector<std::string> known = names_of(symptoms());
  for (const char* name : {"memcheck_reads_past_end", "memcheck_misaligned", "memcheck_dynamic_too_small",
                           "memcheck_wrong_mask", "memcheck_block_too_large", "memcheck_traps",
                           "racecheck_forgets_barrier", "initcheck_reads_unwritten"}) {
    for (const Violation& violation : read(name).violations)
      EXPECT_NE(std::find(known.begin(), known.end(), violation.rule), known.end()) << violation.rule;
  }
}

}  // namespace
}  // namespace mergelab::judge
