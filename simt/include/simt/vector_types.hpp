// dim3 and CUDA's short vectors, with CUDA's alignment.
#pragma once

struct uint3 {
  unsigned int x, y, z;
};

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int width = 1, unsigned int height = 1, unsigned int depth = 1)
      : x(width), y(height), z(depth) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

constexpr uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return uint3{x, y, z}; }

#define SIMT_VECTORS(NAME, T, ALIGN_2, ALIGN_4)                         \
  struct NAME##1 {                                                      \
    T x;                                                                \
  };                                                                    \
  struct alignas(ALIGN_2) NAME##2 {                                     \
    T x, y;                                                             \
  };                                                                    \
  struct alignas(ALIGN_4) NAME##4 {                                     \
    T x, y, z, w;                                                       \
  };                                                                    \
  constexpr NAME##1 make_##NAME##1(T x) { return NAME##1 {x}; }         \
  constexpr NAME##2 make_##NAME##2(T x, T y) { return NAME##2 {x, y}; } \
  constexpr NAME##4 make_##NAME##4(T x, T y, T z, T w) { return NAME##4 {x, y, z, w}; }

// Separate, because uint3 is above.
#define SIMT_VECTOR_3(NAME, T) \
  struct NAME##3 {             \
    T x, y, z;                 \
  };                           \
  constexpr NAME##3 make_##NAME##3(T x, T y, T z) { return NAME##3 {x, y, z}; }

SIMT_VECTORS(char, signed char, 2, 4)
SIMT_VECTORS(uchar, unsigned char, 2, 4)
SIMT_VECTORS(short, short, 4, 8)
SIMT_VECTORS(ushort, unsigned short, 4, 8)
SIMT_VECTORS(int, int, 8, 16)
SIMT_VECTORS(uint, unsigned int, 8, 16)
SIMT_VECTORS(long, long, 2 * sizeof(long), 16)
SIMT_VECTORS(ulong, unsigned long, 2 * sizeof(long), 16)
SIMT_VECTORS(longlong, long long, 16, 16)
SIMT_VECTORS(ulonglong, unsigned long long, 16, 16)
SIMT_VECTORS(float, float, 8, 16)
SIMT_VECTORS(double, double, 16, 16)
SIMT_VECTOR_3(char, signed char)
SIMT_VECTOR_3(uchar, unsigned char)
SIMT_VECTOR_3(short, short)
SIMT_VECTOR_3(ushort, unsigned short)
SIMT_VECTOR_3(int, int)
SIMT_VECTOR_3(long, long)
SIMT_VECTOR_3(ulong, unsigned long)
SIMT_VECTOR_3(longlong, long long)
SIMT_VECTOR_3(ulonglong, unsigned long long)
SIMT_VECTOR_3(float, float)
SIMT_VECTOR_3(double, double)

// CUDA 13's, with their alignments in their names.
#define SIMT_ALIGNED_4(NAME, T, BYTES)       \
  struct alignas(BYTES) NAME##4_##BYTES##a { \
    T x, y, z, w;                            \
  };                                         \
  constexpr NAME##4_##BYTES##a make_##NAME##4_##BYTES##a(T x, T y, T z, T w) { return {x, y, z, w}; }
SIMT_ALIGNED_4(long, long, 16)
SIMT_ALIGNED_4(long, long, 32)
SIMT_ALIGNED_4(ulong, unsigned long, 16)
SIMT_ALIGNED_4(ulong, unsigned long, 32)
SIMT_ALIGNED_4(longlong, long long, 16)
SIMT_ALIGNED_4(longlong, long long, 32)
SIMT_ALIGNED_4(ulonglong, unsigned long long, 16)
SIMT_ALIGNED_4(ulonglong, unsigned long long, 32)
SIMT_ALIGNED_4(double, double, 16)
SIMT_ALIGNED_4(double, double, 32)

#undef SIMT_ALIGNED_4
#undef SIMT_VECTORS
#undef SIMT_VECTOR_3
