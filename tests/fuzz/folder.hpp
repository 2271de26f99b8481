// A folder in memory for readers that take files; it goes with the process.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace mergelab::fuzz {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "/tmp");
    name += "/mergelab_fuzz_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
      std::perror("fuzz: no temporary folder");
      std::abort();
    }
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Replaces the whole of a file.
  void write(const std::filesystem::path& name, std::string_view bytes) const {
    const std::filesystem::path file = path_ / name;
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || ::write(fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      std::perror("fuzz: cannot write a temporary file");
      std::abort();
    }
    ::close(fd);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace mergelab::fuzz
