// The sums: one record per place in the code and memory it meets, from which the figures by buffer and by
// line are made on request.
#pragma once

#include <cstdint>
#include <vector>

#include "event.hpp"
#include "simt/core/watch.hpp"

namespace simt::count {

/// What the lanes of one request access; of each only the address and the bytes count.
struct Request {
  std::uint64_t data[32];  // in the order of lanes
  unsigned lanes = 0;
  unsigned mask = 0;  // which lanes they are

  void add(unsigned lane, std::uint64_t event_data) {
    mask |= 1U << lane;
    data[lanes++] = event_data;
  }
};

struct GlobalShape {
  unsigned sectors = 0;   // distinct sectors of 32 bytes
  unsigned elements = 0;  // distinct ones
  unsigned bytes = 0;     // of them
};
[[nodiscard]] GlobalShape global_shape(const Request& request);

struct SharedShape {
  unsigned wavefronts = 0;
  unsigned ideal = 0;
};
/// 32 banks of 4 bytes; lanes that want the same word share it. A warp's accesses of 8 bytes are served by
/// halves of the warp, those of 16 by quarters.
[[nodiscard]] SharedShape shared_shape(const Request& request);

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
  /// A copy by the device, for host code. It touches all its sectors, and no warp asks for it.
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
