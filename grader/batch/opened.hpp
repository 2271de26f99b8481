// A submission while it is looked at: the folder that the grader gets.
#pragma once

#include <ctime>
#include <filesystem>
#include <string>

#include "batch/entries.hpp"
#include "model/course.hpp"

namespace mergelab::batch {

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
