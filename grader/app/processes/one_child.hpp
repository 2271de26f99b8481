// One piece of work at a time in a separate process, so that outdated work can be ended at once.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <functional>
#include <optional>

#include "base/descriptor.hpp"

namespace mergelab::app {

/// While it lives, signals that would end or stop this process, and those of children, come as a number from
/// `next_signal`. Work gets them as usual, and ends with this process.
class OneChild {
 public:
  OneChild();
  ~OneChild();
  OneChild(const OneChild&) = delete;
  OneChild& operator=(const OneChild&) = delete;

  /// Ends the running child and starts `work`, which returns the exit code. Only for a process without other
  /// threads. Throws std::system_error.
  void start(const std::function<int()>& work);
  void stop();
  [[nodiscard]] bool is_running() const { return child_ > 0; }
  /// Readable when a signal has come.
  [[nodiscard]] int descriptor() const { return signals_.get(); }
  [[nodiscard]] std::optional<int> next_signal() const;
  /// The exit code once the work is done, 128 and the number of the signal that ended it.
  [[nodiscard]] std::optional<int> poll();

 private:
  sigset_t before_{};
  base::Descriptor signals_;
  pid_t child_ = 0;
};

}  // namespace mergelab::app
