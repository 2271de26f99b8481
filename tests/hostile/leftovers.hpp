// What a grading might leave behind: files, and processes.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
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

/// Every path below a folder with the size of what lies there; links are not followed.
inline std::map<std::string, std::uintmax_t> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::uintmax_t> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const bool plain = entry.symlink_status().type() == std::filesystem::file_type::regular;
    found[entry.path().string()] = plain ? entry.file_size() : 0;
  }
  return found;
}

/// The command lines of this machine's processes that have this word in them: of the workers and compilers
/// of one grading all have its folder, whatever namespace they are in.
inline std::vector<std::string> processes_about(const std::string& word) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (std::isdigit(static_cast<unsigned char>(entry.path().filename().string().front())) == 0) continue;
    std::ostringstream text;  // stays empty when the process has just ended
    text << std::ifstream(entry.path() / "cmdline", std::ios::binary).rdbuf();
    std::string line = text.str();
    std::replace(line.begin(), line.end(), '\0', ' ');
    if (line.find(word) != std::string::npos) found.push_back(line);
  }
  return found;
}

}  // namespace mergelab::hostile
