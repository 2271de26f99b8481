// Programs include this for cudaError_t, cudaStream_t and their kin; here they are part of <cuda_runtime.h>.
#pragma once
#include <cuda_runtime.h>
