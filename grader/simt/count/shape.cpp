// The arithmetic of sectors and banks. Most requests are ascending or all to one place; these take one pass.
#include "shape.hpp"

#include <algorithm>
#include <bit>

namespace simt::count {
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
