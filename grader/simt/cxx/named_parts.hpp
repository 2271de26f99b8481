// Which of a kernel's variables stand for which parts of its dynamic shared array, as far as tokens show, so
// that a message about an element of the array can say `tileB[1]`.
#pragma once

#include <string>
#include <string_view>

#include "tokens.hpp"

namespace simt::cxx {

/// `preprocessed` with a constant `simt_parts` behind each `extern __shared__ T array[];` of a kernel all of
/// whose uses of the array make pointers to parts of it: `T* tile_b = array + tile;`, or a struct that begins
/// with such a pointer. The constant adds no code to the kernel. It holds the size of an element and, in
/// words, the kernel's parameters and the parts with where they begin (core/named_parts reads it).
/// A part is left out when its pointer may change, or when it begins at a place that is not a sum of numbers
/// and of multiples of parameters that don't change; nothing is added where references could change them.
[[nodiscard]] std::string name_parts(std::string_view preprocessed, const IsFile& is_user_file);

}  // namespace simt::cxx
