// Makes a hand-out: the student's copy of the course, without any part of a solution.
#pragma once

#include "model/course.hpp"

namespace mergelab::app::releases {

struct Released {
  std::size_t files = 0;
  std::string commit;
  std::string machines;  // that its programs run on; empty if it has none
};

/// A course, and its folder in the hand-out: "" for the top, "courses/NAME" for one that goes along.
struct HandedOut {
  Course course;
  std::filesystem::path at;
};

struct ReleaseOptions {
  std::filesystem::path source;  // the checkout that the grader's files are taken from
  bool with_detective = false;
  std::filesystem::path programs = {};  // what build_programs() made; empty: none go along
};

/// Throws UsageError for a folder that no hand-out can be made in, and EnvironmentError if git is missing:
/// what can be said before any work.
void check_place(const std::filesystem::path& folder, const std::vector<HandedOut>& courses,
                 const std::filesystem::path& source);

/// Makes it, of one course or more, in a folder next to `folder`, searches it, gives it its own commit, and
/// then its name: `folder` is whole or it is not there. Throws UsageError with each place where something of
/// a solution was found, and EnvironmentError.
[[nodiscard]] Released make_hand_out(const std::filesystem::path& folder,
                                     const std::vector<HandedOut>& courses, const ReleaseOptions& options,
                                     const std::function<void(const std::string&)>& progress);

/// Builds them in `folder`, and returns the place where they are installed there. A second call builds only
/// what has changed since. `source` is the checkout. Throws EnvironmentError with what CMake or the compiler
/// said.
[[nodiscard]] std::filesystem::path build_programs(const std::filesystem::path& source,
                                                   const std::filesystem::path& folder,
                                                   const std::function<void(const std::string&)>& progress);

/// The machines that the programs of such a folder run on: "Linux on x86_64 with glibc 2.35 or later".
[[nodiscard]] std::string machines_of(const std::filesystem::path& programs);

/// The texts in a program, each as a line.
[[nodiscard]] std::string texts_in(const std::string& program);

}  // namespace mergelab::app::releases
