#include "worker/host_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace mergelab::worker {
namespace {

const std::size_t kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
// A guard of many pages: an index that is off by hundreds of elements still hits it.
const std::size_t kGuard = 64 * kPage;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// Maps readable pages at `place`, and the same pages to be written at the address that is returned.
std::byte* map_twice(void* place, std::size_t bytes) {
  void* written = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (written == MAP_FAILED) fail("mmap of a guarded array");
  // An old size of 0 leaves the pages where they are, too.
  const bool mapped = ::mremap(written, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place) != MAP_FAILED &&
                      ::mprotect(place, bytes, PROT_READ) == 0;
  if (mapped) return static_cast<std::byte*>(written);
  const int error = errno;
  ::munmap(written, bytes);
  errno = error;
  fail("a second mapping of a guarded array");
}

}  // namespace

GuardedArray::~GuardedArray() { release(); }

void GuardedArray::release() {
  if (written_ != nullptr && written_ != pages()) ::munmap(written_, pages_bytes_);
  if (map_ != nullptr) ::munmap(map_, pages_bytes_ + 2 * kGuard);
  map_ = written_ = nullptr;
}

std::byte* GuardedArray::pages() const { return map_ + kGuard; }

void GuardedArray::map(std::size_t bytes, bool writable) {
  release();
  void* fresh = ::mmap(nullptr, bytes + 2 * kGuard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) fail("mmap of a guarded array");
  map_ = static_cast<std::byte*>(fresh);
  pages_bytes_ = bytes;
  writable_ = writable;
  if (!writable) {
    written_ = map_twice(pages(), bytes);
  } else {
    if (::mprotect(pages(), bytes, PROT_READ | PROT_WRITE) != 0) fail("mprotect of a guarded array");
    written_ = pages();
  }
}

void* GuardedArray::place(std::span<const std::byte> content, wire::Placement placement, bool writable) {
  const std::size_t needed = content.empty() ? kPage : (content.size() + kPage - 1) / kPage * kPage;
  if (map_ == nullptr || needed != pages_bytes_ || writable != writable_) map(needed, writable);
  bytes_ = content.size();
  const std::size_t before = placement == wire::Placement::end ? pages_bytes_ - bytes_ : 0;
  payload_ = pages() + before;
  if (!content.empty()) std::memcpy(written_ + before, content.data(), content.size());
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
