#include "app/command_line/say.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace mergelab::app::say {
namespace {

std::atomic<int> lost_by{0};  // an errno of standard output

}  // namespace

void write(std::FILE* to, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), to) != text.size() && to == stdout) lost_by = errno;
}

void outlive_readers() {
  std::signal(SIGPIPE, [](int) {});  // unlike SIG_IGN, programs that are started don't inherit it
}

std::string failure() {
  if (std::fflush(stdout) != 0) lost_by = errno;
  const int error = lost_by;
  return error == 0 || error == EPIPE ? "" : std::generic_category().message(error);
}

}  // namespace mergelab::app::say
