#include "stream_copies.hpp"

#include <algorithm>
#include <map>

#include "faults.hpp"
#include "launch_points.hpp"
#include "report.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/segments.hpp"
#include "simt/core/stream_order.hpp"
#include "state.hpp"

namespace simt::check {
namespace {

using core::StreamOrder;

std::map<std::uint32_t, CopyCall>& copies() {
  static auto& all = *new std::map<std::uint32_t, CopyCall>;
  return all;
}

/// An access by a copy that the host has not waited for, of memory that it shares with the device.
struct OfHost {
  core::Rows rows;
  bool writes;
  std::uint32_t time;

  [[nodiscard]] bool meets(std::uintptr_t begin, std::uintptr_t end) const {
    const std::uintptr_t last = rows.begin + (rows.height - 1) * rows.pitch + rows.width;
    if (end <= rows.begin || begin >= last) return false;
    if (rows.height == 1 || end - begin >= rows.pitch) return true;
    const auto is_in_row = [&](std::uintptr_t at) { return (at - rows.begin) % rows.pitch < rows.width; };
    return is_in_row(std::max(begin, rows.begin)) || is_in_row(std::min(end, last) - 1);
  }
};
std::vector<OfHost>& of_host() {
  static auto& all = *new std::vector<OfHost>;
  return all;
}

bool races(const Cell& cell, unsigned record, std::uint32_t bytes) {
  return (cell.where[record] & bytes) != 0 &&
         core::ran_at(cell.time[record], StreamOrder::instance().beside()) &&
         !comes_before_launch(cell, record);
}

void keep_write(Cell& cell) {
  cell.time[kWriter] = state.now;
  cell.where[kWriter] = kBytes;
  cell.thread[kWriter] = 0;
  cell.contention = kAlone;
}

void keep_read(Cell& cell) {
  if ((cell.thread[kSecondReader] & kPlainWrite) != 0) return;
  cell.time[kSecondReader] = state.now;
  cell.where[kSecondReader] = kBytes;
  cell.thread[kSecondReader] = 0;
}

/// The bytes of the cell at `cell_begin` that are in [begin, end).
std::uint32_t bytes_within(std::uintptr_t cell_begin, std::uintptr_t begin, std::uintptr_t end) {
  std::uint32_t bytes = 0;
  for (unsigned i = 0; i < kCellSpan; ++i) {
    if (cell_begin + i >= begin && cell_begin + i < end) bytes |= 1U << i;
  }
  return bytes;
}

void keep_of_host(const OfHost& access) {
  constexpr std::size_t kMost = 4096;
  const auto& open = StreamOrder::instance().beside_host();
  std::erase_if(of_host(), [&](const OfHost& each) { return !core::ran_at(each.time, open); });
  if (of_host().size() < kMost) of_host().push_back(access);
}

/// The program around the object waits for what it does.
bool is_in_object(std::uintptr_t pc) {
  const core::Segment* segment = core::segment_at(pc);
  return segment != nullptr && segment->owner == core::Owner::Module;
}

}  // namespace

CopyCall copy_at(std::uint32_t time) {
  const auto copy = copies().find(time);
  return copy == copies().end() ? CopyCall{nullptr, 0} : copy->second;
}

void forget_stream_copies() {
  copies().clear();
  of_host().clear();
}

void check_shared_with_host(const core::Access& access) {
  if (!core::host_is_ahead) return;
  StreamOrder& order = StreamOrder::instance();
  const bool writes = access.kind != core::AccessKind::Read;
  const auto meets = [&](std::uint32_t time, bool wrote) {
    return (writes || wrote) && core::ran_at(time, order.beside_host());
  };
  // A flag that it waits for in a loop: what the kernel did before is ordered, which is not looked at.
  const bool waits = access.is_volatile || access.kind == core::AccessKind::Atomic || access.order != 0;
  const std::uintptr_t end = access.address + access.bytes;
  for (const OfHost& copy : of_host()) {
    if (!copy.meets(access.address, end) || !meets(copy.time, copy.writes)) continue;
    if (waits) return order.host_waits_for_all();
    return report_race_of_host(access, nullptr, copy.writes ? kWriter : kSecondReader, copy.time);
  }
  const core::Allocation& allocation = *access.allocation;
  if (allocation.shadow.empty()) return;
  const auto* const cells = static_cast<const Cell*>(allocation.shadow.begin());
  for (std::uintptr_t i = (access.address - allocation.begin) / kCellSpan;
       allocation.begin + i * kCellSpan < end; ++i) {
    const Cell& cell = cells[i];
    if ((cell.thread[kWriter] & kDivided) != 0) continue;
    const std::uint32_t bytes = bytes_within(allocation.begin + i * kCellSpan, access.address, end);
    for (const unsigned record : {kWriter, kFirstReader, kSecondReader}) {
      const bool wrote = record == kWriter || (cell.thread[record] & kPlainWrite) != 0;
      if ((cell.where[record] & bytes) == 0 || !meets(cell.time[record], wrote)) continue;
      if (waits) return order.host_waits_for_all();
      return report_race_of_host(access, &cell, record, cell.time[record]);
    }
  }
}

StreamCopy::StreamCopy(const char* name, cudaStream_t stream, bool waits, std::uintptr_t pc)
    : call_{name, pc},
      stream_(stream),
      waits_(waits),
      is_checked_(core::watch.checking && (!waits || StreamOrder::instance().has_other_streams()) &&
                  is_in_object(pc)),
      is_beside_streams_(StreamOrder::instance().has_other_streams()) {
  if (!is_checked_) return;
  StreamOrder::instance().begin_launch(stream);
  constexpr std::size_t kMost = 4096;
  if (copies().size() == kMost) copies().erase(copies().begin());
  copies()[++state.now] = call_;
}

StreamCopy::~StreamCopy() {
  if (is_checked_) StreamOrder::instance().end_launch({state.now, state.now});
  StreamOrder::instance().enqueue(stream_, waits_);
}

void StreamCopy::accesses(const core::Rows& rows, bool writes) const {
  if (!is_checked_) return;
  core::Allocation* const allocation = core::DeviceMemory::instance().find(rows.begin);
  if (allocation == nullptr) return;
  if (allocation->kind != MemoryKind::Device && !waits_) keep_of_host({rows, writes, state.now});
  if (!is_beside_streams_ || allocation->kind == MemoryKind::Pinned || allocation->registered) return;
  if (allocation->shadow.empty()) make_shadow(*allocation);
  auto* const cells = static_cast<Cell*>(allocation->shadow.begin());
  bool told = false;
  for (std::size_t row = 0; row < rows.height; ++row) {
    const std::uintptr_t begin = rows.begin + row * rows.pitch;
    const std::uintptr_t end = std::min(begin + rows.width, allocation->end);
    const std::size_t first = (begin - allocation->begin) / kCellSpan;
    for (std::size_t i = first; allocation->begin + i * kCellSpan < end; ++i) {
      Cell& cell = cells[i];
      if ((cell.thread[kWriter] & kDivided) != 0) continue;
      const std::uintptr_t address = allocation->begin + i * kCellSpan;
      const std::uint32_t bytes = bytes_within(address, begin, end);
      for (const unsigned record : {kWriter, kFirstReader, kSecondReader}) {
        if (told || (record != kWriter && !writes) || !races(cell, record, bytes)) continue;
        told = true;
        report_race_of_copy(call_, cell, record, *allocation, std::max(address, begin), writes);
      }
      if (bytes == kBytes) writes ? keep_write(cell) : keep_read(cell);
    }
  }
}

}  // namespace simt::check
