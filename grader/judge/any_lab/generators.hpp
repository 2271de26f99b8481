// Arrays of any type for the inputs of labs without a kit; model/terms.cpp says what each generator makes.
#pragma once

#include <cstddef>
#include <vector>

#include "judge/random.hpp"
#include "model/catalog.hpp"

namespace mergelab::judge {

/// Both ends included.
[[nodiscard]] std::int64_t draw_integer(std::int64_t low, std::int64_t high, Random& random);
[[nodiscard]] double draw_real(const Number& low, const Number& high, Random& random);

/// The bytes of `count` elements. Throws std::invalid_argument for a generator of another name.
[[nodiscard]] std::vector<std::byte> make_array(const Given& given, const ElementType& type,
                                                std::size_t count, Random& random);

}  // namespace mergelab::judge
