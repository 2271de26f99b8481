// The output limit of a launch: cudaLimitPrintfFifoSize.
#pragma once

#include <cstddef>

namespace simt::core {

extern std::size_t print_buffer_bytes;

}  // namespace simt::core
