// The messages in which mergelab-init reports the status of its command to the sandbox.
#pragma once

namespace mergelab::sandbox {

/// Which step of starting a command failed.
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
