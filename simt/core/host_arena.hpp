// Memory of host code that may use only its own, and the handles that it gets. Where a block lies depends on
// nothing but what host code has asked for and given back before: an address tells it nothing of what kernels
// have done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace simt::core {

class HostArena {
 public:
  static HostArena& instance();

  /// At a multiple of 64. Null if the system has no more.
  [[nodiscard]] void* take(std::size_t bytes);
  /// `bytes`: as many as were taken.
  void give_back(void* memory, std::size_t bytes);

 private:
  [[nodiscard]] char* map(std::size_t bytes);

  std::map<std::size_t, std::vector<void*>> spare_;  // by size
  char* next_ = nullptr;                             // in the chunk
  std::size_t left_ = 0;
  std::uintptr_t place_ = 0;  // of the next chunk
};

}  // namespace simt::core
