// What CUDA has and the engine has not: a use fails to compile, with a sentence that says why and what to do.
#pragma once

#include <simt/runtime_api.hpp>

#define SIMT_NO_SUCH(SENTENCE) __attribute__((error("the CPU engine has no " SENTENCE)))

// Which lanes run together is the hardware's choice, so there is no answer that is the same everywhere.
SIMT_NO_SUCH(
    "__activemask(): it depends on how the hardware schedules lanes; pass the mask that the algorithm "
    "knows, or compute it with __ballot_sync")
unsigned int __activemask();

SIMT_NO_SUCH("clock64(): it counts work and does not measure time; use events on a GPU")
long long clock64();
SIMT_NO_SUCH("globaltimer: it counts work and does not measure time; use events on a GPU")
unsigned long long __globaltimer();

SIMT_NO_SUCH("grid barrier and runs blocks one after another: launch one kernel after the other instead")
cudaError_t cudaLaunchCooperativeKernel(...);
SIMT_NO_SUCH(
    "cudaLaunchKernel: its untyped arguments cannot be checked; write kernel<<<grid, block>>>(...) or "
    "call cudaLaunchKernelEx")
cudaError_t cudaLaunchKernel(...);

#define SIMT_NO_OCCUPANCY \
  SIMT_NO_SUCH("occupancy: it knows nothing of registers; choose the block size yourself, or tune on a GPU")
SIMT_NO_OCCUPANCY cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(...);
SIMT_NO_OCCUPANCY cudaError_t cudaOccupancyMaxPotentialBlockSize(...);
SIMT_NO_OCCUPANCY cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(...);
SIMT_NO_OCCUPANCY cudaError_t cudaFuncGetAttributes(...);
#undef SIMT_NO_OCCUPANCY

#define SIMT_NO_TEXTURES SIMT_NO_SUCH("textures and surfaces; read the array through a pointer, or __ldg()")
using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;
SIMT_NO_TEXTURES cudaError_t cudaCreateTextureObject(...);
SIMT_NO_TEXTURES cudaError_t cudaCreateSurfaceObject(...);
SIMT_NO_TEXTURES cudaError_t cudaMallocArray(...);
#define SIMT_TEXTURE(NAME)       \
  template <class T, class... A> \
  SIMT_NO_TEXTURES T NAME(cudaTextureObject_t, A...);
SIMT_TEXTURE(tex1D)
SIMT_TEXTURE(tex1Dfetch)
SIMT_TEXTURE(tex2D)
SIMT_TEXTURE(tex2DLod)
SIMT_TEXTURE(tex3D)
SIMT_TEXTURE(surf2Dread)
#undef SIMT_TEXTURE
#undef SIMT_NO_TEXTURES

#define SIMT_NO_GRAPHS SIMT_NO_SUCH("graphs; launch the kernels on a stream")
SIMT_NO_GRAPHS cudaError_t cudaGraphCreate(...);
SIMT_NO_GRAPHS cudaError_t cudaStreamBeginCapture(...);
#undef SIMT_NO_GRAPHS

#undef SIMT_NO_SUCH
