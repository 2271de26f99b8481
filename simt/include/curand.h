// cuRAND's host API: arrays of random numbers.
#pragma once

#if defined(SIMT_CC) && !defined(SIMT_PROGRAM)
#error "a lab gets its arrays from the grader and has no cuRAND; a whole program has it: ./lab cuda FILE.cu"
#endif

#include <cuda_runtime.h>

#include <simt/random_api.hpp>

#define CURAND_H_  // programs look for it, as NVIDIA's samples do
