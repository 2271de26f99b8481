// The step of the replay that is taken for every instruction: which lanes stand at the lowest program
// counter.
#pragma once

#include <algorithm>

#include "event.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace simt::count {

struct Lowest {
  Pc pc;
  unsigned lanes;
};

#if defined(__SSE2__)

inline __m128i smaller(__m128i a, __m128i b) {
  const __m128i greater = _mm_cmpgt_epi32(a, b);
  return _mm_or_si128(_mm_and_si128(greater, b), _mm_andnot_si128(greater, a));
}

/// `heads` is aligned to 16.
inline Lowest lowest(const Pc (&heads)[32]) {
  __m128i pcs[8];
  for (int i = 0; i < 8; ++i) pcs[i] = _mm_load_si128(reinterpret_cast<const __m128i*>(heads) + i);
  __m128i least = smaller(smaller(smaller(pcs[0], pcs[1]), smaller(pcs[2], pcs[3])),
                          smaller(smaller(pcs[4], pcs[5]), smaller(pcs[6], pcs[7])));
  least = smaller(least, _mm_shuffle_epi32(least, 0x4e));
  least = smaller(least, _mm_shuffle_epi32(least, 0xb1));
  unsigned lanes = 0;
  for (int i = 0; i < 4; ++i) {  // two vectors of words become one of halves, and two of these one of bytes
    const __m128i pair =
        _mm_packs_epi32(_mm_cmpeq_epi32(pcs[2 * i], least), _mm_cmpeq_epi32(pcs[2 * i + 1], least));
    lanes |= static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(pair, _mm_setzero_si128()))) << (8 * i);
  }
  return {_mm_cvtsi128_si32(least), lanes};
}

#else

inline Lowest lowest(const Pc (&heads)[32]) {
  Lowest result{*std::min_element(heads, heads + 32), 0};
  for (unsigned i = 0; i < 32; ++i) result.lanes |= static_cast<unsigned>(heads[i] == result.pc) << i;
  return result;
}

#endif

}  // namespace simt::count
