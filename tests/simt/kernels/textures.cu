// Textures and surfaces of small arrays. textures_test.cpp has what an H200 computes.
#include <string.h>

namespace {

constexpr int kWidth = 5, kHeight = 4;

__global__ void read_2d(cudaTextureObject_t texture, float x, float y, float* out) {
  *out = tex2D<float>(texture, x, y);
}

__global__ void read_layers(cudaTextureObject_t texture, float x, float y, float z, int shape, float* out) {
  *out = shape == 0   ? tex3D<float>(texture, x, y, z)
         : shape == 1 ? texCubemap<float>(texture, x, y, z)
                      : tex2DLayered<float>(texture, x, y, int(z));
}

__global__ void read_bytes(cudaTextureObject_t texture, int at, int* out) {
  uchar4 bytes;
  tex1Dfetch(&bytes, texture, at);
  *out = bytes.x + 256 * bytes.y + 65536 * bytes.z;
}

__global__ void write_surface(cudaSurfaceObject_t surface, int right, cudaSurfaceBoundaryMode mode) {
  const int x = static_cast<int>(threadIdx.x) + right, y = static_cast<int>(blockIdx.x);
  surf2Dwrite(static_cast<float>(10 * x + y), surface, 4 * x, y, mode);
}

cudaArray_t squares(unsigned flags) {
  float data[kWidth * kHeight];
  for (int i = 0; i < kWidth * kHeight; ++i) data[i] = static_cast<float>(i * i);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, kWidth, kHeight, flags);
  cudaMemcpy2DToArray(array, 0, 0, data, kWidth * 4, kWidth * 4, kHeight, cudaMemcpyHostToDevice);
  return array;
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaTextureDesc description(int normalized, int filter, int mode) {
  cudaTextureDesc how;
  memset(&how, 0, sizeof how);
  for (cudaTextureAddressMode& each : how.addressMode) each = static_cast<cudaTextureAddressMode>(mode);
  how.filterMode = static_cast<cudaTextureFilterMode>(filter);
  how.normalizedCoords = normalized;
  how.borderColor[0] = 7;
  return how;
}

template <class T>
T back(T* device) {
  T value;
  cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
  cudaFree(device);
  return value;
}

}  // namespace

extern "C" float sample(int normalized, int filter, int mode, float x, float y) {
  const cudaArray_t array = squares(0);
  const cudaResourceDesc resource = resource_of(array);
  const cudaTextureDesc how = description(normalized, filter, mode);
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  float* out = nullptr;
  cudaMalloc(&out, sizeof *out);
  read_2d<<<1, 1>>>(texture, x, y, out);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  return back(out);
}

/// Of 4 by 4 by 6 texels: a volume, a cube's faces, layers.
extern "C" float sample_layers(int shape, int filter, float x, float y, float z) {
  constexpr size_t kSize = 4, kDepth = 6;
  constexpr unsigned kFlags[] = {cudaArrayDefault, cudaArrayCubemap, cudaArrayLayered};
  float data[kSize * kSize * kDepth];
  for (size_t i = 0; i < kSize * kSize * kDepth; ++i) data[i] = static_cast<float>(i * 3 % 17);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMemcpy3DParms copy;
  memset(&copy, 0, sizeof copy);
  copy.extent = make_cudaExtent(kSize, kSize, kDepth);
  copy.srcPtr = make_cudaPitchedPtr(data, kSize * sizeof(float), kSize, kSize);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMalloc3DArray(&copy.dstArray, &format, copy.extent, kFlags[shape]);
  cudaMemcpy3D(&copy);
  const cudaResourceDesc resource = resource_of(copy.dstArray);
  const cudaTextureDesc how = description(shape == 1, filter, cudaAddressModeClamp);
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  float* out = nullptr;
  cudaMalloc(&out, sizeof *out);
  read_layers<<<1, 1>>>(texture, x, y, z, shape, out);
  cudaFreeArray(copy.dstArray);
  return back(out);
}

extern "C" int bytes_at(int index) {
  unsigned char bytes[40], *memory = nullptr;
  for (int i = 0; i < 40; ++i) bytes[i] = static_cast<unsigned char>(7 * i);
  cudaMalloc(&memory, sizeof bytes);
  cudaMemcpy(memory, bytes, sizeof bytes, cudaMemcpyHostToDevice);
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.linear.sizeInBytes = sizeof bytes;
  const cudaTextureDesc how = description(0, cudaFilterModePoint, cudaAddressModeClamp);
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  int* out = nullptr;
  cudaMalloc(&out, sizeof *out);
  read_bytes<<<1, 1>>>(texture, index, out);
  cudaFree(memory);
  return back(out);
}

/// Fills a surface from column `right` on, and returns its last row.
extern "C" void fill_surface(int right, int mode, float* row) {
  const cudaArray_t array = squares(cudaArraySurfaceLoadStore);
  const cudaResourceDesc resource = resource_of(array);
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  write_surface<<<kHeight, kWidth>>>(surface, right, static_cast<cudaSurfaceBoundaryMode>(mode));
  cudaMemcpy2DFromArray(row, kWidth * 4, array, 0, kHeight - 1, kWidth * 4, 1, cudaMemcpyDeviceToHost);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
}

extern "C" void read_what_was_destroyed() {
  const cudaArray_t array = squares(0);
  const cudaResourceDesc resource = resource_of(array);
  const cudaTextureDesc how = description(0, 0, 0);
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaDestroyTextureObject(texture);
  float* out = nullptr;
  cudaMalloc(&out, sizeof *out);
  read_2d<<<1, 1>>>(texture, 0, 0, out);
}

extern "C" int refusal(int what) {
  const cudaChannelFormatDesc uneven{8, 16, 0, 0, cudaChannelFormatKindUnsigned},
      three{32, 32, 32, 0, cudaChannelFormatKindFloat}, bytes = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t array = nullptr;
  if (what < 2) return cudaMallocArray(&array, what == 0 ? &uneven : &three, 16);
  cudaMallocArray(&array, &bytes, 16);
  const cudaResourceDesc resource = resource_of(array);
  cudaTextureDesc how = description(0, cudaFilterModeLinear, cudaAddressModeClamp);
  cudaTextureObject_t object = 0;
  if (what == 2) return cudaCreateTextureObject(&object, &resource, &how, nullptr);
  if (what == 3) return cudaCreateSurfaceObject(&object, &resource);
  how.readMode = cudaReadModeNormalizedFloat;
  return cudaCreateTextureObject(&object, &resource, &how, nullptr);
}
