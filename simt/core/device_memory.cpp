// Device memory: host memory whose bounds the engine knows.
#include "device_memory.hpp"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <utility>

#include "calls.hpp"
#include "device_variables.hpp"
#include "events.hpp"

namespace simt::core {
namespace {

// When accesses are checked, an allocation has guards around it, so out-of-bounds accesses hit nothing else.
constexpr std::size_t kGuard = kNear;

// The gap between the host's stack and device memory.
constexpr std::size_t kBelowStack = std::size_t{16} << 20;

// The least size for large pages, which the system then reserves as they are touched.
constexpr std::size_t kLarge = std::size_t{8} << 20, kLargePage = std::size_t{2} << 20;

// The limit of address space that freed allocations keep.
constexpr std::size_t kMostRetired = std::size_t{256} << 20;

struct sigaction action_before {};  // on SIGSEGV: the program's own

void widen_bounds(const Allocation& allocation) {
  Bounds& bounds = device_bounds;
  if (bounds.end == 0) bounds.begin = allocation.begin;
  bounds.begin = std::min(bounds.begin, allocation.begin - std::min(allocation.begin, kNear));
  bounds.end = std::max(bounds.end, allocation.end + kNear);
}

void protect(void* pages, std::size_t bytes, bool open) {
  if (mprotect(pages, bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) std::abort();
}

std::size_t round_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

}  // namespace

Allocation* recent_allocations[kRecent] = {};
Allocation* allocations_of_sites[kSites] = {};
Bounds device_bounds;
Bounds variable_bounds;

DeviceMemory& DeviceMemory::instance() {
  static DeviceMemory& memory = *new DeviceMemory;  // never destroyed: a process may end inside a kernel
  return memory;
}

Allocation* DeviceMemory::search(std::uintptr_t address) {
  auto found = allocations_.upper_bound(address);
  if (found == allocations_.begin()) return nullptr;
  Allocation& allocation = (--found)->second;
  if (address >= allocation.end || !allocation.live || allocation.divided) return nullptr;
  recent_allocations[next_recent_++ % kRecent] = &allocation;
  return &allocation;
}

Allocation* find_allocation(std::uintptr_t address, std::uintptr_t pc) {
  Allocation* const found = DeviceMemory::instance().find(address);
  if (found != nullptr) allocation_of_site(pc) = found;
  return found;
}

Allocation* DeviceMemory::nearest(std::uintptr_t address) {
  if (allocations_.empty()) return nullptr;
  auto after = allocations_.upper_bound(address);
  // The first part of an allocation with parts.
  const auto part = [this](auto each) {
    const auto next = std::next(each);
    return each->second.divided && next != allocations_.end() ? &next->second : &each->second;
  };
  if (after == allocations_.begin()) return part(after);
  const auto before = std::prev(after);
  if (before->second.divided && after != allocations_.end()) return &after->second;
  if (after == allocations_.end() || address < before->second.end) return &before->second;
  return address - before->second.end < after->first - address ? &before->second : part(after);
}

const Allocation* DeviceMemory::beside(std::uintptr_t address) {
  const Allocation* near = nearest(address);
  if (near == nullptr) return nullptr;
  const Allocation& whole = near->whole == 0 ? *near : allocations_.at(near->whole);
  const auto pages = reinterpret_cast<std::uintptr_t>(whole.pages.begin());
  return whole.live && address - pages < whole.pages.bytes() ? &whole : nullptr;
}

// If a place is taken, Linux chooses another one.
void* place_that_tells_nothing() {
  constexpr std::uintptr_t kBegin = std::uintptr_t{0x70} << 40, kEnd = std::uintptr_t{0x7e} << 40;
  if (watch.host_is_free) return nullptr;
  static std::mt19937_64 random{std::random_device{}()};
  static std::uniform_int_distribution<std::uintptr_t> pages{kBegin / kGuard, kEnd / kGuard};
  return reinterpret_cast<void*>(pages(random) * kGuard);
}

// Below the host's stack, above all that a kernel can name. From a constant, or a variable that is not
// visible elsewhere, only a too large index then leads to device memory; g++ instruments no access that
// begins at these, and checks for that, but not for negative indices.
void* DeviceMemory::place_for(std::size_t bytes) const {
  static std::uintptr_t stack_low = 0;  // of the first host thread
  if (stack_low == 0) stack_low = watch.host_stack_low;
  if (stack_low < kBelowStack) return nullptr;
  std::uintptr_t end = stack_low / kGuard * kGuard - kBelowStack;
  const std::size_t unit = bytes >= kLarge ? kLargePage : kGuard, room = bytes + unit - kGuard;
  for (auto next = allocations_.rbegin(); next != allocations_.rend(); ++next) {
    const Mapping& pages = next->second.pages;
    if (pages.empty()) continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(pages.begin());
    if (begin + pages.bytes() + room <= end) break;
    end = std::min(end, begin);
  }
  return room < end ? reinterpret_cast<void*>((end - bytes) / unit * unit) : nullptr;
}

cudaError_t DeviceMemory::allocate(void** memory, std::size_t bytes, MemoryKind kind, bool of_kernel) {
  std::size_t& used = of_kernel ? used_by_kernels_ : used_;
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > kDeviceBytes - (of_kernel && !watch.host_is_free ? 0 : used)) return cudaErrorMemoryAllocation;
  Allocation fresh;
  const std::size_t guard = watch.checking ? kGuard : 0;
  const std::size_t pages = guard + round_up(bytes, kGuard) + guard;
  const auto place = [&] { return of_kernel ? place_that_tells_nothing() : place_for(pages); };
  fresh.pages = Mapping(pages, place());
  if (fresh.pages.empty()) {
    forget_retired(retired_, 0);
    forget_retired(retired_by_kernels_, 0);
    fresh.pages = Mapping(pages, place());
  }
  if (fresh.pages.empty()) return cudaErrorMemoryAllocation;
  void* begin = static_cast<char*>(fresh.pages.begin()) + guard;
  fresh.begin = reinterpret_cast<std::uintptr_t>(begin);
  fresh.end = fresh.begin + bytes;
  // Checked accesses are of small arrays; a large page would use memory that they don't touch.
  if (!watch.checking && pages >= kLarge) madvise(fresh.pages.begin(), pages, MADV_HUGEPAGE);
  if (!watch.checking) {  // writes are not observed
    fresh.filled_begin = fresh.begin;
    fresh.filled_end = fresh.end;
  }
  fresh.number = ++allocated_;
  fresh.kind = kind;
  fresh.of_kernel = of_kernel;
  if (watch.checking) note_calls_of(fresh);
  if (closed_) set_open(fresh, false);
  widen_bounds(fresh);
  allocations_[fresh.begin] = std::move(fresh);
  used += bytes;
  *memory = begin;
  return cudaSuccess;
}

Allocation* DeviceMemory::divide(std::uintptr_t begin, std::size_t bytes) {
  auto found = allocations_.upper_bound(begin);
  if (found == allocations_.begin()) return nullptr;
  Allocation* whole = &(--found)->second;
  if (whole->whole != 0) whole = &allocations_[whole->whole];
  if (begin < whole->begin || bytes > whole->end - begin || !whole->live) return nullptr;
  if (begin == whole->begin) return bytes == whole->bytes() ? whole : nullptr;
  whole->divided = true;
  drop_recent(*whole);
  Allocation& part = allocations_[begin];
  part = Allocation();
  part.begin = begin;
  part.end = begin + bytes;
  part.number = ++allocated_;
  part.kind = whole->kind;
  part.whole = whole->begin;
  return &part;
}

bool DeviceMemory::release(void* memory) {
  const auto found = allocations_.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == allocations_.end()) return false;
  const Allocation& allocation = found->second;
  if (!allocation.live || allocation.registered || allocation.number == 0 || allocation.whole != 0)
    return false;
  (allocation.of_kernel ? used_by_kernels_ : used_) -= allocation.bytes();
  if (allocation.of_graph) {
    used_by_graphs_ -= allocation.bytes();
    empty(found->second);
    madvise(allocation.pages.begin(), allocation.pages.bytes(), MADV_DONTNEED);
  } else {
    retire(found->second);
  }
  return true;
}

void DeviceMemory::keep_for_graph(void* memory) {
  Allocation& allocation = allocations_.at(reinterpret_cast<std::uintptr_t>(memory));
  allocation.of_graph = true;
  used_by_graphs_ += allocation.bytes();
  (void)release(memory);
}

bool DeviceMemory::use_again(void* memory) {
  Allocation& allocation = allocations_.at(reinterpret_cast<std::uintptr_t>(memory));
  if (allocation.live || allocation.bytes() > kDeviceBytes - used_) return false;
  allocation.live = true;
  allocation.filled_begin = allocation.begin;
  allocation.filled_end = watch.checking ? allocation.begin : allocation.end;
  if (closed_) set_open(allocation, false);
  used_ += allocation.bytes();
  used_by_graphs_ += allocation.bytes();
  return true;
}

void DeviceMemory::give_up(void* memory) {
  Allocation& allocation = allocations_.at(reinterpret_cast<std::uintptr_t>(memory));
  allocation.of_graph = false;
  if (allocation.live) {
    used_by_graphs_ -= allocation.bytes();
  } else {
    retire(allocation);
  }
}

bool DeviceMemory::adopt(std::uintptr_t begin, std::size_t bytes) {
  const auto after = allocations_.upper_bound(begin);
  if (after != allocations_.end() && after->first - begin < bytes) return false;
  if (after != allocations_.begin() && std::prev(after)->second.end > begin) return false;
  Allocation& adopted = allocations_[begin];
  adopted.begin = adopted.filled_begin = begin;
  adopted.end = adopted.filled_end = begin + bytes;
  adopted.number = ++allocated_;
  adopted.kind = MemoryKind::Pinned;
  adopted.registered = true;
  widen_bounds(adopted);
  return true;
}

void DeviceMemory::disown(std::uintptr_t begin, std::uintptr_t end) {
  for (auto at = allocations_.lower_bound(begin); at != allocations_.end() && at->first < end;) {
    Allocation& allocation = (at++)->second;
    if (allocation.registered) retire(allocation);
  }
}

void DeviceMemory::empty(Allocation& allocation) {
  drop_recent(allocation);
  allocation.shadow = {};
  allocation.left = {};
  allocation.live = false;
  if (allocation.divided) forget_parts(allocation);
  allocation.divided = false;  // any access to it now is a use after free
}

// Frees the memory, or keeps its addresses for a while to recognise later accesses.
void DeviceMemory::retire(Allocation& allocation) {
  empty(allocation);
  if (!watch.checking || allocation.pages.empty()) {
    allocations_.erase(allocation.begin);
    return;
  }
  madvise(allocation.pages.begin(), allocation.pages.bytes(), MADV_DONTNEED);
  Retired& retired = allocation.of_kernel ? retired_by_kernels_ : retired_;
  retired.begins.push_back(allocation.begin);
  retired.bytes += allocation.pages.bytes();
  forget_retired(retired, kMostRetired);
}

void DeviceMemory::forget_retired(Retired& retired, std::size_t bytes_to_keep) {
  while (retired.bytes > bytes_to_keep) {
    retired.bytes -= allocations_[retired.begins.front()].pages.bytes();
    allocations_.erase(retired.begins.front());
    retired.begins.pop_front();
  }
}

void DeviceMemory::forget_parts(const Allocation& whole) {
  auto part = allocations_.upper_bound(whole.begin);
  while (part != allocations_.end() && part->second.whole == whole.begin) {
    drop_recent(part->second);
    part = allocations_.erase(part);
  }
}

void DeviceMemory::drop_recent(const Allocation& allocation) {
  const auto drop = [&](auto& from) {
    for (Allocation*& each : from) {
      if (each == &allocation) each = nullptr;
    }
  };
  drop(recent_allocations);
  drop(allocations_of_sites);
}

void DeviceMemory::close() {
  static const bool handles_faults = [] {
    struct sigaction ours {};
    ours.sa_sigaction = on_fault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    return sigaction(SIGSEGV, &ours, &action_before) == 0;
  }();
  if (!handles_faults) std::abort();
  closed_ = true;
  for (auto& [begin, allocation] : allocations_) set_open(allocation, false);
  if (watch.checking) return;
  find_variable_pages();
  for (Pages& pages : variable_pages_) pages.set_open(false);
}

void DeviceMemory::open_all() {
  closed_ = false;
  for (auto& [begin, allocation] : allocations_) set_open(allocation, true);
  open_variables();
}

void DeviceMemory::open_variables() {
  for (Pages& pages : variable_pages_) pages.set_open(true);
}

void DeviceMemory::Pages::set_open(bool opens) {
  if (open == opens) return;
  protect(reinterpret_cast<void*>(bounds.begin), bounds.end - bounds.begin, opens);
  open = opens;
}

void DeviceMemory::find_variable_pages() {
  if (std::exchange(knows_variable_pages_, true)) return;
  for (const auto& [begin, variable] : device_variables()) {
    const std::uintptr_t first = begin / kPageBytes * kPageBytes, end = round_up(variable.end, kPageBytes);
    if (!variable_pages_.empty() && variable_pages_.back().bounds.end >= first)
      variable_pages_.back().bounds.end = std::max(variable_pages_.back().bounds.end, end);
    else
      variable_pages_.push_back({{first, end}});
  }
}

/// Host code has not to be stopped there: the pages have other variables, too.
bool DeviceMemory::open_variables_at(std::uintptr_t address, std::uintptr_t pc) {
  const auto found = std::find_if(variable_pages_.begin(), variable_pages_.end(),
                                  [&](const Pages& pages) { return pages.bounds.holds(address); });
  if (found == variable_pages_.end() || found->open) return false;
  found->set_open(true);
  if (!closed_) return true;
  Bounds used = found->bounds;
  variable_pages_.erase(found);
  tell_always(&Listener::host_uses_variables, used, pc);
  return true;
}

// The faulting instruction runs again: with its memory open, or for the program's own handler.
void DeviceMemory::on_fault(int /*signal*/, siginfo_t* info, void* context) {
  const auto* const machine = &static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  const auto pc = static_cast<std::uintptr_t>(machine->gregs[REG_RIP]);
#else
  const auto pc = static_cast<std::uintptr_t>(machine->pc);
#endif
  if (!instance().open_at(reinterpret_cast<std::uintptr_t>(info->si_addr), pc))
    sigaction(SIGSEGV, &action_before, nullptr);
}

/// False if memory is closed, or no closed allocation has this address in its pages, except for variables'.
bool DeviceMemory::open_at(std::uintptr_t address, std::uintptr_t pc) {
  if (open_variables_at(address, pc)) return true;
  if (closed_) return false;
  const auto opens = [&](Allocation& allocation) {
    const auto begin = reinterpret_cast<std::uintptr_t>(allocation.pages.begin());
    if (allocation.open || address - begin >= allocation.pages.bytes()) return false;
    set_open(allocation, true);
    return true;
  };
  const auto after = allocations_.upper_bound(address);
  if (after != allocations_.end() && opens(after->second)) return true;  // in the guard before it
  if (after == allocations_.begin()) return false;
  Allocation& before = std::prev(after)->second;
  return opens(before.whole == 0 ? before : allocations_.at(before.whole));
}

void DeviceMemory::set_open(Allocation& allocation, bool open) {
  if (allocation.open == open || allocation.kind != MemoryKind::Device || !allocation.live) return;
  if (allocation.pages.empty()) return;
  protect(allocation.pages.begin(), allocation.pages.bytes(), open);
  allocation.open = open;
}

void DeviceMemory::use_module_variables(const Segment* segment) {
  if (module_begin_ != 0) retire(allocations_[module_begin_]);
  module_begin_ = 0;
  variable_pages_.clear();
  knows_variable_pages_ = false;
  variable_bounds = {};
  if (segment == nullptr) return;
  module_begin_ = segment->begin;
  Allocation& variables = allocations_[segment->begin];
  variables.begin = variables.filled_begin = segment->begin;
  variables.end = variables.filled_end = segment->end;
  variables.kind = MemoryKind::Managed;
  variables.given_name = "the variables of the object";
  variable_bounds = {segment->begin, segment->end};
}

void DeviceMemory::mark_written(std::uintptr_t begin, std::size_t bytes) {
  Allocation* allocation = find(begin);
  if (allocation == nullptr || bytes == 0) return;
  const std::uintptr_t end = std::min(begin + bytes, allocation->end);
  if (allocation->filled_begin == allocation->filled_end) {
    allocation->filled_begin = begin;
    allocation->filled_end = end;
  } else if (begin <= allocation->filled_end && end >= allocation->filled_begin) {
    allocation->filled_begin = std::min(allocation->filled_begin, begin);
    allocation->filled_end = std::max(allocation->filled_end, end);
  } else {
    tell_always(&Listener::host_wrote, *allocation, begin, end);
  }
}

}  // namespace simt::core
