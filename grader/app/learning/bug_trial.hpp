// Runs a file with a bug in it on small inputs, and says on which it fails.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/machine/toolchain.hpp"
#include "judge/session.hpp"
#include "judge/student_files.hpp"
#include "model/course.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

/// What a lab's function is called with.
struct TrialInput {
  std::map<std::string, std::vector<int>> arrays;  // by argument
  Numbers constants;                               // those that the function is given, all of them
  [[nodiscard]] std::size_t elements() const {
    std::size_t sum = 0;
    for (const auto& [name, array] : arrays) sum += array.size();
    return sum;
  }
};

class BugTrial {
 public:
  /// Builds the files in `folder`, which is made here. Throws EnvironmentError when they don't build.
  BugTrial(const Course& course, const Programs& programs, const std::filesystem::path& folder,
           const Lab& lab, const submission::Sources& sources);

  /// What goes wrong with an input, with ints or with records that show the order of equal keys: a wrong
  /// output, a broken rule of CUDA, a crash, an endless loop. Empty: it comes out right.
  [[nodiscard]] std::string failure(const TrialInput& input);

  struct Search {
    std::optional<TrialInput> found;
    bool complete = true;  // false: time ran out
  };
  /// An input with fewer elements on which it fails, of Kit::small_problems(): the one with the fewest. Stops
  /// when `limit` is over.
  [[nodiscard]] Search find_smaller(const TrialInput& than, std::chrono::milliseconds limit);

 private:
  /// Of the first problem that fails.
  [[nodiscard]] std::string first_failure(const judge::ProblemSet& set, ValueType type);
  [[nodiscard]] TrialInput input_of(const judge::Inputs& inputs) const;
  [[nodiscard]] judge::Session& session(ValueType type);

  const Lab& lab_;
  std::filesystem::path worker_;
  judge::StudentFiles files_;
  submission::Build build_;
  std::map<ValueType, std::unique_ptr<judge::Session>> sessions_;
};

}  // namespace mergelab::app
