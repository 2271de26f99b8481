// The built-in variables as the engine sees them: <simt/builtins.hpp> shows kernels the same variables as
// const, so the two headers never meet in one file.
#pragma once

#include <simt/vector_types.hpp>

extern uint3 threadIdx;
extern uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
