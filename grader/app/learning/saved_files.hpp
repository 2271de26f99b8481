// Detects when a student has saved, with any editor.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace mergelab::app {

/// Watches folders, not files: editors write a new file and rename it, and folders come and go. What happened
/// there is only a reason to look; what counts is how the files look.
class SavedFiles {
 public:
  SavedFiles();

  /// Readable when something happened; -1 where the system gives no such descriptor, and looking now and then
  /// has to do.
  [[nodiscard]] int descriptor() const { return inotify_.get(); }
  /// How these files look now: the text differs after each save. From now on their folders, and those above
  /// that are there, are watched.
  [[nodiscard]] std::string look(const std::vector<std::filesystem::path>& files);
  /// As `look`, once nothing has happened for a moment: a save may be several steps.
  [[nodiscard]] std::string settled(const std::vector<std::filesystem::path>& files);

 private:
  base::Descriptor inotify_;
};

}  // namespace mergelab::app
