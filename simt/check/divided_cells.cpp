// Cells whose bytes different threads write.
//
// The writer's record of a divided cell represents the writes to all its bytes. In shared memory its time is
// that of the last write, so the next barrier makes the cell whole. In global memory its time is kUnderWay
// until the next launch, because a block's barriers do not order other blocks.

#include <bit>
#include <cstdint>
#include <unordered_map>

#include "events.hpp"
#include "races.hpp"
#include "state.hpp"

namespace simt::check {

namespace {

struct Bytes {
  Cell cells[kCellSpan];
  std::uint32_t last;  // the time of the last access
};

std::unordered_map<const Cell*, Bytes>& divided_cells() {
  static auto& divided = *new std::unordered_map<const Cell*, Bytes>;
  return divided;
}

bool is_marked(const Cell& cell) { return (cell.thread[kWriter] & kDivided) != 0; }

Bytes* find_divided(const Cell& cell, bool is_shared) {
  const auto found = divided_cells().find(&cell);
  if (found == divided_cells().end() || !may_race(found->second.last, is_shared)) return nullptr;
  return &found->second;
}

// The records of one byte of a cell.
Cell byte_of(const Cell& whole, std::uint32_t byte) {
  Cell cell = {};
  for (unsigned record = 0; record < kRecords; ++record) {
    if ((whole.where[record] & byte) == 0) continue;
    cell.time[record] = whole.time[record];
    cell.where[record] = (whole.where[record] & ~kBytes) | byte;
    cell.thread[record] = whole.thread[record];
    if (record == kWriter) cell.contention = whole.contention;
  }
  return cell;
}

void update_whole(Cell& cell, const Cell& byte, bool is_shared) {
  cell.time[kWriter] = is_shared ? byte.time[kWriter] : kUnderWay;
  cell.where[kWriter] = byte.where[kWriter] | kBytes;
  cell.thread[kWriter] = static_cast<std::uint16_t>((byte.thread[kWriter] & kNumber) | kDivided);
  cell.contention = kAlone;
}

}  // namespace

bool divide(Cell& cell, const core::Access& access, bool is_shared) {
  if (!may_race(cell.time[kWriter], is_shared)) return false;
  const std::uint32_t where = access.is_strong() ? kStrong : 0;
  if (bytes_of_same(cell, kWriter, access.thread, where) != 0) return false;
  Bytes& divided = divided_cells()[&cell];
  for (unsigned i = 0; i < kCellSpan; ++i) divided.cells[i] = byte_of(cell, 1U << i);
  divided.last = state.now;
  cell.thread[kWriter] |= kDivided;
  return true;
}

template <bool kShared>
bool check_divided(Cell& cell, const core::Access& access, std::uint32_t bytes) {
  Bytes* const divided = find_divided(cell, kShared);
  if (divided == nullptr) {
    cell.thread[kWriter] &= kNumber;
    if (cell.time[kWriter] == kUnderWay) cell.time[kWriter] = 0;
    return false;
  }
  for (std::uint32_t left = bytes; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    check_cell<kShared>(divided->cells[i], access, 1U << i, true);
    divided->last = state.now;
    if (access.kind == AccessKind::Read) continue;
    update_whole(cell, divided->cells[i], kShared);
  }
  if (access.kind != AccessKind::Read && !access.comes_later)
    cell.written = static_cast<std::uint8_t>(cell.written | bytes);
  return true;
}
template bool check_divided<true>(Cell&, const core::Access&, std::uint32_t);
template bool check_divided<false>(Cell&, const core::Access&, std::uint32_t);

Cell* bytes_of_divided(const Cell& cell, bool is_shared) {
  Bytes* const divided = is_marked(cell) ? find_divided(cell, is_shared) : nullptr;
  return divided == nullptr ? nullptr : divided->cells;
}

void forget_divided_cells(std::uint32_t time) {
  std::erase_if(divided_cells(), [&](const auto& entry) { return entry.second.last <= time; });
}

}  // namespace simt::check
