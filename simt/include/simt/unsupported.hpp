// Unsupported parts of CUDA: a use fails to compile, with a sentence that says why and what to do.
#pragma once

#include <simt/textures.hpp>

#define SIMT_NO_SUCH(SENTENCE) __attribute__((error("the CPU engine has no " SENTENCE)))

#define SIMT_NO_MIPMAPS SIMT_NO_SUCH("mipmaps; use a texture of one level")
SIMT_NO_MIPMAPS cudaError_t cudaMallocMipmappedArray(...);
template <class T, class... Arg>
SIMT_NO_MIPMAPS T tex2DLod(cudaTextureObject_t, Arg...);
template <class T, class... Arg>
SIMT_NO_SUCH("gathers; read the four texels one by one")
T tex2Dgather(cudaTextureObject_t, Arg...);
#undef SIMT_NO_MIPMAPS

#define SIMT_NO_IN_GRAPHS(WHAT, NAME) SIMT_NO_SUCH(WHAT " in graphs") cudaError_t NAME(...);
SIMT_NO_IN_GRAPHS("drawings of nodes", cudaGraphDebugDotPrint)
SIMT_NO_IN_GRAPHS("conditional nodes", cudaGraphConditionalHandleCreate)
SIMT_NO_IN_GRAPHS("parameters to read", cudaGraphKernelNodeGetParams)
SIMT_NO_IN_GRAPHS("parameters to read", cudaGraphMemcpyNodeGetParams)
SIMT_NO_IN_GRAPHS("parameters to read", cudaGraphMemsetNodeGetParams)
SIMT_NO_IN_GRAPHS("parameters to read", cudaGraphHostNodeGetParams)
SIMT_NO_IN_GRAPHS("attributes of kernels", cudaGraphKernelNodeSetAttribute)
SIMT_NO_IN_GRAPHS("handles of inner graphs", cudaGraphChildGraphNodeGetGraph)
SIMT_NO_IN_GRAPHS("changes of a capture's dependencies", cudaStreamUpdateCaptureDependencies)
SIMT_NO_IN_GRAPHS("captures into existing ones", cudaStreamBeginCaptureToGraph)
#undef SIMT_NO_IN_GRAPHS

#undef SIMT_NO_SUCH
