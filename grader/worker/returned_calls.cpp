#include "worker/returned_calls.hpp"

#include <algorithm>

#include "wire/message.hpp"

namespace mergelab::worker {
namespace {

std::span<const std::byte> watched;
std::size_t watched_calls = 0;

}  // namespace

void watch_returned(std::span<const std::byte> returned, std::size_t calls) {
  watched = returned;
  watched_calls = returned.empty() ? 0 : calls;
}

std::int32_t running_call() {
  if (watched_calls == 0) return -1;
  // They run one after the other, and return no poison.
  const std::size_t bytes = watched.size() / watched_calls;
  for (std::size_t call = 0; call < watched_calls; ++call) {
    const std::span<const std::byte> value = watched.subspan(call * bytes, bytes);
    if (std::all_of(value.begin(), value.end(), [](std::byte b) { return b == wire::kPoison; }))
      return static_cast<std::int32_t>(call);
  }
  return -1;
}

}  // namespace mergelab::worker
