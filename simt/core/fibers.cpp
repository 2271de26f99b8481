// Stacks for the fibers: each has a guard page below, so an overflow is a fault, not silent damage.
#include "fibers.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <utility>

#include "frame_copies.hpp"

namespace simt::core {
namespace {

namespace bc = boost::context;

constexpr std::size_t kStackBytes = Fibers::kStackBytes;

// Linux 6.13 marks the guard's pages; before, each guard and each stack is a separate mapping.
bool make_guard(void* page, std::size_t bytes) {
  constexpr int kGuardInstall = 102;  // MADV_GUARD_INSTALL, not in all C libraries' headers
  return madvise(page, bytes, kGuardInstall) == 0 || mprotect(page, bytes, PROT_NONE) == 0;
}

// Consecutive in one mapping: a call for each would take longer than most kernels.
bool map_stacks(void** stacks, std::size_t count) {
  const std::size_t guard = static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), each = guard + kStackBytes;
  void* const memory = mmap(nullptr, count * each, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (!make_frame_copies(memory, count * each)) {
    munmap(memory, count * each);
    return false;
  }
  for (std::size_t i = 0; i < count; ++i) {
    char* const begin = static_cast<char*>(memory) + i * each;
    if (!make_guard(begin, guard)) {
      munmap(memory, count * each);
      return false;
    }
    stacks[i] = begin + guard;
  }
  return true;
}

// Equal offsets in all stacks would make fibers share a few sets of the cache.
std::size_t colour(unsigned fiber) { return fiber % 32 * 128; }

struct StackKept {
  void deallocate(bc::stack_context&) {}
};

}  // namespace

bool Fibers::reserve(unsigned count, void (*entry)()) {
  if (mapped_ < count) {
    if (!map_stacks(stacks_ + mapped_, count - mapped_)) return false;
    mapped_ = count;
  }
  for (; made_ < count; ++made_) {
    bc::stack_context context;
    context.size = kStackBytes - colour(made_);
    context.sp = reinterpret_cast<void*>(stack_end(made_));
    slot(made_) = bc::fiber(std::allocator_arg, bc::preallocated(context.sp, context.size, context),
                            StackKept{}, [this, entry](bc::fiber&& from) {
                              slot(last_) = std::move(from);
                              entry();
                              return bc::fiber();
                            });
  }
  return true;
}

std::uintptr_t Fibers::stack_end(unsigned i) const { return stack_low(i) + kStackBytes - colour(i); }

// A suspended fiber is the address of its saved registers, which are the last that its stack contains.
static_assert(sizeof(bc::fiber) == sizeof(std::uintptr_t));

// A stack, and the copies of its frames where there are any.
constexpr std::size_t kKeptParts = kCopiesFrames ? 2 : 1;

bool Fibers::keep(unsigned count, KeptStacks& kept) {
  kept.tops.resize(count);
  kept.bytes = 0;
  for (unsigned i = 0; i < count; ++i) {
    std::memcpy(&kept.tops[i], static_cast<const void*>(&slot(i)), sizeof(std::uintptr_t));
    kept.bytes += kKeptParts * (stack_end(i) - kept.tops[i]);
  }
  if (kept.room < kept.bytes) {
    kept.data.reset(new (std::nothrow) char[kept.bytes]);
    kept.room = kept.data ? kept.bytes : 0;
    if (!kept.data) return false;
  }
  char* to = kept.data.get();
  for (unsigned i = 0; i < count; ++i) {
    const std::size_t bytes = stack_end(i) - kept.tops[i];
    const auto* const top = reinterpret_cast<const void*>(kept.tops[i]);
    std::memcpy(to, top, bytes);
    if (kCopiesFrames) std::memcpy(to + bytes, frame_copy(top), bytes);
    to += kKeptParts * bytes;
  }
  abandon();
  return true;
}

void Fibers::restore(const KeptStacks& kept) {
  abandon();
  const char* from = kept.data.get();
  for (unsigned i = 0; i < kept.tops.size(); ++i) {
    const std::size_t bytes = stack_end(i) - kept.tops[i];
    auto* const top = reinterpret_cast<void*>(kept.tops[i]);
    std::memcpy(top, from, bytes);
    if (kCopiesFrames) std::memcpy(frame_copy(top), from + bytes, bytes);
    std::memcpy(static_cast<void*>(&slot(i)), &kept.tops[i], sizeof(std::uintptr_t));
    from += kKeptParts * bytes;
  }
  made_ = static_cast<unsigned>(kept.tops.size());
}

void Fibers::abandon() {
  for (Slot& slot : slots_) new (&slot.fiber) bc::fiber();
  made_ = 0;
}

}  // namespace simt::core
