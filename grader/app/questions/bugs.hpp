// The bugs that a course hands out: detective/NN_name/NAME.json, each a whole lab file with one mistake in
// it; and on which small inputs such a file fails.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/course_files/wrong_file.hpp"
#include "app/machine/toolchain.hpp"
#include "judge/session.hpp"
#include "judge/student_files.hpp"
#include "model/course.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

struct Bug {
  std::string source;  // the lab file, without a word about what is wrong in it
  /// From 1, in their order: those that the mistake changed; where lines are missing, those around the gap.
  std::vector<int> lines;
  std::string words;  // the mistake, shown once found
};

/// A lab's bugs by file name; empty if the course hands out none. Throws UsageError for a file that can't
/// be read.
[[nodiscard]] std::vector<Bug> find_bugs(const Course& course, const Lab& lab);

/// The same; throws UsageError, which names the labs that have some, where the course has none for this lab.
[[nodiscard]] std::vector<Bug> bugs_of(const Course& course, const Lab& lab);

/// Whether a line is one of the bug's. The next one counts, too: it shows that the bug was seen.
enum class LinePlace { there, beside, elsewhere };
[[nodiscard]] LinePlace place_of(const Bug& bug, int line);

/// "line 13", "lines 81 and 82", "lines 29 to 33"
[[nodiscard]] std::string words_for_lines(const Bug& bug);

/// The bug of a wrong solution that is a patch. Throws UsageError for a whole file, since nothing says which
/// of its lines are wrong.
[[nodiscard]] Bug make_bug(const WrongFile& wrong);

/// For who writes a course: writes the file of a bug, detective/NN_name/NAME.json, from a wrong solution such
/// as "4/half_consumed", and returns its path. Throws UsageError.
[[nodiscard]] std::filesystem::path make_bug_file(const Course& course, const std::string& wrong);

/// mergelab.bug/1
[[nodiscard]] std::string to_json(const Bug& bug);

// Runs a file with a bug in it on small inputs, and says on which it fails.

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
