// Lays out the folder of a build: the files of a submission, the reference's in place of some, and the
// adapter.
#pragma once

#include "submission/submission.hpp"

namespace mergelab::submission {

// The source that calls a lab's function, and includes the lab's file.

inline constexpr std::string_view kReferenceFolder = "reference";  // in src

/// mergelab_call() for this interface, as worker/call.h declares it.
[[nodiscard]] std::string call_of(const Interface& interface, std::string_view function);

/// What tells whether a file's structs are as the interface says, for code in front of that file, and an
/// assertion for each behind it, which says what is expected. Empty without structs.
[[nodiscard]] std::string struct_tests(const Interface& interface);
[[nodiscard]] std::string struct_check(const Argument& array);

struct Layout {
  Verdict verdict = Verdict::passed;           // anything else: there is nothing to compile
  std::string log;                             // why
  std::string notes;                           // a line for each earlier lab's file that was not taken
  std::string odd_characters;                  // a line for each one in the student's files of the build
  std::vector<std::string> references;         // the files that are the reference's, in course order
  std::vector<std::filesystem::path> sources;  // the others, as they are in the folder
  std::map<std::string, std::string> absent;   // LogContext::absent
};

/// Throws std::runtime_error when the folder can't be written.
void make_folder(const std::filesystem::path& folder);

/// Writes `folder`/src and the policies. The adapter reads the reference's files before the student's, so
/// that no macro of the student's changes them or shows their text; the student's includes of them find empty
/// files.
[[nodiscard]] Layout lay_out(const Course& course, const Lab& lab, const Sources& sources,
                             const Toolchain& toolchain, const std::filesystem::path& folder);

/// Takes the reference's files away once they are compiled: nothing that runs later can read them.
void remove_references(const std::filesystem::path& folder);

struct OracleBuild {
  std::map<OracleCall, std::filesystem::path> objects;
  std::string failure;  // the instructor's mistake: the compiler's messages; empty: it was built
};

/// Compiles lab.oracle in `folder`, which is made here, so that workers can read the objects. What was built
/// before from the same source by the same compiler is taken from `kept`, and kept there, where only this
/// user can write; empty: nothing is. Throws std::runtime_error when `folder` can't be written.
[[nodiscard]] OracleBuild build_oracle(const Lab& lab, const Toolchain& toolchain,
                                       const std::filesystem::path& folder,
                                       const std::filesystem::path& kept);

}  // namespace mergelab::submission
