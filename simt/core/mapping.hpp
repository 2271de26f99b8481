// Pages from the system, released by their owner's destructor.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <utility>

namespace simt::core {

class Mapping {
 public:
  Mapping() = default;
  /// Zeros, which the system allocates when they are touched, at `wish` if that is free. Empty on failure.
  explicit Mapping(std::size_t bytes, void* wish = nullptr) {
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* const pages = mmap(wish, bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0);
    if (pages == MAP_FAILED) return;
    begin_ = pages;
    bytes_ = bytes;
  }
  Mapping(Mapping&& other) noexcept
      : begin_(std::exchange(other.begin_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Mapping& operator=(Mapping other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Mapping() {
    if (begin_ != nullptr) munmap(begin_, bytes_);
  }

  [[nodiscard]] bool empty() const { return begin_ == nullptr; }
  [[nodiscard]] void* begin() const { return begin_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  void* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace simt::core
