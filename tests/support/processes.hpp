// The processes of this machine in all namespaces.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace mergelab {

/// The command lines of processes that have this text in them, or in their environment where that is asked
/// for.
inline std::vector<std::string> processes_with(const std::string& text, bool in_environment = false) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (std::isdigit(static_cast<unsigned char>(entry.path().filename().string().front())) == 0) continue;
    const auto read = [&](const char* name) {  // nothing of a process that has just ended
      std::ostringstream words;
      words << std::ifstream(entry.path() / name, std::ios::binary).rdbuf();
      return words.str();
    };
    std::string line = read("cmdline");
    std::replace(line.begin(), line.end(), '\0', ' ');
    if (line.find(text) != std::string::npos ||
        (in_environment && read("environ").find(text) != std::string::npos)) {
      found.push_back(std::move(line));
    }
  }
  return found;
}

/// How many processes wanted each processor in the last minute, at least 1: what takes longer by so much is
/// not to blame.
inline double processes_per_processor() {
  double load = 0;
  if (::getloadavg(&load, 1) != 1) return 1;
  return std::max(1.0, load / std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace mergelab
