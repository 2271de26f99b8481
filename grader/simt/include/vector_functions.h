// What makes short vectors: make_int2() and its kin.
#pragma once
#include <simt/vector_types.hpp>
#define __VECTOR_FUNCTIONS_H__
