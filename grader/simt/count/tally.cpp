// How a request enters the sums.
#include "tally.hpp"

namespace simt::count {
namespace {

constexpr unsigned kNarrow = 4;
constexpr unsigned kSectorBytes = 32;

}  // namespace

void Tally::access(Pc pc, Where where, Kind kind, const Request& request) {
  Site& site = at(pc, where, kind);
  ++site.requests;
  site.lanes += request.lanes;
  if (where == kShared) {
    const SharedShape shape = shared_shape(request);
    site.wavefronts += shape.wavefronts;
    site.ideal_wavefronts += shape.ideal;
    return;
  }
  unsigned bytes = 0;
  for (unsigned i = 0; i < request.lanes; ++i) bytes += bytes_of(request.data[i]);
  site.bytes += bytes;
  const GlobalShape shape = global_shape(request);
  site.sectors += shape.sectors;
  site.ideal_sectors += (shape.bytes + kSectorBytes - 1) / kSectorBytes;
  site.elements += shape.elements;
  site.fetched_bytes += shape.bytes;
  if (shape.elements <= kNarrow) {
    site.narrow_lanes += request.lanes;
    site.narrow_bytes += bytes;
    site.narrow_elements += shape.elements;
    site.narrow_fetched_bytes += shape.bytes;
  }
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
