// The worker's side of the transport: what a rank sends goes to the judge, and what it is sent comes from
// there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "wire/memory.hpp"
#include "wire/message.hpp"
#include "worker/call.h"

namespace mergelab::worker {

/// Serves the calls of table(); one at a time exists.
class Transport {
 public:
  /// Runs work that is not the student's code, in the middle of a call of it.
  using Outside = std::function<void(const std::function<void()>&)>;

  /// `memory`: what PREPARE brought for this rank.
  Transport(const wire::Prepare& prepare, wire::Mapping memory);
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  ~Transport();

  /// A call on a rank begins, by the START of this nonce.
  void begin(int ranks, std::uint64_t nonce, Outside outside);
  [[nodiscard]] static const MergelabTransport& table();

  // What the table's functions do; see MergelabTransport.
  void gather(const void* mine, int count, void* all, std::size_t size, const void* caller);
  void exchange(const void* send, const int* send_counts, void* receive, const int* receive_counts,
                std::size_t size, const void* caller);

 private:
  /// Sends it, and waits for the answer.
  void collect(wire::Collective message) const;
  [[nodiscard]] std::byte* outbox() const { return memory_.bytes().data(); }
  [[nodiscard]] std::byte* inbox() const { return memory_.bytes().data() + bytes_; }

  wire::Mapping memory_;
  std::size_t bytes_;  // of either half
  Outside outside_;
  int ranks_ = 0;
  std::uint64_t nonce_ = 0;
};

}  // namespace mergelab::worker
