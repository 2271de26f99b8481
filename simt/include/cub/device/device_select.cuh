// In the place of CUB's own.
#pragma once

#include <simt/cub_device.hpp>
