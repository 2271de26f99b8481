// Which of a kernel's variables point to which parts of its dynamic shared array, as far as tokens show, so a
// message about an element of the array can say `tileB[1]`.
#pragma once

#include <string>
#include <string_view>

#include "tokens.hpp"

namespace simt::cxx {

/// `preprocessed` with a constant `simt_parts` behind each `extern __shared__ T array[];` of a kernel that
/// uses the array only for pointers to parts of it: `T* tile_b = array + tile;`, or a struct that begins with
/// such a pointer. The constant adds no code to the kernel. It contains the size of an element and, as text,
/// the kernel's parameters and the parts with their beginnings (core/named_parts reads it). A part is omitted
/// if its pointer may change, or if its beginning is not a sum of numbers and of multiples of constant
/// parameters; nothing is added if references could change them.
[[nodiscard]] std::string name_parts(std::string_view preprocessed, const IsFile& is_user_file);

}  // namespace simt::cxx
