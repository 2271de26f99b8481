// Bfloat16: 8 significant bits, and the range of float.
#pragma once

#include <cuda_runtime.h>

SIMT_HOST_DEVICE_BEGIN

#include <simt/atomics.hpp>
#include <simt/short_float.hpp>

#define SIMT_H bfloat16
#define SIMT_H2 bfloat162
#define SIMT_T __nv_bfloat16
#define SIMT_T2 __nv_bfloat162
#define SIMT_RAW nv_bfloat16
#define SIMT_RAW2 nv_bfloat162
#define SIMT_FORMAT ShortFloat<7, 127>
#define SIMT_NUMBER ::simt::Number::bfloat16
#include <simt/short_float_functions.inc>
#undef SIMT_NUMBER
#undef SIMT_H
#undef SIMT_H2
#undef SIMT_T
#undef SIMT_T2
#undef SIMT_RAW
#undef SIMT_RAW2
#undef SIMT_FORMAT

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

SIMT_HOST_DEVICE_END
