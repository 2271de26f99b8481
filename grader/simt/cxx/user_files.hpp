// Which files are the user's: those that lie under the folders given by --user-folder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx {

inline bool lies_under(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const std::filesystem::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

class UserFiles {
 public:
  explicit UserFiles(const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) folders_.push_back(std::filesystem::weakly_canonical(folder));
  }

  /// Takes names as line markers have them; `<built-in>` and `<command-line>` are no files.
  [[nodiscard]] bool hold(std::string_view name) const {
    if (name.empty() || name.front() == '<') return false;
    const auto [entry, is_new] = known_.try_emplace(std::string(name), false);
    if (is_new) {
      const std::filesystem::path file = std::filesystem::weakly_canonical(entry->first);
      for (const auto& folder : folders_) entry->second = entry->second || lies_under(file, folder);
    }
    return entry->second;
  }

  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  std::vector<std::filesystem::path> folders_;
  mutable std::map<std::string, bool> known_;  // markers repeat the same names very often
};

}  // namespace simt::cxx
