// In the place of Thrust's own CUDA system.
#pragma once

#include <simt/thrust.hpp>
