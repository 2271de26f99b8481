// The bugs that a course hands out: detective/NN_name/NAME.json, each a whole lab file with one mistake in
// it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/course_files/wrong_file.hpp"
#include "model/course.hpp"

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

}  // namespace mergelab::app
