// The device memory in use, and the allocation of each address.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <simt/runtime_api.hpp>
#include <string>
#include <vector>

#include "mapping.hpp"
#include "segments.hpp"

namespace simt::core {

constexpr std::size_t kDeviceBytes = std::size_t{80} << 30;

struct Allocation {
  std::uintptr_t begin = 0, end = 0;
  std::size_t element = 0;   // by the type of the pointer that got it; 0: unknown
  std::uint64_t number = 0;  // from 1, in order of allocation; 0: the module's variables
  std::string given_name;
  MemoryKind kind = MemoryKind::Device;
  bool read_only = false;
  bool registered = false;   // host memory that cudaHostRegister has made visible to the device
  std::uintptr_t whole = 0;  // for a part: the beginning of its allocation
  bool divided = false;      // only its parts are usable
  bool of_kernel = false;    // of a kernel's own heap
  bool of_graph = false;     // keeps its addresses when it is freed, for the graph's next launch
  // Freed memory is kept for a while when accesses are checked, to recognise them.
  bool live = true;
  bool open = true;  // its pages are accessible

  Mapping shadow;  // of the checkers, or empty
  Mapping left;    // the same: a copy of the last contents not from host code
  // What the host has written in one piece, which needs no sweep of the shadow.
  std::uintptr_t filled_begin = 0, filled_end = 0;

  Mapping pages;  // with guards around the allocation where accesses are checked

  [[nodiscard]] std::size_t bytes() const { return end - begin; }
  /// "A", or "buffer 3".
  [[nodiscard]] std::string name() const {
    return given_name.empty() ? "buffer " + std::to_string(number) : given_name;
  }
};

/// Live allocations that were found last. Not members of DeviceMemory, so hooks need no instance of it.
constexpr unsigned kRecent = 4;
extern Allocation* recent_allocations[kRecent] __attribute__((visibility("hidden")));

/// The one with this address, or null.
[[nodiscard]] inline Allocation* recent_allocation(std::uintptr_t address) {
  for (Allocation* recent : recent_allocations) {
    if (recent != nullptr && address - recent->begin < recent->bytes()) return recent;
  }
  return nullptr;
}

/// The one that a place of the code accessed last, which nearly always is the one with this address; else
/// null.
constexpr unsigned kSites = 64;
extern Allocation* allocations_of_sites[kSites] __attribute__((visibility("hidden")));
[[nodiscard]] inline Allocation*& allocation_of_site(std::uintptr_t pc) {
  return allocations_of_sites[(pc ^ pc >> 6) % kSites];
}
[[nodiscard]] inline Allocation* recent_allocation(std::uintptr_t address, std::uintptr_t pc) {
  Allocation* const of_site = allocation_of_site(pc);
  return of_site != nullptr && address - of_site->begin < of_site->bytes() ? of_site : nullptr;
}
/// Any live one, which is then the place's.
[[nodiscard]] Allocation* find_allocation(std::uintptr_t address, std::uintptr_t pc)
    __attribute__((visibility("hidden")));

/// Addresses from begin on, before end. Not members of DeviceMemory either.
struct Bounds {
  std::uintptr_t begin = 0, end = 0;
  [[nodiscard]] bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
};
/// Of all allocations so far and what lies near them, but for the module's variables, and of these.
extern Bounds device_bounds __attribute__((visibility("hidden")));
extern Bounds variable_bounds __attribute__((visibility("hidden")));
/// So near an allocation, or address 0, nothing else is.
constexpr std::uintptr_t kNear = std::uintptr_t{64} << 10;

/// Where to put pages that there are because of what a kernel does: a random place, so that no address tells
/// host code or a thread what others have allocated, used and freed. Null where host code is free.
[[nodiscard]] void* place_that_tells_nothing();

class DeviceMemory {
 public:
  static DeviceMemory& instance();

  /// The live allocation with this address, or null.
  [[nodiscard]] Allocation* find(std::uintptr_t address) {
    Allocation* const recent = recent_allocation(address);
    return recent != nullptr ? recent : search(address);
  }

  /// Returns the nearest allocation, live or not, or null. For messages.
  [[nodiscard]] Allocation* nearest(std::uintptr_t address);
  /// Returns the live allocation in whose pages this address is, though in none of its parts, or null.
  [[nodiscard]] const Allocation* beside(std::uintptr_t address);

  /// `of_kernel`: from the heap of kernels, which host code sees nothing of, as on a GPU: it is another
  /// memory, elsewhere. Where host code is not free, neither an address nor a failure tells a thread what
  /// others have allocated.
  cudaError_t allocate(void** memory, std::size_t bytes, MemoryKind kind, bool of_kernel = false);
  /// Makes these bytes of an allocation a separate part. Null if they are outside all allocations, or begin
  /// where one begins and don't fill it.
  Allocation* divide(std::uintptr_t begin, std::size_t bytes);
  /// False for memory that is not allocated.
  [[nodiscard]] bool release(void* memory);
  /// Frees a graph's memory for the first time.
  void keep_for_graph(void* memory);
  /// Puts a graph's memory that is free into use, uninitialised. False: there is not as much memory.
  [[nodiscard]] bool use_again(void* memory);
  /// No graph needs its addresses any more.
  void give_up(void* memory);
  [[nodiscard]] std::size_t used_by_graphs() const { return used_by_graphs_; }
  /// Registers host memory with the device. False if part of it is the device's already.
  [[nodiscard]] bool adopt(std::uintptr_t begin, std::size_t bytes);
  /// Removes registered memory that begins in these bounds.
  void disown(std::uintptr_t begin, std::uintptr_t end);
  /// The variables of the attached module, __device__ ones among them, as an allocation of kind Managed.
  void use_module_variables(const Segment* segment);
  /// While closed, host code that accesses an allocation of kind Device faults: for code that is not
  /// instrumented. Where accesses are not checked, so do the pages of __device__ variables, until host code
  /// has used one.
  void close();
  /// From now on an allocation's first access opens it: a program that frees nothing doesn't pay for all of
  /// its allocations in each call.
  void open() { closed_ = false; }
  /// Also for system calls, whose accesses open nothing.
  void open_all();
  /// Before the module may be unloaded.
  void open_variables();
  [[nodiscard]] bool closed() const { return closed_; }
  /// The host has written here.
  void mark_written(std::uintptr_t begin, std::size_t bytes);
  [[nodiscard]] std::size_t used() const { return used_; }
  /// The number of the last allocation.
  [[nodiscard]] std::uint64_t allocated() const { return allocated_; }

  /// All allocations, live and retained ones, by address.
  [[nodiscard]] std::map<std::uintptr_t, Allocation>& all() { return allocations_; }

 private:
  [[nodiscard]] Allocation* search(std::uintptr_t address);
  [[nodiscard]] void* place_for(std::size_t bytes) const;
  void drop_recent(const Allocation& allocation);
  void forget_parts(const Allocation& whole);
  void retire(Allocation& allocation);
  void empty(Allocation& allocation);
  struct Retired {
    std::deque<std::uintptr_t> begins;  // oldest first
    std::size_t bytes = 0;
  };
  void forget_retired(Retired& retired, std::size_t bytes_to_keep);
  static void set_open(Allocation& allocation, bool open);
  void find_variable_pages();
  [[nodiscard]] bool open_variables_at(std::uintptr_t address, std::uintptr_t pc);
  [[nodiscard]] bool open_at(std::uintptr_t address, std::uintptr_t pc);
  static void on_fault(int signal, siginfo_t* info, void* context);

  std::map<std::uintptr_t, Allocation> allocations_;
  unsigned next_recent_ = 0;
  std::size_t used_ = 0, used_by_kernels_ = 0, used_by_graphs_ = 0;
  // Apart: whether host code's freed memory is still kept would tell it what kernels have freed.
  Retired retired_, retired_by_kernels_;
  std::uintptr_t module_begin_ = 0;
  std::uint64_t allocated_ = 0;
  bool closed_ = false;
  struct Pages {
    Bounds bounds;
    bool open = true;
    void set_open(bool opens);
  };
  std::vector<Pages> variable_pages_;  // with __device__ variables that host code has not used
  bool knows_variable_pages_ = false;  // of the attached module
};

/// Opens closed memory for a kernel or a call of the API during its lifetime.
class OpenDeviceMemory {
 public:
  OpenDeviceMemory() { DeviceMemory::instance().open(); }
  ~OpenDeviceMemory() {
    if (was_closed_) DeviceMemory::instance().close();
  }
  OpenDeviceMemory(const OpenDeviceMemory&) = delete;
  OpenDeviceMemory& operator=(const OpenDeviceMemory&) = delete;

 private:
  bool was_closed_ = DeviceMemory::instance().closed();
};

}  // namespace simt::core
