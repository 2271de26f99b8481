// Files that a grading might leave in folders.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mergelab::hostile {

/// The names in a folder that begin so, in order.
inline std::vector<std::string> names(const std::filesystem::path& folder,
                                      const std::string& beginning = "") {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(beginning)) found.push_back(name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Every path below a folder with its content's size; links are not followed.
inline std::map<std::string, std::uintmax_t> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::uintmax_t> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const bool plain = entry.symlink_status().type() == std::filesystem::file_type::regular;
    found[entry.path().string()] = plain ? entry.file_size() : 0;
  }
  return found;
}

}  // namespace mergelab::hostile
