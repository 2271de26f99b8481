// Thrust is for whole programs. A lab gets this sentence, also where Thrust is not installed.
#pragma once

#if !defined(SIMT_PROGRAM)
#error "labs have no Thrust; call cudaMalloc and launch kernels of your own"
#else
#include_next <thrust/device_vector.h>
#endif
