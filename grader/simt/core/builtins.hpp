// The engine's view of the built-in variables: <simt/builtins.hpp> declares the same variables as const for
// kernels, so no file includes both headers.
#pragma once

#include <simt/vector_types.hpp>

extern uint3 threadIdx;
extern uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
