// mergelab-init DIRECTORY PROGRAM WORD...: process 1 of a command's namespace. Starts PROGRAM with the words,
// as argv[0] and so on, reaps orphans, and reports to the sandbox exactly how it ended, unlike bubblewrap,
// which folds signals into exit codes, and loses its children's CPU time and memory. When it ends, the kernel
// ends everything else in the namespace. mergelab-init probe PATH...: ends with 0 when a process like this
// can read all of the paths.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sandbox/status_channel.hpp"

namespace {

using mergelab::sandbox::Failure;
using mergelab::sandbox::Status;
using mergelab::sandbox::Step;
using namespace mergelab;

/// False: the sandbox is gone.
bool tell(const Status& status) {
  return ::send(sandbox::kStatus, &status, sizeof status, MSG_NOSIGNAL) == sizeof status;
}

[[noreturn]] void exec_command(int errors, const char* directory, const char* program, char** words) {
  const auto give_up = [&](Step step) {
    const Failure failure{step, errno};
    static_cast<void>(!::write(errors, &failure, sizeof failure));
    ::_exit(127);
  };
  ::setsid();
  if (!tell({.what = Status::What::here})) ::_exit(127);
  if (::chdir(directory) != 0) give_up(Step::directory);
  ::execve(program, words, environ);
  give_up(Step::program);
  ::_exit(127);
}

/// Whether a process like this can read these paths.
int probe(char** paths) {
  for (; *paths != nullptr; ++paths) {
    if (::access(*paths, R_OK) == 0) continue;
    std::printf("can't read %s: %s\n", *paths, std::strerror(errno));
    return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count >= 2 && std::strcmp(words[1], "probe") == 0) return probe(words + 2);
  if (count < 4 || ::fcntl(sandbox::kStatus, F_SETFD, FD_CLOEXEC) != 0) return 2;
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);  // or the command could look into this process, or write to it
  ::unsetenv("PWD");                     // bubblewrap's addition
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return 2;
  const int from_command = ::fcntl(ends[0], F_DUPFD_CLOEXEC, sandbox::kFirstOurs);
  const int errors = ::fcntl(ends[1], F_DUPFD_CLOEXEC, sandbox::kFirstOurs);
  if (from_command < 0 || errors < 0) return 2;
  ::close(ends[0]);
  ::close(ends[1]);
  const pid_t command = ::fork();
  if (command < 0) return 2;
  if (command == 0) exec_command(errors, words[1], words[2], words + 3);
  // The judge learns from its end of the channel that the command has closed its own.
  ::close(sandbox::kChannel);
  ::close(sandbox::kLockFilter);
  ::close(errors);

  Failure failure{};
  if (TEMP_FAILURE_RETRY(::read(from_command, &failure, sizeof failure)) == sizeof failure) {
    tell({.what = Status::What::failed, .step = failure.step, .error = failure.error});
    return 1;
  }
  if (!tell({.what = Status::What::running})) return 1;
  for (;;) {
    int status = 0;
    const pid_t ended = ::wait(&status);
    if (ended == command) {
      tell({.what = Status::What::ended, .wait_status = status});
      return 0;
    }
    if (ended < 0 && errno != EINTR) return 2;
  }
}
