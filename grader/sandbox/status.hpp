// What mergelab-init tells the sandbox of the command that it runs.
#pragma once

namespace mergelab::sandbox {

/// What was being done when starting a command failed.
enum class Step : int { descriptors, memory, limits, user, reading, directory, filter, program };

struct Status {
  enum class What : int {
    here,     // from the command's own process before its program starts; the kernel adds its process id
    running,  // its program has started
    failed,   // it has not
    ended,
  };
  What what = What::here;
  Step step = Step::program;  // failed
  int error = 0;              // failed: errno
  int wait_status = 0;        // ended: as waitpid gives it
};

struct Failure {
  Step step;
  int error;
};

}  // namespace mergelab::sandbox
