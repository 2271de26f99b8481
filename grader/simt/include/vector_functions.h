// Programs include this for make_int4 and its kin; here they are part of <cuda_runtime.h>.
#pragma once
#include <cuda_runtime.h>
