// Finds, copies and builds one submission for its backends, through sandbox/.
#pragma once

#include "model/course.hpp"
#include "model/result.hpp"

namespace mergelab::submission {

/// Where the tools of a build lie.
struct Toolchain {
  std::filesystem::path simt_cc;        // compiles CUDA source for the CPU engine
  std::filesystem::path include_dir;    // holds mergelab/lab.cuh
  std::filesystem::path worker_dir;     // holds call.h and adapter.inc
  std::filesystem::path engine_dir;     // holds the CPU engine's cuda_runtime.h
  std::string compiler;                 // the C++ compiler that simt-cc drives
  std::filesystem::path nvcc = {};      // compiles it for a GPU; empty: there is none
  int compute_capability = 0;           // of that GPU: 90
  std::vector<std::string> links = {};  // libraries that nvcc links; students' code gets none
  /// Holds objects of the CPU engine that were compiled before; empty: each is compiled. Whoever can write
  /// there decides what is graded: it is for tests.
  std::filesystem::path kept_objects = {};
};

/// What a submission holds for one lab.
enum class FileState { present, missing, refused };
struct LabFile {
  FileState state = FileState::missing;
  std::filesystem::path path;
  // When refused: "is a symbolic link", "is larger than 1 MiB". When missing: what may be it, under which
  // name; or nothing.
  std::string reason;
  bool unreadable = false;  // refused because this user may not read it, or the disk fails
};

/// `root` has the same relative paths as labs/. A student's folder may also have the lone file at its top, or
/// labs/ inside it, and one file may have a name such as "merge_tiled (1).cuh".
[[nodiscard]] LabFile find_lab_file(const std::filesystem::path& root, const Lab& lab);

/// "scan.cuh can't be read (Permission denied)" for the first lab's file in a submission that can't; empty:
/// there is none. Nobody loses points for that.
[[nodiscard]] std::string unreadable_lab_file(const Course& course, const std::filesystem::path& root);

/// The earlier labs that a lab builds on, as the course says it: those of its `uses`, and theirs in turn, in
/// course order. The reference replaces only these.
[[nodiscard]] std::vector<const Lab*> used_labs(const Course& course, const Lab& lab);

/// The other earlier labs whose files `file`, this lab's, may include, in turn, from the student's files in
/// `root`. Of these the student's own files are taken, or none.
[[nodiscard]] std::vector<const Lab*> included_labs(const Course& course, const Lab& lab,
                                                    const std::filesystem::path& file,
                                                    const std::filesystem::path& root);

struct Source {
  std::filesystem::path file;
  bool is_reference = false;  // the course's in place of the student's, who is shown nothing of its text
};

/// The files of one grading: for each lab that takes part, where its file comes from. What a reference's file
/// includes is the reference's too.
using Sources = std::map<std::string, Source>;  // by the lab's name

/// The labs whose files are the reference's.
[[nodiscard]] std::vector<std::string> references_in(const Sources& sources);

/// A build: the shared objects that the lab's items need.
struct Build {
  std::filesystem::path folder;  // that holds it; the caller removes it
  std::map<BuildKind, std::filesystem::path> objects;
  std::vector<std::filesystem::path> sources;  // as they were compiled, of the submission's own files
  std::vector<BuildResult> results;            // one per backend and value type; ok when each of its kinds is
};

/// Copies the lab's file and the other sources into `folder` (fresh, made here), adds the generated adapter,
/// and compiles it once per kind. What is left in the folder holds no text of a reference. Never throws for
/// what a student's file does; throws std::runtime_error when the folder can't be written.
[[nodiscard]] Build build(const Course& course, const Lab& lab, const Sources& sources,
                          const std::vector<BuildKind>& kinds, const Toolchain& toolchain,
                          const std::filesystem::path& folder);

/// The object of the lab's function by its library, for a GPU, in `folder` (fresh, made here). Empty: it does
/// not build here. Throws as build().
[[nodiscard]] std::filesystem::path build_library(const Course& course, const Lab& lab, Toolchain toolchain,
                                                  const std::filesystem::path& folder);

/// The compiler's first line of --version, or empty when there is none to run.
[[nodiscard]] std::string compiler_version(const std::string& compiler);

}  // namespace mergelab::submission
