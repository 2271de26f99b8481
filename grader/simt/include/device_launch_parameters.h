// Programs include this beside <cuda_runtime.h> for threadIdx and its kin; here they are part of it.
#pragma once
#include <cuda_runtime.h>
