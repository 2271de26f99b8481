// How a request enters the sums.
#include "tally.hpp"

#include <algorithm>
#include <bit>

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
  if (where == kConstants && kind != Kind::Read) core::fill_constants_from_device(begin, begin + bytes);
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
  site.sectors += sectors;
  site.ideal_sectors += fewest_sectors(bytes);
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

namespace {

constexpr unsigned kSectorShift = 5;
constexpr unsigned kBanks = 32;

/// At most 128 numbers, found by hashing; emptied in no time.
class SmallSet {
 public:
  void clear() { ++now_; }
  /// False when it is there already.
  bool insert(std::uint64_t key) {
    unsigned slot = static_cast<unsigned>(key * 0x9e3779b97f4a7c15ULL >> 56);
    for (; stamps_[slot] == now_; slot = (slot + 1) % kSlots) {
      if (keys_[slot] == key) return false;
    }
    stamps_[slot] = now_;
    keys_[slot] = key;
    return true;
  }

 private:
  static constexpr unsigned kSlots = 256;
  std::uint64_t keys_[kSlots] = {};
  std::uint64_t stamps_[kSlots] = {};
  std::uint64_t now_ = 1;
};

GlobalShape scattered_shape(const Request& request) {
  static SmallSet sectors, elements;
  sectors.clear();
  elements.clear();
  GlobalShape shape;
  for (unsigned i = 0; i < request.lanes; ++i) {
    const std::uint64_t data = request.data[i];
    if (!elements.insert(data & Event::kElement)) continue;
    ++shape.elements;
    shape.bytes += bytes_of(data);
    const std::uint64_t first = address_of(data) >> kSectorShift;
    const std::uint64_t last = (address_of(data) + bytes_of(data) - 1) >> kSectorShift;
    for (std::uint64_t sector = first; sector <= last; ++sector) shape.sectors += sectors.insert(sector);
  }
  return shape;
}

/// The distinct words that lanes want from each bank.
class Banks {
 public:
  void want(std::uint32_t word) {
    const std::uint32_t bank = word % kBanks;
    unsigned i = 0;
    while (i < count_[bank] && words_[bank][i] != word) ++i;
    if (i < count_[bank]) return;
    words_[bank][i] = word;
    count_[bank] = static_cast<std::uint8_t>(i + 1);
    most_ = std::max(most_, i + 1);
  }
  [[nodiscard]] unsigned most() const { return most_; }

 private:
  std::uint8_t count_[kBanks] = {};
  std::uint32_t words_[kBanks][32];  // a lane wants at most one word of a bank
  unsigned most_ = 0;
};

/// The wavefronts of accesses [begin, end) of the request, which are served together.
unsigned wavefronts_of_group(const Request& request, unsigned begin, unsigned end) {
  Banks banks;
  for (unsigned i = begin; i < end; ++i) {
    const std::uint64_t address = address_of(request.data[i]);
    const std::uint64_t last = (address + bytes_of(request.data[i]) - 1) >> 2;
    for (std::uint64_t word = address >> 2; word <= last; ++word)
      banks.want(static_cast<std::uint32_t>(word));
  }
  return banks.most();
}

}  // namespace

GlobalShape global_shape(const Request& request) {
  const std::uint64_t first = request.data[0];
  bool ascending = true, same = true;
  std::uint64_t end = 0, last_sector = ~std::uint64_t{0};
  GlobalShape shape;
  for (unsigned i = 0; i < request.lanes; ++i) {
    const std::uint64_t data = request.data[i];
    const std::uint64_t address = address_of(data);
    ascending &= address >= end;
    same &= data == first;
    end = address + bytes_of(data);
    const std::uint64_t low = address >> kSectorShift, high = (end - 1) >> kSectorShift;
    shape.sectors += static_cast<unsigned>(high - low) + (low != last_sector);
    shape.bytes += bytes_of(data);
    last_sector = high;
  }
  shape.elements = request.lanes;
  if (ascending) return shape;
  if (!same) return scattered_shape(request);
  const std::uint64_t low = address_of(first) >> kSectorShift;
  const std::uint64_t high = (address_of(first) + bytes_of(first) - 1) >> kSectorShift;
  return {static_cast<unsigned>(high - low + 1), 1, bytes_of(first)};
}

SharedShape shared_shape(const Request& request) {
  Banks banks;
  bool within_words = true;
  for (unsigned i = 0; i < request.lanes; ++i) {
    const std::uint64_t data = request.data[i];
    within_words &= (address_of(data) & 3) + bytes_of(data) <= 4;
    banks.want(static_cast<std::uint32_t>(address_of(data) >> 2));
  }
  if (within_words) [[likely]]
    return {banks.most(), 1};

  unsigned bytes = 0;
  for (unsigned i = 0; i < request.lanes; ++i) bytes = std::max(bytes, bytes_of(request.data[i]));
  const unsigned group = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  SharedShape shape;
  for (unsigned low = 0, begin = 0; low < 32; low += group) {
    const unsigned members = request.mask >> low & (group == 32 ? ~0U : (1U << group) - 1);
    const unsigned end = begin + static_cast<unsigned>(std::popcount(members));
    if (begin == end) continue;
    shape.wavefronts += wavefronts_of_group(request, begin, end);
    ++shape.ideal;
    begin = end;
  }
  return shape;
}

}  // namespace simt::count
