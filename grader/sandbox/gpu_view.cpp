#include "sandbox/gpu_view.hpp"

#include <sstream>
#include <system_error>

namespace mergelab::sandbox {

void show_gpu(Command& command) {
  namespace fs = std::filesystem;
  Confinement& confinement = *command.confinement;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/dev", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("nvidia") || name == "dxg") confinement.devices.push_back(entry.path());
  }
  confinement.readable.emplace_back("/sys");
  if (const auto path = command.env.find("LD_LIBRARY_PATH"); path != command.env.end()) {
    std::istringstream parts(path->second);
    for (std::string part; std::getline(parts, part, ':');) {
      if (part.starts_with('/')) confinement.readable.emplace_back(part);
    }
  }
}

}  // namespace mergelab::sandbox
