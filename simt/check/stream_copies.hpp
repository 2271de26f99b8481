// Copies and fills that host code puts into streams. Each counts as a launch: it races with kernels, and with
// other copies, unless an event, a call that waits or the default stream orders the two. And what host code
// does itself in memory that it shares with kernels.
#pragma once

#include <cstdint>
#include <simt/runtime_api.hpp>

#include "simt/core/watch.hpp"

namespace simt::check {

/// The time at which a copy ran says which one it was.
struct CopyCall {
  const char* name;  // "cudaMemcpyAsync"; null: no copy ran at that time
  std::uintptr_t pc;
};
[[nodiscard]] CopyCall copy_at(std::uint32_t time);
void forget_stream_copies();

/// Of host code, in memory that it shares with kernels and copies: it races with those that it has not waited
/// for.
void check_shared_with_host(const core::Access& access);

/// One of them, during its lifetime.
class StreamCopy {
 public:
  /// `waits`: the call returns when the copy is done. `name` is kept.
  StreamCopy(const char* name, cudaStream_t stream, bool waits, std::uintptr_t pc);
  ~StreamCopy();
  StreamCopy(const StreamCopy&) = delete;
  StreamCopy& operator=(const StreamCopy&) = delete;

  void reads(const core::Rows& rows) const { accesses(rows, false); }
  void writes(const core::Rows& rows) const { accesses(rows, true); }

 private:
  void accesses(const core::Rows& rows, bool writes) const;

  CopyCall call_;
  cudaStream_t stream_;
  bool waits_;
  bool is_checked_, is_beside_streams_;
};

}  // namespace simt::check
