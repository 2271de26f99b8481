// Stacks for the fibers: each with a guard page below, so that an overflow is a fault and not silent damage.
#include "fibers.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <utility>

namespace simt::core {
namespace {

namespace bc = boost::context;

constexpr std::size_t kStackBytes = Fibers::kStackBytes;

void* map_stack() {
  const std::size_t guard = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* memory = mmap(nullptr, guard + kStackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  if (mprotect(memory, guard, PROT_NONE) != 0) {
    munmap(memory, guard + kStackBytes);
    return nullptr;
  }
  return static_cast<char*>(memory) + guard;
}

// Equal offsets in every stack would make all fibers share a few sets of the cache.
std::size_t colour(unsigned fiber) { return fiber % 32 * 128; }

struct StackKept {
  void deallocate(bc::stack_context&) {}
};

}  // namespace

bool Fibers::reserve(unsigned count, void (*entry)()) {
  for (; made_ < count; ++made_) {
    void*& stack = stacks_[made_];
    if (stack == nullptr) stack = map_stack();
    if (stack == nullptr) return false;
    bc::stack_context context;
    context.size = kStackBytes - colour(made_);
    context.sp = static_cast<char*>(stack) + context.size;
    slot(made_) = bc::fiber(std::allocator_arg, bc::preallocated(context.sp, context.size, context),
                            StackKept{}, [this, entry](bc::fiber&& from) {
                              slot(last_) = std::move(from);
                              entry();
                              return bc::fiber();
                            });
  }
  return true;
}

void Fibers::abandon() {
  for (Slot& slot : slots_) new (&slot.fiber) bc::fiber();
  made_ = 0;
}

}  // namespace simt::core
