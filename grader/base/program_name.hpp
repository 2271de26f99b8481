// What a user types to call mergelab, for messages that say what to do.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace mergelab::base {

/// Whether this program is where `cmake --install` puts it, in PREFIX/libexec/mergelab/bin.
[[nodiscard]] inline bool is_installed() {
  const auto bin = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  return bin.parent_path().parent_path().filename() == "libexec";
}

/// "./lab" in a checkout, which also builds; "mergelab" elsewhere. For texts that others read, elsewhere.
[[nodiscard]] inline std::string common_name() { return is_installed() ? "mergelab" : "./lab"; }

/// The word that was typed, from the script `lab`. Only for this process: children's output may go into
/// reports.
[[nodiscard]] inline const std::string& program_name() {
  static const std::string name = [] {
    const char* typed = std::getenv("MERGELAB_TYPED");
    std::string word = typed != nullptr && *typed != '\0' ? typed : common_name();
    ::unsetenv("MERGELAB_TYPED");
    return word;
  }();
  return name;
}

}  // namespace mergelab::base
