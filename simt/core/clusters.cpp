// As in a cooperative grid, all blocks use the same memory in turn, as their stacks and their own shared
// memory; the shared memory of those that do not run is in pages where the running one finds it.
#include "clusters.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <simt/barrier.hpp>
#include <utility>

#include "async_barriers.hpp"
#include "builtins.hpp"
#include "cooperative_grid.hpp"
#include "events.hpp"
#include "shared_memory.hpp"
#include "violation.hpp"

namespace simt {
namespace core {

ClusterMemory& ClusterMemory::instance() {
  static ClusterMemory& memory = *new ClusterMemory;
  return memory;
}

bool ClusterMemory::prepare(unsigned blocks) {
  stride_ = (SharedMemory::instance().bytes() + kPageBytes) / kPageBytes * kPageBytes;
  if (pages_.bytes() != blocks * stride_) pages_ = Mapping(blocks * stride_);
  const Unsettled unsettled;
  watch.cluster_begin = reinterpret_cast<std::uintptr_t>(pages_.begin());
  watch.cluster_bytes = pages_.bytes();
  watch.cluster_stride = stride_;
  return !pages_.empty();
}

void ClusterMemory::begin_cluster(std::size_t dynamic_bytes, std::uint8_t poison) {
  arrived_ = std::make_unique<bool[]>(std::size_t{blocks()} * kMaxThreads);
  for (std::size_t at = 0; at < pages_.bytes(); at += stride_) {
    char* const segment = static_cast<char*>(pages_.begin()) + at;
    SharedMemory::instance().for_parts(dynamic_bytes, [&](std::size_t begin, std::size_t end) {
      std::memset(segment + begin, poison, end - begin);
    });
  }
}

void ClusterMemory::begin_turn(unsigned rank, std::size_t dynamic_bytes) {
  running_ = rank;
  SharedMemory::instance().copy_from(static_cast<const char*>(pages_.begin()) + rank * stride_,
                                     dynamic_bytes);
  protect(rank, true);
}

void ClusterMemory::end_turn(unsigned rank, std::size_t dynamic_bytes) {
  protect(rank, false);
  SharedMemory::instance().copy_to(static_cast<char*>(pages_.begin()) + rank * stride_, dynamic_bytes);
}

// A block's own shared memory is not here while it runs: an access that finds it here anyway, by an address
// that another block has stored, must not find old contents.
void ClusterMemory::protect(unsigned rank, bool closed) const {
  (void)mprotect(static_cast<char*>(pages_.begin()) + rank * stride_, stride_,
                 closed ? PROT_NONE : PROT_READ | PROT_WRITE);
}

std::uintptr_t ClusterMemory::address(std::uintptr_t own, unsigned rank) const {
  if (rank == running_) return own;
  return watch.cluster_begin + rank * stride_ + (own - SharedMemory::instance().begin());
}

unsigned ClusterMemory::rank_of(std::uintptr_t address) const {
  const std::uintptr_t offset = address - watch.cluster_begin;
  return offset < watch.cluster_bytes ? static_cast<unsigned>(offset / stride_) : running_;
}

bool& ClusterMemory::has_arrived() {
  return arrived_[std::size_t{running_} * kMaxThreads + Scheduler::instance().running()];
}

unsigned rank_in_cluster() {
  const dim3& shape = cluster_shape;
  return (blockIdx.z % shape.z * shape.y + blockIdx.y % shape.y) * shape.x + blockIdx.x % shape.x;
}

namespace {

/// While it lives, kernels run in clusters of this shape.
class InClusters {
 public:
  explicit InClusters(const dim3& shape) {
    cluster_shape = shape;
    set(true);
  }
  ~InClusters() {
    cluster_shape = dim3();
    set(false);
  }
  InClusters(const InClusters&) = delete;
  InClusters& operator=(const InClusters&) = delete;

 private:
  static void set(bool on) {
    const Unsettled unsettled;
    watch.in_cluster = on;
    watch.choose_way();
  }
};

}  // namespace

bool Clusters::run(Order order, std::uint64_t launch) {
  const dim3 grid(gridDim.x / shape_.x, gridDim.y / shape_.y, gridDim.z / shape_.z);  // of clusters
  const unsigned size = shape_.x * shape_.y * shape_.z;
  if (!ClusterMemory::instance().prepare(size)) return false;
  const InClusters in_clusters(shape_);
  const std::uint64_t count = std::uint64_t{grid.x} * grid.y * grid.z;
  const BlockOrder clusters(order, launch, count), ranks(order, launch, size);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t cluster = clusters[i];
    const std::uint64_t x = cluster % grid.x * shape_.x, y = cluster / grid.x % grid.y * shape_.y,
                        z = cluster / grid.x / grid.y * shape_.z;
    members_.clear();
    for (unsigned k = 0; k < size; ++k) {
      const auto rank = static_cast<unsigned>(ranks[k]);
      const std::uint64_t row = (z + rank / shape_.x / shape_.y) * gridDim.y + y + rank / shape_.x % shape_.y;
      members_.push_back({.block = row * gridDim.x + x + rank % shape_.x, .rank = rank, .kept = {}});
    }
    tell(&Listener::cluster_begins, size);
    ClusterMemory::instance().begin_cluster(dynamic_bytes_, poison_);
    if (!run_cluster()) return false;
  }
  return true;
}

bool Clusters::run_cluster() {
  bool begins = true;
  do {
    for (Member& member : members_) {
      if (!begins && !member.waits) continue;
      blockIdx = index_of_block(member.block);
      ClusterMemory::instance().begin_turn(member.rank, dynamic_bytes_);
      tell(begins ? &Listener::block_begins : &Listener::block_continues, member.block);
      const bool intact = run_turn(member);
      if (member.waits) tell(&Listener::block_waits_for_others, member.block);
      ClusterMemory::instance().end_turn(member.rank, dynamic_bytes_);
      if (!intact) return false;
    }
    begins = false;
    tell(&Listener::cluster_barrier_released);
  } while (std::any_of(members_.begin(), members_.end(), [](const Member& member) { return member.waits; }));
  return true;
}

bool Clusters::run_turn(Member& member) {
  Scheduler& scheduler = Scheduler::instance();
  if (member.waits) scheduler.restore_block(member.kept);
  if (!(member.waits ? scheduler.continue_block() : scheduler.run_block())) return false;
  member.waits = scheduler.waits_for_others();
  if (!member.waits) {
    end_block();
    return true;
  }
  try {
    if (scheduler.keep_block(member.kept)) return true;
  } catch (const std::bad_alloc&) {
  }
  report_no_memory_to_wait(members_.size());
  return false;
}

}  // namespace core

namespace {

using core::ClusterMemory;
using core::watch;

void require_kernel(const core::Site& site) {
  if (!core::Scheduler::instance().in_kernel()) core::refuse_host_code(Message::host_barrier, site);
}

void wait_for_blocks(CallSite site) {
  if (watch.in_cluster)
    core::Scheduler::instance().barrier_of_blocks(core::Site(site));
  else
    block_barrier(site);  // a cluster of one block
}

[[noreturn]] void fail_at(CallSite site, Message message, finding::Advice advice,
                          std::array<std::int64_t, 2> numbers = {}) {
  core::Scheduler& scheduler = core::Scheduler::instance();
  Finding found(message, advice);
  found.access.by = scheduler.agent_with_block(scheduler.running());
  found.access.at = core::site_of(core::Site(site));
  found.numbers[0] = numbers[0];
  found.numbers[1] = numbers[1];
  scheduler.fail(found);
}

void arrive(CallSite site) {
  require_kernel(core::Site(site));
  if (watch.in_cluster && !ClusterMemory::instance().arrives())
    fail_at(site, Message::second_arrival, finding::Advice::halves_of_barrier);
}

/// As for a block, every other block waits where it arrives.
bool waits_early() { return core::rank_in_cluster() % 2 != 0; }

}  // namespace

void cluster_barrier(CallSite site) {
  arrive(site);
  if (watch.in_cluster) (void)ClusterMemory::instance().waits();
  wait_for_blocks(site);
}

void arrive_at_cluster(CallSite site) {
  arrive(site);
  if (waits_early()) wait_for_blocks(site);
}

void wait_for_cluster(CallSite site) {
  require_kernel(core::Site(site));
  if (watch.in_cluster && !ClusterMemory::instance().waits())
    fail_at(site, Message::wait_without_arrival, finding::Advice::halves_of_barrier);
  if (!waits_early()) wait_for_blocks(site);
}

void* cluster_shared(const volatile void* own, unsigned int rank, CallSite site) {
  const auto address = reinterpret_cast<std::uintptr_t>(own);
  if (!watch.in_cluster || address - watch.shared_begin >= watch.shared_bytes) return const_cast<void*>(own);
  const ClusterMemory& memory = ClusterMemory::instance();
  if (rank >= memory.blocks())
    fail_at(site, Message::rank_outside_cluster, finding::Advice::none,
            {static_cast<std::int32_t>(rank), memory.blocks()});
  return reinterpret_cast<void*>(memory.address(address, rank));
}

unsigned int cluster_rank_of(const volatile void* address) {
  if (!core::watch.in_cluster) return 0;
  return core::ClusterMemory::instance().rank_of(reinterpret_cast<std::uintptr_t>(address));
}

}  // namespace simt
