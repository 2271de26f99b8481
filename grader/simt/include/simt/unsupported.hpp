// Unsupported parts of CUDA: a use fails to compile, with a sentence that says why and what to do.
#pragma once

#include <simt/textures.hpp>

#define SIMT_NO_SUCH(SENTENCE) __attribute__((error("the CPU engine has no " SENTENCE)))

SIMT_NO_SUCH("globaltimer: it counts work and does not measure time; use events on a GPU")
unsigned long long __globaltimer();

#define SIMT_NO_MIPMAPS SIMT_NO_SUCH("mipmaps; use a texture of one level")
SIMT_NO_MIPMAPS cudaError_t cudaMallocMipmappedArray(...);
template <class T, class... A>
SIMT_NO_MIPMAPS T tex2DLod(cudaTextureObject_t, A...);
template <class T, class... A>
SIMT_NO_SUCH("gathers; read the four texels one by one")
T tex2Dgather(cudaTextureObject_t, A...);
#undef SIMT_NO_MIPMAPS

#define SIMT_NO_GRAPHS SIMT_NO_SUCH("graphs; launch the kernels on a stream")
using cudaGraph_t = struct CUgraph_st*;
using cudaGraphExec_t = struct CUgraphExec_st*;
using cudaGraphNode_t = struct CUgraphNode_st*;
SIMT_NO_GRAPHS cudaError_t cudaGraphCreate(...);
SIMT_NO_GRAPHS cudaError_t cudaStreamBeginCapture(...);
#undef SIMT_NO_GRAPHS

#undef SIMT_NO_SUCH
