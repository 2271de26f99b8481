// Programs include this for the functions of CUDA's runtime; here they are part of <cuda_runtime.h>.
#pragma once
#include <cuda_runtime.h>
