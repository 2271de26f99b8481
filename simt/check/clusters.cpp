// The order of accesses in a cluster, whose blocks use each other's shared memory.
#include <algorithm>
#include <vector>

#include "checker.hpp"
#include "events.hpp"
#include "launches.hpp"
#include "report.hpp"
#include "simt/core/clusters.hpp"
#include "simt/core/shared_memory.hpp"

namespace simt::check {
namespace {

struct Member {
  bool ended = false;
  // The first access by another block since the last barrier of the cluster; time 0: none.
  std::uint32_t used = 0;
  core::Access access = {};
  Finding found = {};  // if the block ends before the next barrier
};
std::vector<Member>& members() {
  static auto& all = *new std::vector<Member>;
  return all;
}
bool has_passed_barrier = false;  // the running cluster

}  // namespace

// Of earlier clusters of the launch nothing is ordered before the cluster, as of kernels that run beside it.
void Checker::cluster_begins(unsigned blocks) {
  members().assign(blocks, {});
  has_passed_barrier = false;
  const std::size_t cells = state.shared.size() * blocks;
  if (state.shared_of_cluster.size() != cells) state.shared_of_cluster.assign(cells, Cell());
  core::SharedMemory::instance().for_parts(state.dynamic_bytes, [&](std::size_t begin, std::size_t end) {
    const std::size_t last = std::min((end + kCellSpan - 1) / kCellSpan, state.shared.size());
    for (unsigned rank = 0; rank < blocks; ++rank) {
      Cell* const of_block = cells_of_shared(rank);
      std::fill(of_block + begin / kCellSpan, of_block + last, Cell());
    }
  });
  state.phase_start = ++state.now;
  if (state.blocks_begun == 0) return;
  if (!state.beside.empty() && state.beside.back().begin == state.launch_start) state.beside.pop_back();
  state.beside.push_back({state.launch_start, state.phase_start - 1});
  state.before_launch = std::min(state.before_launch, state.launch_start - 1);
  state.acquired = true;  // the floors fall
}

void Checker::cluster_barrier_released() {
  has_passed_barrier = true;
  state.phase_start = ++state.now;
  if (state.beside.empty()) state.before_launch = state.phase_start - 1;
  state.acquired = true;  // all floors rise
  forget_divided_cells(state.before_launch);
}

Cell* cells_of_shared(unsigned rank) {
  if (!core::watch.in_cluster) return state.shared.data();
  return state.shared_of_cluster.data() + rank * state.shared.size();
}

void cluster_access(const core::Access& access, std::uintptr_t offset) {
  if (access.rank != core::rank_in_cluster()) {
    Member& owner = members()[access.rank];
    if (owner.ended) {
      keep_ended_block(ended_block(access), access);
    } else if (owner.used < state.phase_start) {
      owner = {false, state.now, access, ended_block(access)};
    }
  }
  check_cells<false>(cells_of_shared(access.rank), offset, access, false);
  // Any other finding is likely to have the same cause.
  if (access.rank != core::rank_in_cluster() && !has_passed_barrier && !any_violation())
    keep_unstarted_block(access);
}

// Blocks end in any order: another one's access since the last barrier might have come after this end.
void cluster_block_ends() {
  Member& ending = members()[core::rank_in_cluster()];
  ending.ended = true;
  if (ending.used >= state.phase_start) keep_ended_block(ending.found, ending.access);
}

}  // namespace simt::check
