#include "worker/host_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace mergelab::worker {
namespace {

const std::size_t kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
// A guard of many pages: an index that is off by a whole tile still hits it.
const std::size_t kGuard = 64 * kPage;

void protect(void* start, std::size_t bytes, int protection) {
  if (::mprotect(start, bytes, protection) != 0) {
    throw std::system_error(errno, std::generic_category(), "mprotect of a guarded array");
  }
}

}  // namespace

GuardedArray::~GuardedArray() {
  if (map_ != nullptr) ::munmap(map_, pages_bytes_ + 2 * kGuard);
}

void* GuardedArray::place(std::span<const std::byte> content, wire::Placement placement, bool writable) {
  const std::size_t needed = content.empty() ? kPage : (content.size() + kPage - 1) / kPage * kPage;
  if (needed != pages_bytes_) {
    if (map_ != nullptr) ::munmap(map_, pages_bytes_ + 2 * kGuard);
    map_ = nullptr;
    void* fresh = ::mmap(nullptr, needed + 2 * kGuard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED)
      throw std::system_error(errno, std::generic_category(), "mmap of a guarded array");
    map_ = static_cast<std::byte*>(fresh);
    pages_bytes_ = needed;
  }
  std::byte* pages = map_ + kGuard;
  protect(pages, pages_bytes_, PROT_READ | PROT_WRITE);
  bytes_ = content.size();
  payload_ = placement == wire::Placement::end ? pages + pages_bytes_ - bytes_ : pages;
  if (!content.empty()) std::memcpy(payload_, content.data(), content.size());
  if (!writable) protect(pages, pages_bytes_, PROT_READ);
  return payload_;
}

bool GuardedArray::covers(std::uintptr_t address) const {
  const auto start = reinterpret_cast<std::uintptr_t>(map_);
  return map_ != nullptr && address >= start && address - start < pages_bytes_ + 2 * kGuard;
}

std::ptrdiff_t GuardedArray::offset_of(std::uintptr_t address) const {
  return static_cast<std::ptrdiff_t>(address - reinterpret_cast<std::uintptr_t>(payload_));
}

}  // namespace mergelab::worker
