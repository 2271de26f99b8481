// Programs include this for intrinsics; here they are part of <cuda_runtime.h>.
#pragma once
#include <cuda_runtime.h>
