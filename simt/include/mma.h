// Tensor cores: nvcuda::wmma. Fragments are spread over the lanes in the engine's own way, as CUDA allows.
#pragma once

#if defined(SIMT_CC) && !defined(SIMT_PROGRAM)
#error "labs have no tensor cores (<mma.h>); compute the product in the threads"
#endif

#include <cuda_bf16.h>
#include <cuda_fp16.h>

SIMT_HOST_DEVICE_BEGIN

#include <simt/matrix.hpp>

namespace nvcuda::wmma {

enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

namespace precision {
struct tf32;
}

/// The type of an element in memory and in a fragment, and its name for the engine.
template <class T>
struct Element;
#define SIMT_ELEMENT(T, STORED, NAME)                                          \
  template <>                                                                  \
  struct Element<T> {                                                          \
    using Stored = STORED;                                                     \
    static constexpr ::simt::MatrixElement name = ::simt::MatrixElement::NAME; \
  };
SIMT_ELEMENT(__half, __half, half)
SIMT_ELEMENT(__nv_bfloat16, __nv_bfloat16, bfloat16)
SIMT_ELEMENT(precision::tf32, float, tf32)
SIMT_ELEMENT(signed char, signed char, int8)
SIMT_ELEMENT(unsigned char, unsigned char, uint8)
SIMT_ELEMENT(double, double, float64)
SIMT_ELEMENT(float, float, float32)
SIMT_ELEMENT(int, int, int32)
#undef SIMT_ELEMENT

/// The shapes that tensor cores have for inputs of this type.
template <class T>
constexpr bool has_shape(int m, int n, int k) {
  if (__is_same(T, double)) return m == 8 && n == 8 && k == 4;
  if (__is_same(T, precision::tf32)) return m == 16 && n == 16 && k == 8;
  return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
}

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  static constexpr bool kIsA = __is_same(Use, matrix_a), kIsB = __is_same(Use, matrix_b);
  static_assert(kIsA || kIsB || (__is_same(Use, accumulator) && __is_same(Layout, void)),
                "a fragment is a matrix_a, a matrix_b, or an accumulator without a layout");

 public:
  using element_type = T;
  using storage_element_type = typename Element<T>::Stored;
  static constexpr int rows = kIsB ? k : m, columns = kIsA ? k : n;
  static constexpr bool by_columns = __is_same(Layout, col_major);
  static constexpr int num_elements = rows * columns / 32;
  storage_element_type x[num_elements];
};

/// Visits the lane's elements and their places in memory, where rows or columns are `stride` elements apart.
template <class Fragment, class Function>
inline void for_each_element(Fragment&& part, unsigned stride, bool numbered_by_columns,
                             bool memory_by_columns, const Function& visit) {
  using Plain = typename ::simt::Plain<Fragment>::Type;
  for (int i = 0; i < Plain::num_elements; ++i) {
    const int number = 32 * i + ::simt::lane();
    const int line = numbered_by_columns ? Plain::rows : Plain::columns;
    const int outer = number / line, inner = number % line;
    const bool is_along = numbered_by_columns == memory_by_columns;
    visit(part.x[i],
          (is_along ? outer : inner) * static_cast<unsigned long>(stride) + (is_along ? inner : outer));
  }
}

template <class Use, int m, int n, int k, class T, class Layout, class Value>
inline void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to, const Value* from, unsigned stride) {
  static_assert(!__is_same(Layout, void), "an accumulator is loaded with a layout");
  for_each_element(to, stride, to.by_columns, to.by_columns,
                   [&](auto& element, unsigned long at) { element = from[at]; });
}
template <int m, int n, int k, class T, class Value>
inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const Value* from, unsigned stride,
                             layout_t layout) {
  for_each_element(to, stride, false, layout == mem_col_major,
                   [&](auto& element, unsigned long at) { element = from[at]; });
}
template <int m, int n, int k, class T, class Value>
inline void store_matrix_sync(Value* to, const fragment<accumulator, m, n, k, T>& from, unsigned stride,
                              layout_t layout) {
  for_each_element(from, stride, false, layout == mem_col_major,
                   [&](const auto& element, unsigned long at) { to[at] = element; });
}

template <class Use, int m, int n, int k, class T, class Layout, class Value>
inline void fill_fragment(fragment<Use, m, n, k, T, Layout>& to, const Value& value) {
  for (auto& element : to.x) element = value;
}

template <int m, int n, int k, class T, class LayoutA, class LayoutB, class TypeC, class TypeD>
inline void mma_sync(fragment<accumulator, m, n, k, TypeD>& d,
                     const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                     const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                     const fragment<accumulator, m, n, k, TypeC>& c, bool saturates = false, SIMT_SITE) {
  static_assert(has_shape<T>(m, n, k), "tensor cores have no product of this shape for this type");
  ::simt::multiply_matrices({m, n, k, Element<T>::name, Element<TypeC>::name, Element<TypeD>::name,
                             a.by_columns, b.by_columns, saturates, a.x, b.x, c.x, d.x},
                            site);
}

inline float __float_to_tf32(float value) {
  unsigned bits = 0;
  __builtin_memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7f800000) != 0x7f800000) bits = (bits + 0x1000) & 0xffffe000;  // to nearest, ties away from 0
  __builtin_memcpy(&value, &bits, sizeof bits);
  return value;
}

}  // namespace nvcuda::wmma

SIMT_HOST_DEVICE_END
