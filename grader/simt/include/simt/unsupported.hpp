// Unsupported parts of CUDA: a use fails to compile, with a sentence that says why and what to do.
#pragma once

#include <simt/runtime_api.hpp>

#define SIMT_NO_SUCH(SENTENCE) __attribute__((error("the CPU engine has no " SENTENCE)))

SIMT_NO_SUCH("globaltimer: it counts work and does not measure time; use events on a GPU")
unsigned long long __globaltimer();

#define SIMT_NO_TEXTURES SIMT_NO_SUCH("textures and surfaces; read the array through a pointer, or __ldg()")
using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;
SIMT_NO_TEXTURES cudaError_t cudaCreateTextureObject(...);
SIMT_NO_TEXTURES cudaError_t cudaCreateSurfaceObject(...);
SIMT_NO_TEXTURES cudaError_t cudaMallocArray(...);
using cudaArray_t = struct cudaArray*;
struct cudaChannelFormatDesc {
  int x, y, z, w, f;
};
template <class T>
SIMT_NO_TEXTURES cudaChannelFormatDesc cudaCreateChannelDesc(...);
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
using cudaGraph_t = struct CUgraph_st*;
using cudaGraphExec_t = struct CUgraphExec_st*;
using cudaGraphNode_t = struct CUgraphNode_st*;
SIMT_NO_GRAPHS cudaError_t cudaGraphCreate(...);
SIMT_NO_GRAPHS cudaError_t cudaStreamBeginCapture(...);
#undef SIMT_NO_GRAPHS

#undef SIMT_NO_SUCH
