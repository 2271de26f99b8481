#include "sandbox/find_program.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace mergelab::sandbox {

std::optional<std::string> find_program(const std::string& name, std::string_view path) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) return name;
  while (!path.empty()) {
    const std::size_t colon = path.find(':');
    const std::string folder(path.substr(0, colon));
    path.remove_prefix(colon == std::string_view::npos ? path.size() : colon + 1);
    if (folder.empty() || folder.front() != '/') continue;
    std::string candidate = folder + "/" + name;
    struct stat status {};
    if (::stat(candidate.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return std::nullopt;
}

}  // namespace mergelab::sandbox
