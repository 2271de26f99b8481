// Functions that make short vectors: make_int2() and similar.
#pragma once
#include <simt/vector_types.hpp>
#define __VECTOR_FUNCTIONS_H__
