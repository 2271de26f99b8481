// How a request enters the sums.
#include "tally.hpp"

#include <algorithm>

#include "simt/core/constant_memory.hpp"

namespace simt::count {
namespace {

constexpr unsigned kNarrow = 4;
constexpr unsigned kSectorBytes = 32;
constexpr unsigned kElement = 4;      // that a copy is counted in
constexpr unsigned kTurnBytes = 128;  // a word of each bank

/// See Cost. A wide load of one place takes no other's load along: it is a question as a narrow one is. What
/// spans sectors of its own is a copy.
bool lies_apart(const GlobalShape& shape) {
  const bool is_sparse = 2 * shape.bytes < kSectorBytes * shape.sectors;
  const bool is_copy = shape.bytes > kSectorBytes * shape.elements;
  return is_sparse || (shape.elements <= std::max(shape.sectors, 2U) && !is_copy);
}

}  // namespace

Cost Tally::access(Pc pc, Where where, Kind kind, const Request& request) {
  const bool is_constant = where == kConstants;
  if (is_constant && kind != Kind::Read) {  // by their addresses
    for (unsigned i = 0; i < request.lanes; ++i) {
      const std::uint64_t address = address_of(request.data[i]);
      core::fill_constants_from_device(address, address + bytes_of(request.data[i]));
    }
  }
  Site& site = at(pc, is_constant ? kVariables : where, kind);
  site.lanes += request.lanes;
  if (where == kShared) {
    ++site.requests;
    const SharedShape shape = shared_shape(request);
    site.wavefronts += shape.wavefronts;
    site.ideal_wavefronts += shape.ideal;
    return {0, shape.wavefronts, false};
  }
  unsigned bytes = 0;
  for (unsigned i = 0; i < request.lanes; ++i) bytes += bytes_of(request.data[i]);
  site.bytes += bytes;
  GlobalShape shape = global_shape(request);
  const bool is_apart = kind != Kind::Write && lies_apart(shape);
  if (is_constant && kind == Kind::Read && shape.elements == 1) {
    shape.sectors = 0;  // broadcast from the constant cache
  } else {
    ++site.requests;
    site.sectors += shape.sectors;
    site.ideal_sectors += (shape.bytes + kSectorBytes - 1) / kSectorBytes;
  }
  site.elements += shape.elements;
  site.fetched_bytes += shape.bytes;
  if (shape.elements <= kNarrow) {
    site.narrow_lanes += request.lanes;
    site.narrow_bytes += bytes;
    site.narrow_elements += shape.elements;
    site.narrow_fetched_bytes += shape.bytes;
  }
  return {shape.sectors, 0, is_apart};
}

namespace {

void add_bytes(Site& site, std::uint64_t bytes) {
  site.bytes += bytes;
  site.fetched_bytes += bytes;
  site.lanes += bytes / kElement;
  site.elements += bytes / kElement;
}

/// That some bytes touch, and that they would fill at least.
std::uint64_t sectors_of(std::uintptr_t begin, std::uint64_t bytes) {
  return (begin + bytes - 1) / kSectorBytes - begin / kSectorBytes + 1;
}
std::uint64_t fewest_sectors(std::uint64_t bytes) { return (bytes + kSectorBytes - 1) / kSectorBytes; }

}  // namespace

void Tally::bulk_copy(Pc pc, Where where, Kind kind, std::uintptr_t begin, std::size_t bytes) {
  Site& site = at(pc, where == kConstants ? kVariables : where, kind);
  if (where == kShared) {
    const std::uint64_t turns = (bytes + kTurnBytes - 1) / kTurnBytes;
    site.wavefronts += turns;
    site.ideal_wavefronts += turns;
    return;
  }
  ++site.requests;
  add_bytes(site, bytes);
  site.sectors += sectors_of(begin, bytes);
  site.ideal_sectors += fewest_sectors(bytes);
}

void Tally::copy(Where where, Kind kind, const core::Rows& rows) {
  const std::uint64_t bytes = std::uint64_t{rows.width} * rows.height;
  const bool is_one_piece = rows.pitch == rows.width;
  const std::uint64_t width = is_one_piece ? bytes : rows.width;
  std::uint64_t sectors = 0;
  for (std::uintptr_t row = 0; row < (is_one_piece ? 1 : rows.height); ++row)
    sectors += sectors_of(rows.begin + row * rows.pitch, width);
  Site& site = at(Pc{}, where, kind);
  add_bytes(site, bytes);
  site.sectors += sectors - fewest_sectors(bytes);
}

Site& Tally::add(Pc pc, Where where, Kind kind) {
  const auto index = static_cast<std::size_t>(pc);
  if (index >= first_.size()) first_.resize(index + 1 + index / 2, -1);
  sites_.push_back({pc, where, kind, first_[index]});
  first_[index] = static_cast<int>(sites_.size() - 1);
  return sites_.back();
}

void Tally::clear() {
  sites_.clear();
  first_.assign(first_.size(), -1);
}

}  // namespace simt::count
