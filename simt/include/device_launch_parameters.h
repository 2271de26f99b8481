// Programs include this with <cuda_runtime.h> for threadIdx and similar; here they are part of that.
#pragma once
#include <cuda_runtime.h>
