// A folder in memory for readers of files; the process' end removes it.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "tests/support/temporary_folder.hpp"

namespace mergelab::fuzz {

class Folder {
 public:
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

  /// Replaces the whole of a file.
  void write(const std::filesystem::path& name, std::string_view bytes) const {
    const std::filesystem::path file = path() / name;
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || ::write(fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      std::perror("fuzz: cannot write a temporary file");
      std::abort();
    }
    ::close(fd);
  }

 private:
  const TemporaryFolder folder_{std::filesystem::is_directory("/dev/shm") ? "/dev/shm/mergelab_fuzz_"
                                                                          : "mergelab_fuzz_"};
};

}  // namespace mergelab::fuzz
