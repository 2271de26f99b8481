// Tells the checkers and the counters what happens, each when it is on.
#pragma once

#include "simt/check/events.hpp"
#include "simt/count/events.hpp"
#include "watch.hpp"

namespace simt::core {

/// Calls `event` of the checkers and of the counters with the same arguments.
#define SIMT_OBSERVE(event, ...)                                           \
  do {                                                                     \
    if (::simt::core::watch.active) [[unlikely]] {                         \
      if (::simt::core::watch.checking) ::simt::check::event(__VA_ARGS__); \
      if (::simt::core::watch.counting) ::simt::count::event(__VA_ARGS__); \
    }                                                                      \
  } while (false)

/// The same of the counters only.
#define SIMT_COUNT(event, ...)                       \
  do {                                               \
    if (::simt::core::watch.counting) [[unlikely]] { \
      ::simt::count::event(__VA_ARGS__);             \
    }                                                \
  } while (false)

}  // namespace simt::core
