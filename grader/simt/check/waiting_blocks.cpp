#include "waiting_blocks.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/core/shared_memory.hpp"
#include "state.hpp"

namespace simt::check {
namespace {

struct WaitingBlock {
  std::vector<std::uint8_t> written;                    // by cell
  std::vector<std::pair<std::size_t, Cell>> under_way;  // cells of copies
};
std::unordered_map<std::uint64_t, WaitingBlock>& waiting_blocks() {
  static auto& blocks = *new std::unordered_map<std::uint64_t, WaitingBlock>;
  return blocks;
}

/// Visits the cells of the block's shared memory.
template <class Visit>
void for_cells(const Visit& visit) {
  core::SharedMemory::instance().for_parts(state.dynamic_bytes, [&](std::size_t begin, std::size_t end) {
    const std::size_t last = std::min((end + kCellSpan - 1) / kCellSpan, state.shared.size());
    for (std::size_t i = begin / kCellSpan; begin < end && i < last; ++i) visit(i, state.shared[i]);
  });
}

bool is_under_way(const Cell& cell) {
  return cell.time[kWriter] == kUnderWay || cell.time[kSecondReader] == kUnderWay;
}

}  // namespace

void forget_waiting_blocks() { waiting_blocks().clear(); }

void keep_waiting_block(std::uint64_t block) {
  WaitingBlock kept;
  for_cells([&](std::size_t i, const Cell& cell) {
    const bool stale = cell.time[kWriter] < state.block_start;
    kept.written.push_back(stale ? std::uint8_t{0} : cell.written);
    if (is_under_way(cell)) kept.under_way.emplace_back(i, cell);
  });
  waiting_blocks()[block] = std::move(kept);
}

void restore_waiting_block(std::uint64_t block) {
  const auto found = waiting_blocks().extract(block);
  if (!found) return;
  const WaitingBlock& kept = found.mapped();
  std::size_t next = 0;
  for_cells([&](std::size_t, Cell& cell) {
    cell = {};
    cell.time[kWriter] = state.block_start;
    cell.written = kept.written[next++];
  });
  for (const auto& [i, cell] : kept.under_way) state.shared[i] = cell;
  state.copies_started = !kept.under_way.empty();
  // Its LAB_SPANs are forgotten: accesses are not checked against them behind the barrier.
}

}  // namespace simt::check
