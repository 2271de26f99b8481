// One buffer of shared memory with the margins round it: how it is laid out and filled, and what shows that a
// worker wrote where it must not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/interface.hpp"
#include "model/outcome.hpp"
#include "wire/message.hpp"

namespace mergelab::judge {

inline constexpr std::byte kInputMargin{
    0x5a};  // round A and B on a device; the engine has it round all arrays
inline constexpr std::byte kOutputMargin{
    0xc3};  // round C: another, so that copying past all three ends shows

/// Where the next buffer may begin.
[[nodiscard]] constexpr std::size_t align(std::size_t offset) { return (offset + 63) / 64 * 64; }

/// Fills a buffer's margins, and returns where its payload begins. `memory`: all of the shared memory.
std::byte* fill_margins(std::span<std::byte> memory, const wire::Buffer& buffer, std::byte margin);

/// Whether a worker left a problem's inputs, and the margins of all arrays, as they were sent. `sent` and
/// `returned` are all of the shared memory.
[[nodiscard]] Outcome check_untouched(const Interface& interface, std::size_t value_bytes,
                                      const wire::Problem& problem, std::span<const std::byte> sent,
                                      std::span<const std::byte> returned);

}  // namespace mergelab::judge
