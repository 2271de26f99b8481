// What a user types to call mergelab, for messages that say what to do.
#pragma once

#include <filesystem>
#include <string>

namespace mergelab::base {

/// Whether this program lies where `cmake --install` puts it, in PREFIX/libexec/mergelab/bin.
[[nodiscard]] inline bool is_installed() {
  const auto bin = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  return bin.parent_path().parent_path().filename() == "libexec";
}

/// "./lab" in a checkout, which also builds; "mergelab" elsewhere.
[[nodiscard]] inline std::string program_name() { return is_installed() ? "mergelab" : "./lab"; }

}  // namespace mergelab::base
