// The sums: one record per place in the code and memory it meets, from which the figures by buffer and by
// line are made on request.
#pragma once

#include <cstdint>
#include <vector>

#include "event.hpp"
#include "shape.hpp"
#include "simt/core/watch.hpp"

namespace simt::count {

struct Site {
  Pc pc;
  Where where;
  Kind kind;
  int next;  // another site at this pc, or -1
  std::uint64_t requests = 0, lanes = 0, bytes = 0;
  std::uint64_t narrow_lanes = 0;  // in requests for at most 4 distinct elements
  std::uint64_t narrow_bytes = 0;
  std::uint64_t elements = 0, narrow_elements = 0;  // distinct ones of each request
  std::uint64_t fetched_bytes = 0, narrow_fetched_bytes = 0;
  std::uint64_t sectors = 0, ideal_sectors = 0;        // global memory
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // shared memory
};

/// What the memory does for a request.
struct Cost {
  unsigned sectors = 0, wavefronts = 0;
  /// A load from global memory, or an atomic, whose elements fill less than half of their sectors, or of
  /// which none has a neighbour there, however wide they are.
  bool lies_apart = false;
};

class Tally {
 public:
  void block(Pc pc, unsigned lanes) {
    Site& site = at(pc, kShared, Kind::Block);
    ++site.requests;
    site.lanes += lanes;
  }
  Cost access(Pc pc, Where where, Kind kind, const Request& request);
  /// A copy by the device, for host code. It adds no more sectors than it touches beyond the fewest: else
  /// many copies would make scattered accesses look few.
  void copy(Where where, Kind kind, const core::Rows& rows);
  /// One end of a copy that the copy engine makes for a thread. In global memory it is a request, and touches
  /// all its sectors; in shared memory no warp asks, and whole rows of banks are read or written.
  void bulk_copy(Pc pc, Where where, Kind kind, std::uintptr_t begin, std::size_t bytes);

  [[nodiscard]] const std::vector<Site>& sites() const { return sites_; }
  void clear();

 private:
  Site& at(Pc pc, Where where, Kind kind) {
    if (static_cast<std::size_t>(pc) < first_.size()) [[likely]] {
      for (int i = first_[static_cast<std::size_t>(pc)]; i >= 0;
           i = sites_[static_cast<std::size_t>(i)].next) {
        Site& site = sites_[static_cast<std::size_t>(i)];
        if (site.where == where && site.kind == kind) return site;
      }
    }
    return add(pc, where, kind);
  }
  Site& add(Pc pc, Where where, Kind kind);

  std::vector<int> first_;  // by pc: its first site, or -1
  std::vector<Site> sites_;
};

}  // namespace simt::count
