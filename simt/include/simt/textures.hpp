// Textures and surfaces of one level: arrays, 1-D linear memory and 2-D pitched memory. Mipmaps, sRGB and
// gathers are missing.
#pragma once

#include <simt/inline.hpp>
#include <simt/runtime_api.hpp>
#include <simt/texture_types.hpp>

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height = 0, unsigned int flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned int flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array);

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream = nullptr);

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);

namespace simt {

/// A texel's channels, 32 bits each; or the bytes of a surface's element. In registers, so that no callee
/// stores it.
struct Texel {
  unsigned long long low, high;
};

enum class TextureShape { Linear, One, Two, Three, Cube };

/// Coordinates of a texture. Of `Linear`, `layer` is the index; elsewhere, -1 stands for none.
Texel read_texture(cudaTextureObject_t object, TextureShape shape, float x, float y, float z, int layer);

/// Of `bytes` at byte x; y and z in elements.
Texel read_surface(cudaSurfaceObject_t object, unsigned bytes, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode);
void write_surface(cudaSurfaceObject_t object, Texel value, unsigned bytes, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode);

template <class T>
struct Channels {
  static constexpr bool kExists = false;
};

template <class Other>
inline Other channel_of(const Texel& texel, int channel) {
  const auto bits =
      static_cast<unsigned int>((channel < 2 ? texel.low : texel.high) >> (channel % 2 == 0 ? 0 : 32));
  return static_cast<Other>(bits);
}
template <>
inline float channel_of<float>(const Texel& texel, int channel) {
  const auto bits = channel_of<unsigned int>(texel, channel);
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

#define SIMT_CHANNELS(NAME, BASE, BITS, KIND)                                                            \
  template <>                                                                                            \
  struct Channels<NAME##1> {                                                                             \
    static constexpr bool kExists = true;                                                                \
    static constexpr cudaChannelFormatDesc kFormat{BITS, 0, 0, 0, cudaChannelFormatKind##KIND};          \
    static NAME##1 of(const Texel& texel) { return {channel_of<BASE>(texel, 0)}; }                       \
  };                                                                                                     \
  template <>                                                                                            \
  struct Channels<NAME##2> {                                                                             \
    static constexpr bool kExists = true;                                                                \
    static constexpr cudaChannelFormatDesc kFormat{BITS, BITS, 0, 0, cudaChannelFormatKind##KIND};       \
    static NAME##2 of(const Texel& texel) {                                                              \
      return {channel_of<BASE>(texel, 0), channel_of<BASE>(texel, 1)};                                   \
    }                                                                                                    \
  };                                                                                                     \
  template <>                                                                                            \
  struct Channels<NAME##4> {                                                                             \
    static constexpr bool kExists = true;                                                                \
    static constexpr cudaChannelFormatDesc kFormat{BITS, BITS, BITS, BITS, cudaChannelFormatKind##KIND}; \
    static NAME##4 of(const Texel& texel) {                                                              \
      return {channel_of<BASE>(texel, 0), channel_of<BASE>(texel, 1), channel_of<BASE>(texel, 2),        \
              channel_of<BASE>(texel, 3)};                                                               \
    }                                                                                                    \
  };                                                                                                     \
  template <>                                                                                            \
  struct Channels<BASE> {                                                                                \
    static constexpr bool kExists = true;                                                                \
    static constexpr cudaChannelFormatDesc kFormat{BITS, 0, 0, 0, cudaChannelFormatKind##KIND};          \
    static BASE of(const Texel& texel) { return channel_of<BASE>(texel, 0); }                            \
  };
SIMT_CHANNELS(char, signed char, 8, Signed)
SIMT_CHANNELS(uchar, unsigned char, 8, Unsigned)
SIMT_CHANNELS(short, short, 16, Signed)
SIMT_CHANNELS(ushort, unsigned short, 16, Unsigned)
SIMT_CHANNELS(int, int, 32, Signed)
SIMT_CHANNELS(uint, unsigned int, 32, Unsigned)
SIMT_CHANNELS(float, float, 32, Float)
#undef SIMT_CHANNELS
template <>
struct Channels<char> : Channels<signed char> {};

template <class T>
SIMT_INLINE T texel_of(Texel texel) {
  static_assert(
      Channels<T>::kExists,
      "a texture has elements of char, short, int or float, signed or unsigned, or vectors of 1, 2 or 4");
  return Channels<T>::of(texel);
}

template <class T>
SIMT_INLINE T from_surface(Texel texel) {
  static_assert(sizeof(T) <= sizeof(Texel), "an element of a surface has at most 16 bytes");
  T value;
  __builtin_memcpy(&value, &texel, sizeof value);
  return value;
}
template <class T>
SIMT_INLINE Texel for_surface(const T& value) {
  static_assert(sizeof(T) <= sizeof(Texel), "an element of a surface has at most 16 bytes");
  Texel texel{};
  __builtin_memcpy(&texel, &value, sizeof value);
  return texel;
}

}  // namespace simt

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  static_assert(::simt::Channels<T>::kExists, "the engine has no channel format for this type");
  return ::simt::Channels<T>::kFormat;
}

// Each read returns the value, or stores it at the first argument.
#define SIMT_COMMA ,
#define SIMT_TEXTURE(NAME, PLACE, SHAPE, X, Y, Z, LAYER)                                                   \
  template <class T>                                                                                       \
  SIMT_INLINE T NAME(cudaTextureObject_t object, PLACE) {                                                  \
    return ::simt::texel_of<T>(::simt::read_texture(object, ::simt::TextureShape::SHAPE, X, Y, Z, LAYER)); \
  }                                                                                                        \
  template <class T>                                                                                       \
  SIMT_INLINE void NAME(T* to, cudaTextureObject_t object, PLACE) {                                        \
    *to = ::simt::texel_of<T>(::simt::read_texture(object, ::simt::TextureShape::SHAPE, X, Y, Z, LAYER));  \
  }
SIMT_TEXTURE(tex1Dfetch, int index, Linear, 0, 0, 0, index)
SIMT_TEXTURE(tex1D, float x, One, x, 0, 0, -1)
SIMT_TEXTURE(tex2D, float x SIMT_COMMA float y, Two, x, y, 0, -1)
SIMT_TEXTURE(tex3D, float x SIMT_COMMA float y SIMT_COMMA float z, Three, x, y, z, -1)
SIMT_TEXTURE(tex1DLayered, float x SIMT_COMMA int layer, One, x, 0, 0, layer)
SIMT_TEXTURE(tex2DLayered, float x SIMT_COMMA float y SIMT_COMMA int layer, Two, x, y, 0, layer)
SIMT_TEXTURE(texCubemap, float x SIMT_COMMA float y SIMT_COMMA float z, Cube, x, y, z, -1)
SIMT_TEXTURE(texCubemapLayered, float x SIMT_COMMA float y SIMT_COMMA float z SIMT_COMMA int layer, Cube, x,
             y, z, layer)
#undef SIMT_TEXTURE

#define SIMT_SURFACE(NAME, PLACE, Y, Z)                                                     \
  template <class T>                                                                        \
  SIMT_INLINE T NAME##read(cudaSurfaceObject_t object, PLACE,                               \
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {           \
    return ::simt::from_surface<T>(::simt::read_surface(object, sizeof(T), x, Y, Z, mode)); \
  }                                                                                         \
  template <class T>                                                                        \
  SIMT_INLINE void NAME##read(T* to, cudaSurfaceObject_t object, PLACE,                     \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {        \
    *to = ::simt::from_surface<T>(::simt::read_surface(object, sizeof(T), x, Y, Z, mode));  \
  }                                                                                         \
  template <class T>                                                                        \
  SIMT_INLINE void NAME##write(T value, cudaSurfaceObject_t object, PLACE,                  \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {       \
    ::simt::write_surface(object, ::simt::for_surface(value), sizeof(T), x, Y, Z, mode);    \
  }
SIMT_SURFACE(surf1D, int x, 0, 0)
SIMT_SURFACE(surf2D, int x SIMT_COMMA int y, y, 0)
SIMT_SURFACE(surf3D, int x SIMT_COMMA int y SIMT_COMMA int z, y, z)
SIMT_SURFACE(surf1DLayered, int x SIMT_COMMA int layer, 0, layer)
SIMT_SURFACE(surf2DLayered, int x SIMT_COMMA int y SIMT_COMMA int layer, y, layer)
#undef SIMT_COMMA
#undef SIMT_SURFACE
