// The CPU engine has no device clock, and its device memory is the host's.
#include "worker/timing.hpp"

#include "wire/digest.hpp"

namespace mergelab::worker {

void warm_up_device() {}

struct CallTimer::Events {};

CallTimer::CallTimer() = default;
CallTimer::~CallTimer() { delete events_; }
void CallTimer::start() {}
void CallTimer::stop() {}
double CallTimer::seconds() const { return -1; }

std::uint64_t digest_on_device(const void* memory, std::size_t bytes, std::uint64_t key) {
  return wire::digest(memory, bytes, key);
}

}  // namespace mergelab::worker
