// Arrays, and the objects by which kernels read and write them. An array is device memory without gaps.
#include <simt/textures.hpp>

#include "graphs.hpp"
#include "simt/check/host_values.hpp"
#include "simt/core/device_memory.hpp"
#include "simt/core/textures.hpp"
#include "state.hpp"

struct cudaArray {
  simt::core::Texels texels;
  cudaExtent extent = {};
  unsigned int flags = 0;
};

namespace {

using simt::set_error;
using simt::api::rows;
using simt::core::Rows;
using simt::core::Texels;

simt::api::Handles<cudaArray>& arrays() {
  static auto& all = *new simt::api::Handles<cudaArray>;
  return all;
}

const cudaArray* array_of(cudaArray_const_t array) {
  return arrays().has(const_cast<cudaArray_t>(array)) ? array : nullptr;
}

/// Bytes of a texel, or 0: its channels have the same 8, 16 or 32 bits, and there are 1, 2 or 4 of them.
std::size_t texel_bytes(const cudaChannelFormatDesc& format) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  std::size_t count = 0;
  while (count < 4 && bits[count] == format.x) ++count;
  for (std::size_t i = count; i < 4; ++i) {
    if (bits[i] != 0) return 0;
  }
  const bool is_integer =
      (format.x == 8 || format.x == 16 || format.x == 32) &&
      (format.f == cudaChannelFormatKindSigned || format.f == cudaChannelFormatKindUnsigned);
  const bool is_float = format.x == 32 && format.f == cudaChannelFormatKindFloat;
  return count != 3 && (is_integer || is_float) ? count * static_cast<std::size_t>(format.x) / 8 : 0;
}

Rows rows_of(const Texels& texels, const cudaPos& from, std::size_t width, std::size_t height) {
  return {texels.at(from.x, from.y, from.z), texels.pitch, width, height};
}

/// Whether bytes from (x, y) on fit in the array's first slice.
bool has(const Texels& texels, std::size_t x, std::size_t y, std::size_t width, std::size_t height) {
  const std::size_t row = texels.width * texels.bytes;
  return x <= row && width <= row - x && y <= texels.height && height <= texels.height - y;
}

/// Between a pointer and an array, from its byte x in row y on.
cudaError_t copy_rectangle(const char* call, cudaArray_const_t array, bool to_array, std::size_t x,
                           std::size_t y, const void* memory, std::size_t pitch, std::size_t width,
                           std::size_t height, cudaMemcpyKind kind, std::optional<cudaStream_t> stream,
                           std::uintptr_t pc) {
  SIMT_NEEDS_DEVICE;
  const cudaArray* found = array_of(array);
  if (found == nullptr || !has(found->texels, x, y, width, height)) return set_error(cudaErrorInvalidValue);
  const Rows there = {found->texels.at(0, y, 0) + x, found->texels.pitch, width, height};
  const Rows here = rows(memory, pitch, width, height);
  const Rows& to = to_array ? there : here;
  const Rows& from = to_array ? here : there;
  const simt::api::Place place = stream ? simt::api::in_stream(to, from, *stream) : simt::api::Place{};
  return simt::api::copy_rows(call, to, from, kind, place, pc);
}

/// `bytes` from byte x of row y on, over the ends of rows.
cudaError_t copy_bytes(const char* call, cudaArray_const_t array, bool to_array, std::size_t x, std::size_t y,
                       const void* memory, std::size_t bytes, cudaMemcpyKind kind, std::uintptr_t pc) {
  SIMT_NEEDS_DEVICE;
  const cudaArray* found = array_of(array);
  if (found == nullptr) return set_error(cudaErrorInvalidValue);
  const Texels& texels = found->texels;
  const std::size_t all = texels.pitch * texels.height;
  if (!has(texels, x, y, 0, 0) || bytes > all - y * texels.pitch - x) return set_error(cudaErrorInvalidValue);
  const Rows there = {texels.at(0, y, 0) + x, bytes, bytes, 1}, here = rows(memory, bytes, bytes, 1);
  return simt::api::copy_rows(call, to_array ? there : here, to_array ? here : there, kind, {}, pc);
}

cudaError_t copy_given(const char* call, const cudaMemcpy3DParms* copy, std::optional<cudaStream_t> stream,
                       std::uintptr_t pc) {
  SIMT_NEEDS_DEVICE;
  if (copy == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_reads(call, copy, sizeof *copy);
  return simt::api::copy_box(call, *copy, stream, pc);
}
/// The texels of a resource; without width where it has none.
Texels texels_of(const cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeArray) {
    const cudaArray* array = array_of(resource.res.array.array);
    return array != nullptr ? array->texels : Texels{.width = 0};
  }
  Texels texels;
  if (resource.resType == cudaResourceTypeLinear) {
    const auto& linear = resource.res.linear;
    texels.begin = reinterpret_cast<std::uintptr_t>(linear.devPtr);
    texels.format = linear.desc;
    texels.bytes = texel_bytes(linear.desc);
    texels.width = texels.bytes == 0 ? 0 : linear.sizeInBytes / texels.bytes;
    texels.pitch = linear.sizeInBytes;
  } else if (resource.resType == cudaResourceTypePitch2D) {
    const auto& pitched = resource.res.pitch2D;
    texels.begin = reinterpret_cast<std::uintptr_t>(pitched.devPtr);
    texels.format = pitched.desc;
    texels.bytes = texel_bytes(pitched.desc);
    texels.width = texels.bytes == 0 ? 0 : pitched.width;
    texels.height = pitched.height;
    texels.pitch = pitched.pitchInBytes;
    if (texels.pitch < texels.width * texels.bytes) texels.width = 0;
  } else {
    texels.width = 0;
  }
  const simt::core::Allocation* memory = simt::core::DeviceMemory::instance().find(texels.begin);
  if (memory == nullptr || memory->kind == simt::MemoryKind::Pinned) texels.width = 0;
  return texels;
}

}  // namespace

cudaError_t simt::api::copy_box(const char* call, const cudaMemcpy3DParms& copy,
                                std::optional<cudaStream_t> stream, std::uintptr_t pc) {
  const cudaArray *to = nullptr, *from = nullptr;
  if (copy.dstArray != nullptr && (to = array_of(copy.dstArray)) == nullptr)
    return set_error(cudaErrorInvalidValue);
  if (copy.srcArray != nullptr && (from = array_of(copy.srcArray)) == nullptr)
    return set_error(cudaErrorInvalidValue);
  const bool fits = (to != nullptr) != (copy.dstPtr.ptr != nullptr) &&
                    (from != nullptr) != (copy.srcPtr.ptr != nullptr) &&
                    (to == nullptr || from == nullptr || to->texels.bytes == from->texels.bytes);
  if (!fits) return set_error(cudaErrorInvalidValue);
  const std::size_t unit = to != nullptr ? to->texels.bytes : from != nullptr ? from->texels.bytes : 1;
  const cudaExtent& extent = copy.extent;
  const std::size_t width = extent.width * unit;
  const auto is_inside = [&](const cudaArray* array, const cudaPos& at) {
    return array == nullptr || (has(array->texels, at.x * unit, at.y, width, extent.height) &&
                                at.z <= array->texels.depth && extent.depth <= array->texels.depth - at.z);
  };
  if (!is_inside(to, copy.dstPos) || !is_inside(from, copy.srcPos)) return set_error(cudaErrorInvalidValue);
  const auto work = [&] {
    return Work{cudaGraphNodeTypeMemcpy, [=](cudaStream_t in) { return copy_box(call, copy, in, pc); }};
  };
  if (const auto taken = captured(stream.value_or(nullptr), work)) return *taken;
  const auto slice = [&](const cudaArray* array, const cudaPitchedPtr& memory, cudaPos at, std::size_t z) {
    at.z += z;
    if (array != nullptr) return rows_of(array->texels, at, width, extent.height);
    const std::size_t row = at.z * memory.ysize + at.y;
    return rows(static_cast<const char*>(memory.ptr) + row * memory.pitch + at.x, memory.pitch, width,
                extent.height);
  };
  for (std::size_t z = 0; z < extent.depth; ++z) {
    const Rows target = slice(to, copy.dstPtr, copy.dstPos, z),
               source = slice(from, copy.srcPtr, copy.srcPos, z);
    const simt::api::Place place =
        stream ? simt::api::in_stream(target, source, *stream) : simt::api::Place{};
    if (const cudaError_t error = simt::api::copy_rows(call, target, source, copy.kind, place, pc);
        error != cudaSuccess)
      return error;
  }
  return cudaSuccess;
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned int flags) {
  return cudaMalloc3DArray(array, format, make_cudaExtent(width, height, 0), flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned int flags) {
  SIMT_NEEDS_DEVICE;
  constexpr std::size_t kMost = std::size_t{1} << 17;  // texels in any direction, as on an H100
  if (array == nullptr || format == nullptr || extent.width == 0) return set_error(cudaErrorInvalidValue);
  if (extent.width > kMost || extent.height > kMost || extent.depth > kMost)
    return set_error(cudaErrorInvalidValue);
  simt::check::api_reads("cudaMallocArray", format, sizeof *format);
  const bool is_cube = (flags & cudaArrayCubemap) != 0;
  if (is_cube && (extent.height != extent.width || extent.depth == 0 || extent.depth % 6 != 0))
    return set_error(cudaErrorInvalidValue);
  const std::size_t bytes = texel_bytes(*format);
  if (bytes == 0) return set_error(cudaErrorInvalidChannelDescriptor);
  Texels texels{.width = extent.width,
                .height = extent.height == 0 ? 1 : extent.height,
                .depth = extent.depth == 0 ? 1 : extent.depth,
                .bytes = bytes,
                .pitch = extent.width * bytes,
                .format = *format};
  void* memory = nullptr;
  const cudaError_t error = simt::api::device_memory(&memory, texels.pitch * texels.height * texels.depth,
                                                     simt::MemoryKind::Device, SIMT_CALLER);
  if (error != cudaSuccess) return set_error(error);
  if (const cudaError_t failed = arrays().make("cudaMallocArray", array); failed != cudaSuccess) {
    (void)simt::core::DeviceMemory::instance().release(memory);
    return failed;
  }
  texels.begin = reinterpret_cast<std::uintptr_t>(memory);
  **array = {texels, extent, flags};
  return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  SIMT_NEEDS_DEVICE;
  if (array == nullptr) return cudaSuccess;
  if (array_of(array) == nullptr) return set_error(cudaErrorInvalidValue);
  const cudaError_t error = cudaFree(reinterpret_cast<void*>(array->texels.begin));
  return error == cudaSuccess && arrays().destroy(array) ? error : cudaErrorInvalidValue;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  SIMT_NEEDS_DEVICE;
  if (array_of(array) == nullptr) return set_error(cudaErrorInvalidValue);
  const auto give = [](auto* to, const auto& value) {
    if (to == nullptr) return;
    simt::check::api_writes("cudaArrayGetInfo", to, sizeof *to);
    *to = value;
  };
  give(format, array->texels.format);
  give(extent, array->extent);
  give(flags, array->flags);
  return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return cudaArrayGetInfo(format, nullptr, nullptr, const_cast<cudaArray_t>(array));
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
  return copy_bytes("cudaMemcpyToArray", to, true, x, y, from, bytes, kind, SIMT_CALLER);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind) {
  return copy_bytes("cudaMemcpyFromArray", from, false, x, y, to, bytes, kind, SIMT_CALLER);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
  return copy_rectangle("cudaMemcpy2DToArray", to, true, x, y, from, pitch, width, height, kind, {},
                        SIMT_CALLER);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rectangle("cudaMemcpy2DToArrayAsync", to, true, x, y, from, pitch, width, height, kind, stream,
                        SIMT_CALLER);
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                  std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_rectangle("cudaMemcpy2DFromArray", from, false, x, y, to, pitch, width, height, kind, {},
                        SIMT_CALLER);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rectangle("cudaMemcpy2DFromArrayAsync", from, false, x, y, to, pitch, width, height, kind,
                        stream, SIMT_CALLER);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
  return copy_given("cudaMemcpy3D", copy, {}, SIMT_CALLER);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream) {
  return copy_given("cudaMemcpy3DAsync", copy, stream, SIMT_CALLER);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const cudaResourceViewDesc* view) {
  SIMT_NEEDS_DEVICE;
  if (object == nullptr || resource == nullptr || texture == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_reads("cudaCreateTextureObject", resource, sizeof *resource);
  simt::check::api_reads("cudaCreateTextureObject", texture, sizeof *texture);
  simt::check::host_describes("cudaCreateTextureObject", resource, sizeof *resource, SIMT_CALLER);
  simt::check::host_describes("cudaCreateTextureObject", texture, sizeof *texture, SIMT_CALLER);
  if (view != nullptr || texture->sRGB != 0) return set_error(cudaErrorNotSupported);
  const Texels texels = texels_of(*resource);
  if (texels.width == 0 || texels.height == 0) return set_error(cudaErrorInvalidValue);
  const bool is_float = texels.format.f == cudaChannelFormatKindFloat;
  const bool is_normalised = texture->readMode == cudaReadModeNormalizedFloat;
  if (is_normalised && texels.format.x == 32 && !is_float) return set_error(cudaErrorInvalidNormSetting);
  const bool is_filtered = texture->filterMode == cudaFilterModeLinear;
  if (is_filtered && (resource->resType == cudaResourceTypeLinear || !(is_float || is_normalised)))
    return set_error(cudaErrorInvalidFilterSetting);
  simt::check::api_writes("cudaCreateTextureObject", object, sizeof *object);
  *object = simt::core::textures().add({texels, *texture});
  return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  SIMT_NEEDS_DEVICE;
  return simt::core::textures().remove(object) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  SIMT_NEEDS_DEVICE;
  if (object == nullptr || resource == nullptr) return set_error(cudaErrorInvalidValue);
  simt::check::api_reads("cudaCreateSurfaceObject", resource, sizeof *resource);
  simt::check::host_describes("cudaCreateSurfaceObject", resource, sizeof *resource, SIMT_CALLER);
  const Texels texels = texels_of(*resource);
  const bool is_writable = resource->resType == cudaResourceTypeArray && texels.width != 0 &&
                           (resource->res.array.array->flags & cudaArraySurfaceLoadStore) != 0;
  if (!is_writable) return set_error(cudaErrorInvalidValue);
  simt::check::api_writes("cudaCreateSurfaceObject", object, sizeof *object);
  *object = simt::core::surfaces().add(texels);
  return cudaSuccess;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  SIMT_NEEDS_DEVICE;
  return simt::core::surfaces().remove(object) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}
