// Takes the labs' files out of an archive that a student handed in.
#pragma once

#include <ctime>
#include <set>

#include "batch/entries.hpp"

namespace mergelab::batch {

struct UnpackLimits {
  std::size_t entries = 20'000;
  std::int64_t bytes = std::int64_t{512} << 20U;           // of all files, unpacked
  std::int64_t file_bytes = (std::int64_t{1} << 20U) + 1;  // kept of one: more than the grader takes
  std::size_t depth = 16;                                  // folders
  unsigned cpu_s = 30;
  std::size_t memory_bytes = std::size_t{1} << 30U;
};

struct Unpacked {
  std::string refusal;  // why nothing of it counts: "is damaged: ..."; empty: it was unpacked
  std::string note;     // what was left out of it; empty: nothing that matters
};

/// Writes the files of zip and tar archives whose names (without their folders) are in `wanted` below
/// `folder`, which is there and empty. No links and no devices are made; an archive with a path that leads
/// out of it is refused. Works in a separate process, so that an archive made to break the reader ends only
/// that one. Only for a process without other threads. Throws std::system_error, and StorageError when the
/// folder can't be written.
[[nodiscard]] Unpacked unpack(const std::filesystem::path& archive, const std::set<std::string>& wanted,
                              const std::filesystem::path& folder, const UnpackLimits& limits = {});

// A submission while it is looked at: the folder that the grader gets.

/// A student's own folder, or what an archive of theirs holds, unpacked into `scratch`, which the destructor
/// removes.
class Opened {
 public:
  /// Looks for the labs' files at the top, then in the only folder there (hidden ones and __MACOSX don't
  /// count), up to three deep; in a folder with no lab's file also in the only archive. Throws StorageError.
  Opened(const Entry& entry, const Course& course, std::filesystem::path scratch);
  ~Opened();
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  /// Why nothing of it can be graded: "is encrypted"; empty: it could be opened.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  /// What was left out, or is called in another way, or may be what is missing; empty: nothing that matters.
  [[nodiscard]] const std::string& note() const { return note_; }
  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  [[nodiscard]] bool has_lab_file() const { return has_lab_file_; }
  /// When an archive, or the newest of a folder's lab files, was last written.
  [[nodiscard]] std::time_t modified() const { return modified_; }

 private:
  void unpack_into_scratch(const std::filesystem::path& archive);
  void find_root();
  void add_note(const std::string& note);
  void look_at_times();

  const Course& course_;
  std::filesystem::path scratch_, root_;
  std::string refusal_, note_;
  bool has_lab_file_ = false;
  std::time_t modified_ = 0;
};

/// What changes whenever an archive does, without a look into it: size, times and place on the disk. Empty
/// for a folder.
[[nodiscard]] std::string signature_of(const Entry& entry);

}  // namespace mergelab::batch
