// What a lab's oracle.cpp includes. It says what the lab's function has to give, as a plain C++ function on
// host memory:
//
//   void expected(const float* x, int n, float* y);
//
// It is called `expected` and declared as the lab's function otherwise: what is `in` there is const here. It
// gets the inputs of a case and fills the outputs; an `inout` array holds its contents from before the call.
// Scratch memory is there too. It must give the same for the same inputs each time, and read and write no
// element outside the arrays. Sums of real numbers are best made in double. Arithmetic with halves gives
// floats, and is rounded where it is stored in a half. It may define more functions, which docs/formats.md
// describes:
//
//   void generate(float* x, int n, unsigned seed);
//   std::string check(const float* x, int n, const float* y);
//   std::string explain(const float* x, int n, const float* y, const char* array, long long element);
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <mergelab/half.hpp>

#if !defined(CUDART_VERSION)  // else the program with the lab's file says what they are for the oracle
using __half = mergelab::Half;
using half = mergelab::Half;
#endif
