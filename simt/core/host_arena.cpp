#include "host_arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

#include "device_memory.hpp"

namespace simt::core {
namespace {

constexpr std::size_t kUnit = 64, kPage = 4096, kChunk = std::size_t{1} << 20;

/// Sizes that a block has: at most a quarter more than what is asked for, so that blocks are used again.
std::size_t room_for(std::size_t bytes) {
  bytes = std::max(bytes, kUnit);
  const std::size_t step = bytes >= kChunk ? kPage : std::max(kUnit, std::bit_floor(bytes) / 4);
  return (bytes + step - 1) / step * step;
}

}  // namespace

HostArena& HostArena::instance() {
  static HostArena& arena = *new HostArena;  // never destroyed: a process may end inside the object
  return arena;
}

char* HostArena::map(std::size_t bytes) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    if (place_ == 0) place_ = reinterpret_cast<std::uintptr_t>(place_that_tells_nothing());
    void* const wish = reinterpret_cast<void*>(place_);
    void* const pages = mmap(wish, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (pages == wish) {
      place_ += bytes + kPage;
      return static_cast<char*>(pages);
    }
    if (pages != MAP_FAILED) munmap(pages, bytes);  // by a system that does not know the flag
    place_ = 0;                                     // something is there
  }
  return nullptr;
}

void* HostArena::take(std::size_t bytes) {
  const std::size_t room = room_for(bytes);
  if (room >= kChunk) return map(room);
  if (std::vector<void*>& spare = spare_[room]; !spare.empty()) {
    void* const memory = spare.back();
    spare.pop_back();
    return memory;
  }
  if (room > left_) {
    next_ = map(kChunk);
    left_ = next_ == nullptr ? 0 : kChunk;
    if (next_ == nullptr) return nullptr;
  }
  void* const memory = next_;
  next_ += room;
  left_ -= room;
  return memory;
}

void HostArena::give_back(void* memory, std::size_t bytes) {
  const std::size_t room = room_for(bytes);
  if (room >= kChunk)
    munmap(memory, room);
  else
    spare_[room].push_back(memory);
}

}  // namespace simt::core
