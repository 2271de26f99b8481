// The files that simt-cc reads, and its temporary files beside its output.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/read_file.hpp"

namespace simt::cxx {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file beside the output, removed when the program ends.
class Temporary {
 public:
  Temporary(const std::string& output, const char* suffix)
      : path_(output + "." + std::to_string(getpid()) + suffix) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline std::string read_file(const std::string& path) {
  std::optional<std::string> bytes = mergelab::base::read_file(path);
  if (!bytes) throw Error("cannot read '" + path + "'");
  return *std::move(bytes);
}

inline void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error("cannot write '" + path + "'; is the folder writable, and the disk not full?");
}

/// Runs a program (looked up in PATH) with our standard streams and waits. Returns its exit status, or 128 +
/// the signal that ended it. Throws std::system_error if it cannot be started. Its standard error goes to the
/// file `messages`, if given.
[[nodiscard]] int run(const std::vector<std::string>& command, const std::string& messages = "");

}  // namespace simt::cxx
