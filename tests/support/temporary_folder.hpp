// A folder that is removed when the test ends, and its files' texts.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "base/read_file.hpp"

namespace mergelab {

class TemporaryFolder {
 public:
  /// Its name begins with `beginning`, which may be a path; what others than its owner may do is nothing but
  /// `others`.
  explicit TemporaryFolder(const std::string& beginning = "mergelab-test-",
                           std::filesystem::perms others = std::filesystem::perms::none) {
    std::string name = (std::filesystem::temp_directory_path() / (beginning + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for a test: " + name);
    path_ = name;
    std::filesystem::permissions(path_, others, std::filesystem::perm_options::add);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// For a folder that commands pass through as another user, where root has no namespaces.
inline constexpr std::filesystem::perms kEntered = std::filesystem::perms::others_exec;
inline constexpr std::filesystem::perms kRead = kEntered | std::filesystem::perms::others_read;

inline void write_text(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string read_text(const std::filesystem::path& file) { return base::read_file(file).value_or(""); }

/// Replaces the first occurrence of a text that must be there.
inline void replace_text(const std::filesystem::path& file, const std::string& from, const std::string& to) {
  std::string text = read_text(file);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error(file.string() + " has no " + from);
  write_text(file, text.replace(at, from.size(), to));
}

}  // namespace mergelab
