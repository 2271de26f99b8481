// What the CPU engine is asked to keep an eye on during the calls of one request, and what it saw.
#pragma once

#include <cstddef>
#include <vector>

#include "simt/engine.hpp"
#include "wire/message.hpp"

namespace mergelab::worker {

/// What the engine found without ending the run; races first, since they explain the rest.
[[nodiscard]] std::vector<simt::Finding> breaches();

/// One for each request. For objects that were built with checks; with others the engine sees nothing.
class Watch {
 public:
  explicit Watch(const wire::Prepare& prepare);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// A new problem: its arrays follow, and its counters start at 0.
  void begin();
  /// The student's code may use this memory, under this name, and no other that is not its own.
  void allow_host(const void* memory, std::size_t bytes, const char* name, bool read_only);
  void allow_device(const void* memory, std::size_t bytes, const char* name, bool read_only);

  /// Adds what was seen: counters of the last problem, and the breaches of all.
  void report(wire::Fetched& fetched);
  /// Sends the details that report() announced.
  void send_details(const wire::Fetched& fetched) const;

 private:
  [[nodiscard]] bool watches(std::uint32_t what) const { return (watch_ & what) != 0; }

  std::uint32_t watch_;
  std::vector<wire::Violation> violations_;
  std::vector<wire::Line> lines_;
};

}  // namespace mergelab::worker
