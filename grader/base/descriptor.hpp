// Owns one file descriptor, so that no early return or exception leaks it. Header-only: the worker and the
// engine use it in the student's process.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace mergelab::base {

/// -1 owns none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  [[nodiscard]] int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  void reset() { (void)close(); }
  /// 0 or an errno: some file systems report a failed write only here.
  int close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0 ? 0 : errno;
  }

 private:
  int number_ = -1;
};

}  // namespace mergelab::base
