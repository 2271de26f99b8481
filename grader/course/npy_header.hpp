// The dictionary in front of a .npy file's data.
#pragma once

#include <cstdint>
#include <string>

namespace mergelab::course {

/// How many elements a one-dimensional array of little-endian int32 has. Throws Error for any other array,
/// with a text that goes behind the file's name: "holds float64 ('<f8'); int32 ('<i4') is expected".
[[nodiscard]] std::uint64_t parse_npy_header(const std::string& header);

}  // namespace mergelab::course
