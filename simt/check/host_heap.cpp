#include "host_heap.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "simt/core/host_arena.hpp"
#include "simt/core/registered.hpp"

namespace simt::check {
namespace {

constexpr std::size_t kGap = 64;  // between blocks, so that an index just outside is in none
constexpr int kFill = 0xfe;       // of memory that nothing has been written to
constexpr std::size_t kMostFreed = std::size_t{64} << 20, kMostFreedBlocks = 10'000;

}  // namespace

HostHeap& HostHeap::instance() {
  static HostHeap& heap = *new HostHeap;  // never destroyed: a process may end inside the object
  return heap;
}

void* HostHeap::allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t before = std::max(alignment, kGap);
  if (bytes > std::numeric_limits<std::size_t>::max() / 2 || alignment > kMostAlignment) return nullptr;
  const std::size_t room = before + (bytes + kGap + before - 1) / before * before;
  const std::size_t taken = room + (before > kGap ? before : 0);
  auto* const whole = static_cast<char*>(core::HostArena::instance().take(taken));
  if (whole == nullptr) return nullptr;
  char* const memory = whole + before + (before - reinterpret_cast<std::uintptr_t>(whole) % before) % before;
  std::memset(memory, kFill, bytes);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  blocks_[begin] = {begin, begin + bytes, whole, taken, true};
  return memory;
}

bool HostHeap::release(void* memory) {
  const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == blocks_.end() || !found->second.live || found->second.whole == nullptr) return false;
  found->second.live = false;
  core::unregister_memory(found->second.begin, found->second.end);  // cudaHostRegister
  freed_.push_back(found->first);
  freed_bytes_ += found->second.end - found->second.begin;
  forget_freed(kMostFreed);
  return true;
}

void HostHeap::adopt(void* memory, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  blocks_[begin] = {begin, begin + bytes, nullptr, 0, true};
}

bool HostHeap::has_adopted(void* memory) const {
  const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(memory));
  return found != blocks_.end() && found->second.whole == nullptr;
}

void HostHeap::disown(void* memory) {
  if (!has_adopted(memory)) return;
  const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(memory));
  core::unregister_memory(found->second.begin, found->second.end);  // cudaHostRegister
  blocks_.erase(found);
}

void HostHeap::forget_freed(std::size_t bytes_to_keep) {
  while (freed_bytes_ > bytes_to_keep || freed_.size() > kMostFreedBlocks) {
    const auto oldest = blocks_.find(freed_.front());
    freed_bytes_ -= oldest->second.end - oldest->second.begin;
    core::HostArena::instance().give_back(oldest->second.whole, oldest->second.taken);
    blocks_.erase(oldest);
    freed_.pop_front();
  }
}

const HostHeap::Block* HostHeap::near(std::uintptr_t address) const {
  const auto after = blocks_.upper_bound(address);
  if (after != blocks_.begin()) {
    const Block& before = std::prev(after)->second;
    if (address < before.end + kGap) return &before;
  }
  return after != blocks_.end() && address + kGap >= after->first ? &after->second : nullptr;
}

}  // namespace simt::check
