// Progress messages on terminals.
#include "app/command_line/console.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <string>

namespace mergelab::app {
namespace {

/// What is written for a step to a terminal of this kind.
std::string progress_on(const char* kind) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_TRUE(master >= 0 && ::grantpt(master) == 0 && ::unlockpt(master) == 0);
  const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY);
  const int before = ::dup(STDERR_FILENO);
  const char* own_kind = std::getenv("TERM");
  const std::string own = own_kind != nullptr ? own_kind : "";
  ::setenv("TERM", kind, 1);
  ::dup2(slave, STDERR_FILENO);
  {
    Progress progress({});
    progress.note("bench", "timing");
  }
  ::dup2(before, STDERR_FILENO);
  own_kind != nullptr ? ::setenv("TERM", own.c_str(), 1) : ::unsetenv("TERM");
  for (const int fd : {slave, before}) ::close(fd);
  // A terminal hands out what was written in pieces: read to the end, which is there as the slave is closed.
  std::string written;
  std::array<char, 256> piece{};
  for (ssize_t length = 0; (length = ::read(master, piece.data(), piece.size())) > 0;)
    written.append(piece.data(), static_cast<std::size_t>(length));
  ::close(master);
  return written;
}

TEST(Progress, rewrites_its_line_on_a_terminal_that_can) {
  EXPECT_EQ(progress_on("xterm"), "\r\x1b[Kbench: timing\r\x1b[K");
}

TEST(Progress, is_plain_lines_on_a_dumb_terminal) { EXPECT_EQ(progress_on("dumb"), "bench: timing\r\n"); }

}  // namespace
}  // namespace mergelab::app
