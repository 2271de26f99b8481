// cuRAND's device API: a generator for each thread.
#pragma once

#include <curand.h>

SIMT_HOST_DEVICE_BEGIN

#include <simt/random.hpp>

#define SIMT_NO_SUCH(WHAT, NAME) \
  template <class... Arg>        \
  __attribute__((error("the CPU engine has no " WHAT "; use curand_uniform"))) unsigned int NAME(Arg...);
SIMT_NO_SUCH("Poisson distributions", curand_poisson)
SIMT_NO_SUCH("Poisson distributions", curand_poisson4)
SIMT_NO_SUCH("discrete distributions", curand_discrete)
SIMT_NO_SUCH("discrete distributions", curand_discrete4)
#undef SIMT_NO_SUCH

SIMT_HOST_DEVICE_END
