// Names of signals that are the same on every system and in every locale, because reports show them.
#include <array>
#include <csignal>
#include <utility>

#include "sandbox/process.hpp"

namespace mergelab::sandbox {

std::string describe_signal(int signal) {
  static constexpr std::array<std::pair<int, const char*>, 16> kWords{{
      {SIGABRT, "abort"},
      {SIGALRM, "alarm clock"},
      {SIGBUS, "bus error"},
      {SIGFPE, "arithmetic error, such as a division by zero"},
      {SIGHUP, "hangup"},
      {SIGILL, "illegal instruction"},
      {SIGINT, "interrupt"},
      {SIGKILL, "killed"},
      {SIGPIPE, "broken pipe"},
      {SIGQUIT, "quit"},
      {SIGSEGV, "segmentation fault"},
      {SIGSYS, "bad system call"},
      {SIGTERM, "terminated"},
      {SIGTRAP, "trap"},
      {SIGXCPU, "CPU time limit exceeded"},
      {SIGXFSZ, "file size limit exceeded"},
  }};
  std::string text = "signal " + std::to_string(signal);
  for (const auto& [number, words] : kWords) {
    if (number == signal) return text + " (" + words + ")";
  }
  return text;
}

}  // namespace mergelab::sandbox
