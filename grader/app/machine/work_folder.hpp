// A place for builds; this program removes it, or the next one does.
#pragma once

#include <filesystem>
#include <string>

namespace mergelab::app {

/// A folder under the system's temporary folder; the destructor removes it with its contents. The next
/// WorkFolder also removes what a killed mergelab left there.
class WorkFolder {
 public:
  /// Throws EnvironmentError.
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// A fresh folder inside, not made yet. Throws EnvironmentError when there is too little space to build in
  /// it.
  [[nodiscard]] std::filesystem::path fresh(const std::string& name);

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // held as long as the folder is in use
  unsigned next_ = 0;
};

}  // namespace mergelab::app
