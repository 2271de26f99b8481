// Half precision: 11 significant bits, up to 65504.
#pragma once

#include <cuda_runtime.h>

SIMT_HOST_DEVICE_BEGIN

#include <simt/atomics.hpp>
#include <simt/short_float.hpp>

#define SIMT_H half
#define SIMT_H2 half2
#define SIMT_T __half
#define SIMT_T2 __half2
#define SIMT_RAW half
#define SIMT_RAW2 half2
#define SIMT_FORMAT ShortFloat<10, 15>
#define SIMT_NUMBER ::simt::Number::half
#include <simt/short_float_functions.inc>
#undef SIMT_NUMBER
#undef SIMT_H
#undef SIMT_H2
#undef SIMT_T
#undef SIMT_T2
#undef SIMT_RAW
#undef SIMT_RAW2
#undef SIMT_FORMAT

using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;

SIMT_HOST_DEVICE_END
