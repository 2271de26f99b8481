// Programs include this for int4, dim3 and their kin; here they are part of <cuda_runtime.h>.
#pragma once
#include <cuda_runtime.h>
