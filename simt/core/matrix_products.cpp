// Products of matrices, once the last lane of a warp has come.
#include "matrix_products.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <simt/short_float.hpp>
#include <tuple>

#include "scheduler.hpp"

namespace simt::core {
namespace {

using Half = ShortFloat<10, 15>;
using Bfloat16 = ShortFloat<7, 127>;

template <class T>
T element_of(const void* part, unsigned i) {
  return static_cast<const T*>(part)[i];
}

/// Of a matrix that is spread over the lanes.
template <class Sum>
Sum element(MatrixElement type, const void* part, unsigned i) {
  switch (type) {
    case MatrixElement::half:
      return static_cast<Sum>(Half::value(element_of<std::uint16_t>(part, i)));
    case MatrixElement::bfloat16:
      return static_cast<Sum>(Bfloat16::value(element_of<std::uint16_t>(part, i)));
    case MatrixElement::int8:
      return static_cast<Sum>(element_of<std::int8_t>(part, i));
    case MatrixElement::uint8:
      return static_cast<Sum>(element_of<std::uint8_t>(part, i));
    case MatrixElement::float64:
      return static_cast<Sum>(element_of<double>(part, i));
    case MatrixElement::int32:
      return static_cast<Sum>(element_of<std::int32_t>(part, i));
    case MatrixElement::tf32: {  // tensor cores take the upper bits of a float
      std::uint32_t bits = element_of<std::uint32_t>(part, i) & 0xffffe000;
      return static_cast<Sum>(element_of<float>(&bits, 0));
    }
    case MatrixElement::float32:
      break;
  }
  return static_cast<Sum>(element_of<float>(part, i));
}

template <class Sum>
void put(MatrixElement type, void* part, unsigned i, Sum sum) {
  if (type == MatrixElement::half)
    static_cast<std::uint16_t*>(part)[i] = Half::bits(static_cast<double>(sum));
  else if (type == MatrixElement::float64)
    static_cast<double*>(part)[i] = static_cast<double>(sum);
  else if (type == MatrixElement::int32)
    static_cast<std::int32_t*>(part)[i] = static_cast<std::int32_t>(sum);
  else
    static_cast<float*>(part)[i] = static_cast<float>(sum);
}

constexpr unsigned kLanes = 32, kMostElements = 512;

template <class Sum>
void multiply(const MatrixProduct* const (&lanes)[kLanes]) {
  const MatrixProduct& all = *lanes[0];
  const unsigned m = all.m, n = all.n, k = all.k;
  Sum a[kMostElements], b[kMostElements];  // by rows
  const auto fill = [&](Sum* matrix, unsigned rows, unsigned columns, bool by_columns, auto part) {
    for (unsigned number = 0; number < rows * columns; ++number) {
      const unsigned row = by_columns ? number % rows : number / columns;
      const unsigned column = by_columns ? number / rows : number % columns;
      matrix[row * columns + column] =
          element<Sum>(all.inputs, part(*lanes[number % kLanes]), number / kLanes);
    }
  };
  fill(a, m, k, all.a_by_columns, [](const MatrixProduct& lane) { return lane.a_part; });
  fill(b, k, n, all.b_by_columns, [](const MatrixProduct& lane) { return lane.b_part; });
  for (unsigned number = 0; number < m * n; ++number) {
    const MatrixProduct& lane = *lanes[number % kLanes];
    Sum sum = element<Sum>(all.c, lane.c_part, number / kLanes);
    for (unsigned i = 0; i < k; ++i) sum += a[number / n * k + i] * b[i * n + number % n];
    if constexpr (std::numeric_limits<Sum>::is_integer) {
      using Limits = std::numeric_limits<std::int32_t>;
      if (all.saturates) sum = std::clamp<Sum>(sum, Limits::min(), Limits::max());
    }
    put(all.d, lane.d_part, number / kLanes, sum);
  }
}

}  // namespace

bool multiply_matrices(const MatrixProduct* const (&lanes)[kLanes]) {
  const auto kind = [](const MatrixProduct* lane) {
    return std::tuple(lane->m, lane->n, lane->k, lane->inputs, lane->c, lane->d);
  };
  if (std::any_of(lanes, lanes + kLanes, [&](const auto* lane) { return kind(lane) != kind(lanes[0]); }))
    return false;
  if (lanes[0]->inputs == MatrixElement::float64)
    multiply<double>(lanes);
  else if (lanes[0]->c == MatrixElement::int32)
    multiply<std::int64_t>(lanes);
  else
    multiply<float>(lanes);
  return true;
}

}  // namespace simt::core

void simt::multiply_matrices(const MatrixProduct& part, CallSite site) {
  (void)warp_exchange(WarpOp::Matrix, ~0U, reinterpret_cast<unsigned long long>(&part), 0, site);
}
