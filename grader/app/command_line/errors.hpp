// Exit codes of mergelab, and the errors that decide them.
#pragma once

#include <stdexcept>

namespace mergelab::app {

inline constexpr int kGraded = 0;        // also when points were lost
inline constexpr int kPointsLost = 1;    // with --strict, and for a failed selfcheck or test
inline constexpr int kUsage = 2;         // the words or the files given are not right
inline constexpr int kGraderFailed = 3;  // the grader itself failed
inline constexpr int kSignalled = 128;   // and the number of the signal that ended it

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

}  // namespace mergelab::app
