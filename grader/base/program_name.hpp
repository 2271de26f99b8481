// What a user types to call mergelab, for messages that say what to do.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

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

/// A word as a shell takes it.
[[nodiscard]] inline std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 ||
           std::string_view("-_./+=:,@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

/// What --course names in this process; "": nothing.
[[nodiscard]] inline std::string& typed_course() {
  static std::string folder;
  return folder;
}

/// "./lab run --course own 4": a verb that takes --course, with the course that was typed, and more words.
[[nodiscard]] inline std::string command(const std::string& verb, const std::string& more = "") {
  return program_name() + " " + verb +
         (typed_course().empty() ? "" : " --course " + base::quoted(typed_course())) +
         (more.empty() ? "" : " " + more);
}
[[nodiscard]] inline std::string command(const std::string& verb, int lab) {
  return command(verb, std::to_string(lab));
}

}  // namespace mergelab::base
