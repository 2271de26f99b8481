// What the command line asked for, the same for every verb.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/course.hpp"

namespace mergelab::app {

// Exit codes of mergelab.
inline constexpr int kGraded = 0;        // also when points were lost
inline constexpr int kPointsLost = 1;    // with --strict, and for a failed selfcheck
inline constexpr int kUsage = 2;         // the words or the files given are not right
inline constexpr int kGraderFailed = 3;  // the grader itself failed

/// A mistake in what the user gave; printed after "error: ", exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The machine does not let the grader work (no compiler, no space); printed after "error: ", exit code 3.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Settings {
  std::filesystem::path course;  // holds labs/ and datasets/
  std::string backend = "auto";
  std::vector<std::string> labs;  // as typed; empty: all
  std::string only;               // --case
  std::uint64_t seed = 1;
  std::string order = "forward";  // of blocks and threads on the CPU engine
  bool profile = false;           // count by source line
  bool sanitizer = false;         // on a GPU, run items that look for broken rules under compute-sanitizer
  unsigned jobs = 0;              // 0: as many as there are processors
  std::filesystem::path json;     // empty: the verb's default
  std::filesystem::path secret_file;
  bool resume = false;            // go on with the report that is there
  std::string require_isolation;  // empty: whatever the machine gives
  bool strict = false, quiet = false, plain = false, verbose = false;
  // of single verbs
  std::string lab;                   // run, data, profile
  std::filesystem::path submission;  // grade, run, profile
  std::filesystem::path array_a, array_b;
  std::filesystem::path out;
  std::string data_case;
  std::vector<std::string> sizes, distributions;  // bench, as typed; empty: all
  std::filesystem::path svg;
  bool write_tests = false;
  std::string wrong_name;  // wrong
  std::string test_filter;
  bool gpu_tests = false, all_tests = false, list_targets = false;
};

int list(const Settings& settings);
int run(const Settings& settings);
int grade(const Settings& settings);
int data(const Settings& settings);
int profile(const Settings& settings);
int bench(const Settings& settings);
int doctor(const Settings& settings);
int selfcheck(const Settings& settings);
int wrong(const Settings& settings);
int test(const Settings& settings);

}  // namespace mergelab::app
