// Which files are the user's: those under the folders given by --user-folder, except the engine's.
#pragma once

#include <algorithm>
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
  /// `engine`: the folder of the engine's headers, which may be under one of the folders, as may `libraries`.
  /// "/" holds all files but those of the compiler and of installed libraries.
  explicit UserFiles(const std::vector<std::string>& folders, const std::filesystem::path& engine = {},
                     const std::vector<std::string>& libraries = {}) {
    for (const std::string& folder : folders) folders_.push_back(std::filesystem::weakly_canonical(folder));
    if (!engine.empty()) others_.push_back(std::filesystem::weakly_canonical(engine));
    for (const std::string& folder : libraries) others_.push_back(std::filesystem::weakly_canonical(folder));
  }

  /// Takes names from line markers; `<built-in>` and `<command-line>` are not files.
  [[nodiscard]] bool hold(std::string_view name) const {
    if (name.empty() || name.front() == '<') return false;
    const auto [entry, is_new] = known_.try_emplace(std::string(name), false);
    if (is_new) {
      const std::filesystem::path file = std::filesystem::weakly_canonical(entry->first);
      const bool is_other = std::any_of(others_.begin(), others_.end(),
                                        [&](const auto& folder) { return lies_under(file, folder); });
      for (const auto& folder : folders_)
        entry->second = entry->second || (!is_other && lies_under(file, folder) &&
                                          (folder != folder.root_path() || !is_system(file)));
    }
    return entry->second;
  }

  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  /// Of the compiler or an installed library.
  static bool is_system(const std::filesystem::path& file) {
    for (const char* folder : {"/usr/include", "/usr/lib", "/usr/local/include"})
      if (lies_under(file, folder)) return true;
    return false;
  }

  std::vector<std::filesystem::path> folders_, others_;
  mutable std::map<std::string, bool> known_;  // markers repeat the same names very often
};

}  // namespace simt::cxx
