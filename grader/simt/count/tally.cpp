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
  for (unsigned i = 0; i < request.lanes; ++i) site.bytes += bytes_of(request.data[i]);
  const GlobalShape shape = global_shape(request);
  site.sectors += shape.sectors;
  site.ideal_sectors += (shape.bytes + kSectorBytes - 1) / kSectorBytes;
  site.elements += shape.elements;
  if (shape.elements <= kNarrow) {
    site.narrow_lanes += request.lanes;
    site.narrow_elements += shape.elements;
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
