// How much a launch may print: cudaLimitPrintfFifoSize.
#pragma once

#include <cstddef>

namespace simt::core {

extern std::size_t print_buffer_bytes;

}  // namespace simt::core
