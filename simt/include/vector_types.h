// dim3 and the short vectors.
#pragma once
#include <simt/vector_types.hpp>
#define __VECTOR_TYPES_H__
